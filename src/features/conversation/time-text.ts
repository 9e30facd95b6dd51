import type { Timestamp } from '../../core/conversation';
import { absoluteText } from '../../core/timestamps';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const pad = (n: number) => String(n).padStart(2, '0');

/** "Tue 10 Mar", with the year when it is not `year`. Instants are shown in UTC, as a model would be told them. */
export function dayText(time: Timestamp, year?: number): string {
  const date = new Date(time.sortMs);
  const day = `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return year === undefined || date.getUTCFullYear() === year ? day : `${day} ${date.getUTCFullYear()}`;
}

/** "09:04", or '' for a time that is only a date. */
export function clockText(time: Timestamp): string {
  if (time.precision === 'date') return '';
  const date = new Date(time.sortMs);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

export const sameDay = (a: Timestamp | null, b: Timestamp | null): boolean =>
  a !== null && b !== null && Math.floor(a.sortMs / 86_400_000) === Math.floor(b.sortMs / 86_400_000);

/** The time as the field shows it: what `parseTimestamp` reads back unchanged. */
export const fieldText = (time: Timestamp | null): string =>
  time ? absoluteText(time).replace('T', ' ') : '';

/**
 * "Tue 10 Mar to Wed 11 Mar": the earliest and the latest day, wherever they stand; with their years when those differ.
 * '' without times.
 */
export function spanText(times: readonly Timestamp[]): string {
  const byTime = [...times].sort((a, b) => a.sortMs - b.sortMs);
  const [first, last] = [byTime[0], byTime[byTime.length - 1]];
  if (!first || !last) return '';
  const year = (time: Timestamp) => new Date(time.sortMs).getUTCFullYear();
  // A year that no time has: so that each is written out.
  const known = year(first) === year(last) ? undefined : Number.NaN;
  return [...new Set([dayText(first, known), dayText(last, known)])].join(' to ');
}
