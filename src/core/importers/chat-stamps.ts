import type { Timestamp } from '../conversation';
import { parseTimestamp } from '../timestamps';
import { withWesternStamp } from './local-stamps';

/** A line that starts with a time, as chat programs write their logs. */
export interface StampedLine {
  readonly index: number;
  /** How the stamp is written; one log has one way, and other ways are quotations. */
  readonly style: string;
  readonly date: StampDate | null;
  /** Of the day, to the second. */
  readonly clockMs: number;
  /** "09:05:07", with fraction and zone where the log has them. */
  readonly clock: string;
  /** With AM or PM. */
  readonly hasHalf: boolean;
  /** undefined when nobody is named: a notice. */
  readonly name: string | undefined;
  readonly text: string;
  /** Phones put a mark in front of what they write themselves. */
  readonly ownWords: boolean;
}

/** `named` dates say their month in words or start with the year; the order of the numbers of all others is a matter of place. */
type StampDate =
  | { readonly kind: 'known'; readonly year: number; readonly month: number; readonly day: number }
  | {
      readonly kind: 'numbers';
      readonly first: number;
      readonly second: number;
      readonly year: number;
      readonly dots: boolean;
    };

const YEAR_FIRST = String.raw`(?<y>\d{4})(?<s1>[-/.])(?<mo>\d{1,2})\k<s1>(?<d>\d{1,2})`;
const YEAR_LAST = String.raw`(?<a>\d{1,2})(?<s2>[-/.])(?<b>\d{1,2})\k<s2>(?<y2>\d{4}|\d{2})`;
const IN_WORDS = String.raw`(?<d3>\d{1,2})\.? (?<m3>[A-Za-z]{3,9})\.?,? (?<y3>\d{4})|(?<m4>[A-Za-z]{3,9})\.? (?<d4>\d{1,2}),? (?<y4>\d{4})`;
/** Phones put narrow spaces in front of AM and PM. */
const SPACE = '[ \\u00a0\\u202f]';
const CLOCK = String.raw`(?<h>\d{1,2})(?<c>[:.])(?<mi>\d{2})(?:\k<c>(?<s>\d{2})(?<f>[.,]\d{1,9})?)?(?:${SPACE}?(?<half>[AaPp])\.?${SPACE}?[Mm]\.?)?(?<z>Z|${SPACE}?(?:UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const STAMP = `(?:(?:${YEAR_FIRST}|${YEAR_LAST}|${IN_WORDS})(?:,?${SPACE}+|T|,)(?:at )?)?${CLOCK}`;
const BRACKETED = new RegExp(String.raw`^[[(]${STAMP}[\])]`);
const BARE = new RegExp(`^${STAMP}(?<dash>${SPACE}[-\u2013]${SPACE}|:?${SPACE}+)`);
/** Marks of the writing direction, which phones put in front of lines and of what they add themselves. */
const MARKS = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/;
const NICK = /^<[@+~&%]?([^<>\s]{1,40})>(?: |$)/;
const NAME = /^(?:~[ \u00a0\u202f]?)?([^:<>"\u201c\u201d[\]{}]{1,60}?)[ \u202f]?:(?:[ \u00a0]|$)/;
/** Logs of programs have a level where a chat has a name. */
const LEVEL = /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b/;
const MAX_WORDS = 6;

export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** The line's stamp, speaker and text; null when it does not start with a time of the day. */
export function readStamp(raw: string, index: number): StampedLine | null {
  const line = withWesternStamp(withoutMarks(raw));
  // Nearly every line of a large text fails here, at a fraction of the patterns' cost.
  if (!/^[^\d\p{L}]{0,8}[\d\p{L}]/u.test(line) || !/\d[:.]\d\d/.test(line.slice(0, 60))) return null;
  const bracket = BRACKETED.exec(line);
  const match = bracket ?? BARE.exec(line);
  if (!match) return null;
  const groups: Groups = match.groups ?? {};
  const time = clockOf(groups);
  const date = dateOf(groups);
  // 9.41 alone is a number.
  if (time === null || date === undefined || (date === null && groups.c === '.')) return null;
  const rest = withoutMarks(line.slice(match[0].length).replace(/^[ \u00a0]+/, ''));
  const shape = bracket ? line.charAt(0) : groups.dash?.trim() ? 'dash' : 'bare';
  const speaker = speakerOf(rest);
  return {
    index,
    style: `${shape}${date === null ? '' : ` ${date.kind}`}${speaker?.isNick ? ' nick' : ''}`,
    date,
    ...time,
    hasHalf: groups.half !== undefined,
    name: speaker?.name,
    text: withoutMarks(speaker?.text ?? rest),
    ownWords: bracket !== null && speaker?.text.startsWith('\u200e') === true,
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function speakerOf(rest: string): { name: string; text: string; isNick: boolean } | null {
  const nick = NICK.exec(rest);
  if (nick?.[1] !== undefined) return { name: nick[1], text: rest.slice(nick[0].length), isNick: true };
  const match = NAME.exec(rest);
  const name = match?.[1]?.trim();
  if (!match || !name || LEVEL.test(name) || name.split(/\s+/).length > MAX_WORDS) return null;
  return { name, text: rest.slice(match[0].length), isNick: false };
}

function clockOf({ h, mi, s = '00', f = '', half, z = '' }: Groups) {
  let hour = Number(h);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(mi) > 59 || Number(s) > 59) return null;
  return {
    clockMs: ((hour * 60 + Number(mi)) * 60 + Number(s)) * 1000,
    clock: `${String(hour).padStart(2, '0')}:${mi}:${s}${f.replace(',', '.')}${z.trim()}`,
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** null without a date; undefined when what stands there is none. */
function dateOf(groups: Groups): StampDate | null | undefined {
  const { y, mo, d, a, b, y2, s2, d3, m3, y3, d4, m4, y4 } = groups;
  if (y !== undefined) return { kind: 'known', year: Number(y), month: Number(mo), day: Number(d) };
  const word = m3 ?? m4;
  if (word !== undefined) {
    const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
    return month === 0 ? undefined : { kind: 'known', year: Number(y3 ?? y4), month, day: Number(d3 ?? d4) };
  }
  if (a === undefined) return null;
  const year = Number(y2) + (y2?.length === 2 ? 2000 : 0);
  return { kind: 'numbers', first: Number(a), second: Number(b), year, dots: s2 === '.' };
}

export interface DayOrder {
  readonly dayFirst: boolean;
  /** Nothing in the log tells the order. */
  readonly guessed: boolean;
}

/**
 * Whether 03/04/2026 is in March or April: a number above 12 tells, else the order in which time runs forward, else
 * the notation's home (dots: day first; AM and PM with slashes: month first).
 */
export function dayOrder(lines: readonly StampedLine[]): DayOrder {
  const dates = lines.flatMap(({ date }) => (date?.kind === 'numbers' ? [date] : []));
  const days = dates.filter((d) => d.first > 12).length;
  const months = dates.filter((d) => d.second > 12).length;
  if (days !== months) return { dayFirst: days > months, guessed: false };
  if (dates.every((d) => d.dots || d.first === d.second)) return { dayFirst: true, guessed: false };
  const forward = [true, false].filter((dayFirst) => runsForward(lines, dayFirst));
  if (forward.length === 1) return { dayFirst: forward[0]!, guessed: false };
  return { dayFirst: !lines.some((l) => l.hasHalf), guessed: true };
}

function runsForward(lines: readonly StampedLine[], dayFirst: boolean): boolean {
  let last = Number.NEGATIVE_INFINITY;
  return lines.every((line) => {
    const time = stampTime(line, dayFirst);
    if (!time) return true;
    const goesOn = time.sortMs >= last;
    last = time.sortMs;
    return goesOn;
  });
}

/** The stamp as a time; null without a date, or where it names no day. */
export function stampTime({ date, clock }: StampedLine, dayFirst: boolean): Timestamp | null {
  if (!date) return null;
  if (date.kind === 'known') return parseTimestamp(`${date.year}-${date.month}-${date.day} ${clock}`);
  // There is no thirteenth month: such a date is the other way round, whatever the rest of the log does.
  const isDayFirst = dayFirst ? date.second <= 12 : date.first > 12;
  const [day, month] = isDayFirst ? [date.first, date.second] : [date.second, date.first];
  return parseTimestamp(`${date.year}-${month}-${day} ${clock}`);
}
