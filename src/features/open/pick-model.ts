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

/**
 * Those whose title, first words and file hold every word of the search, at the beginning of a word; only where there are none,
 * anywhere.
 */
export function found(entries: readonly ConversationEntry[], search: string): readonly ConversationEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const holding = entries
    .map((entry) => ({ entry, text: textOf(entry) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const beginning = holding.filter(({ text }) => words.every((word) => beginsWord(text, word)));
  return (beginning.length > 0 ? beginning : holding).map(({ entry }) => entry);
}

const textOf = ({ title, firstWords, source }: ConversationEntry): string =>
  `${title}\n${firstWords}\n${source}`.toLowerCase();

/** Behind one of these, a letter does not begin a word. */
const WITHIN_WORD = /[\p{L}\p{M}\p{N}]$/u;
/** Not a letter, or of a script that writes words without spaces between them. */
const BEGINS_ANYWHERE =
  /^(?:[^\p{L}\p{N}]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])/u;

function beginsWord(text: string, word: string): boolean {
  if (BEGINS_ANYWHERE.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!WITHIN_WORD.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
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
