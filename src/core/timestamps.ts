import type { Timestamp } from './conversation';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest first; a month is 30 days and a year 365, because an age is a rough number and not a calendar one. */
const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/**
 * year-month-day with `-` or `/`, then an optional time with an optional zone. Only year-first notations:
 * 03/04/2026 means different days to different readers.
 */
const DATE_TIME =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:[Tt]| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)? ?(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;
const EPOCH_TEXT = /^\d{8,20}(?:\.\d{1,12})?$/;
const YEAR_1971_MS = Date.UTC(1971, 0, 1);
const YEAR_10000_MS = Date.UTC(10000, 0, 1);

const pad = (n: number): string => String(n).padStart(2, '0');

const instant = (ms: number): Timestamp => ({
  text: new Date(ms).toISOString(),
  sortMs: ms,
  precision: 'instant',
});

/**
 * A time as a source writes it, or null when it is none: never 1970 and never now.
 *
 * - a number, or its decimal text: seconds below 1e11, milliseconds below 1e14, else microseconds since 1970;
 *   what lands in 1970 is a counter or an offset, not a time, and gives null, as do 0, negatives and years over 9999
 * - `YYYY-MM-DD HH:MM[:SS[.fff]]` with a zone: an instant; without: local time, kept without zone, to the second
 * - `YYYY-MM-DD`: a date
 *
 * Digits below a millisecond are cut off. `parseTimestamp(t.text)` gives `t` again (without `assumed`).
 */
export function parseTimestamp(value: unknown): Timestamp | null {
  if (typeof value === 'number') return fromEpoch(value, String(value));
  if (typeof value !== 'string' || value.length > 64) return null;
  const text = value.trim();
  if (EPOCH_TEXT.test(text)) return fromEpoch(Number(text), text);
  return fromDateTime(text);
}

/** `decimal` is the number as text: multiplying 1.001 by 1000 in floating point can lose the last millisecond. */
function fromEpoch(value: number, decimal: string): Timestamp | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  let ms: number;
  if (value < 1e11) {
    const [whole = '', fraction = ''] = decimal.split('.');
    ms = Number(whole) * SECOND + Number(fraction.slice(0, 3).padEnd(3, '0'));
  } else if (value < 1e14) {
    ms = Math.trunc(value);
  } else {
    ms = Math.trunc(value / 1000);
  }
  return ms >= YEAR_1971_MS && ms < YEAR_10000_MS ? instant(ms) : null;
}

function fromDateTime(text: string): Timestamp | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  const [, y, , mo, d, h, mi, s = '0', fraction = '', zone] = match;
  const [year, month, day] = [Number(y), Number(mo), Number(d)];
  const midnight = Date.UTC(year, month - 1, day);
  const check = new Date(midnight);
  // Years below 1000 are the zero values of other languages (0001-01-01), and Date.UTC reads 26 as 1926.
  if (year < 1000 || check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  const dateText = `${y}-${pad(month)}-${pad(day)}`;
  if (h === undefined || mi === undefined) {
    return midnight === 0 ? null : { text: dateText, sortMs: midnight, precision: 'date' };
  }
  const [hour, minute, second] = [Number(h), Number(mi), Number(s)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const toSecond = midnight + hour * HOUR + minute * MINUTE + second * SECOND;
  if (zone === undefined) {
    if (toSecond === 0) return null;
    return { text: `${dateText}T${pad(hour)}:${mi}:${pad(second)}`, sortMs: toSecond, precision: 'local' };
  }
  const ms = toSecond + Number(fraction.slice(0, 3).padEnd(3, '0')) - offsetMs(zone);
  return ms !== 0 && new Date(ms).getUTCFullYear() >= 1000 && ms < YEAR_10000_MS ? instant(ms) : null;
}

function offsetMs(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!match) return 0;
  const size = Number(match[2]) * HOUR + Number(match[3] ?? 0) * MINUTE;
  return match[1] === '-' ? -size : size;
}

const FIRST_PLAUSIBLE_YEAR = 1980;
const LAST_PLAUSIBLE_YEAR = 2100;

/**
 * No conversation was held then: a counter read as a time, or a slip of the pen. Such times are kept as the source has
 * them, and named.
 */
export function isImplausible(time: Timestamp): boolean {
  const year = new Date(time.sortMs).getUTCFullYear();
  return year < FIRST_PLAUSIBLE_YEAR || year > LAST_PLAUSIBLE_YEAR;
}

/** "2 times lie before 1980 or after 2100." */
export const implausibleText = (n: number): string =>
  `${n} ${n === 1 ? 'time lies' : 'times lie'} before ${FIRST_PLAUSIBLE_YEAR} or after ${LAST_PLAUSIBLE_YEAR}`;

/** "3 hours ago": the floor of the largest whole unit between the two times; "0 seconds ago" for none or negative. */
export function relativeAge(fromMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - fromMs);
  for (const [name, ms] of UNITS) {
    const n = Math.floor(age / ms);
    if (n >= 1) return ago(n, name);
  }
  return ago(Math.floor(age / SECOND), 'second');
}

const ago = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

/** The time for a prompt: instants without milliseconds (2026-01-12T10:00:00Z), others as the source has them. */
export const absoluteText = (time: Timestamp): string =>
  time.precision === 'instant' ? time.text.replace(/\.\d{3}Z$/, 'Z') : time.text;

/** `count` instants from `startMs`, `stepMs` apart (milliseconds), marked as assumed. */
export function evenlySpaced(count: number, startMs: number, stepMs: number): Timestamp[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => ({
    ...instant(startMs + i * stepMs),
    assumed: true as const,
  }));
}
