import type { Timestamp } from '../../core/conversation';
import type { ConversationEntry } from '../../core/importers/sources/source-index';

export const SORTS = ['newest', 'oldest', 'title', 'longest', 'file'] as const;
export type Sort = (typeof SORTS)[number];

export const SORT_LABELS: Readonly<Record<Sort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title',
  longest: 'Longest first',
  file: 'As in the file',
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const startOf = ({ from }: ConversationEntry): number | null => from?.sortMs ?? null;
const endOf = ({ to }: ConversationEntry): number | null => to?.sortMs ?? null;

/** What has no time stands behind what has. */
const byTime =
  (time: (entry: ConversationEntry) => number | null, direction: 1 | -1) =>
  (a: ConversationEntry, b: ConversationEntry): number => {
    const [ta, tb] = [time(a), time(b)];
    if (ta === null || tb === null) return Number(ta === null) - Number(tb === null);
    return direction * (ta - tb);
  };

const ORDERS: Readonly<
  Record<Exclude<Sort, 'file'>, (a: ConversationEntry, b: ConversationEntry) => number>
> = {
  newest: byTime(endOf, -1),
  oldest: byTime(startOf, 1),
  title: (a, b) => collator.compare(a.title, b.title),
  longest: (a, b) => b.turns - a.turns || b.messages - a.messages,
};

/** The entries in that order; equal ones stay as they are in the file. */
export const sorted = (entries: readonly ConversationEntry[], sort: Sort): readonly ConversationEntry[] =>
  sort === 'file' ? entries : [...entries].sort(ORDERS[sort]);

/** Those whose title, first words and file hold every word of the search. */
export function found(entries: readonly ConversationEntry[], search: string): readonly ConversationEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ title, firstWords, source }) => {
    const text = `${title}\n${firstWords}\n${source}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2 Mar 2026", "2 to 4 Mar 2026": the days of its first and last message; '' without times. */
export function daysText(from: Timestamp | null, to: Timestamp | null): string {
  if (!from || !to) return '';
  const [first, last] = [DAY.format(from.sortMs), DAY.format(to.sortMs)];
  if (first === last) return first;
  const [day = '', month, year] = first.split(' ');
  const [, lastMonth, lastYear] = last.split(' ');
  const start = year !== lastYear ? first : month !== lastMonth ? `${day} ${month}` : day;
  return `${start} to ${last}`;
}
