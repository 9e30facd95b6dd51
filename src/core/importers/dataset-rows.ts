import { isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { isOpenAiMessage } from './openai-messages';

/** The messages of one row of a data set or log of requests. */
export interface RowMessages {
  readonly items: readonly unknown[];
  /** Within the row: `chosen[1]`. */
  readonly pathOf: (index: number) => string;
  /** Where the answers stand that were not preferred. */
  readonly hidden: readonly string[];
}

/** A column of that name may hold anything, so its values have to be messages. */
const COLUMNS = ['conversation', 'conversations', 'dialog', 'dialogue', 'chat'];
const areMessages = (value: unknown): boolean => vote(listOf(value), isOpenAiMessage) > 0;

/** A row's messages, whichever column has them; null for a row without such a column. */
export function rowMessages(row: JsonRecord): RowMessages | null {
  const found = inColumns(row);
  const content = stringOf(row.system);
  if (!found || found.items.length === 0 || content === undefined) return found;
  return {
    ...found,
    items: [{ role: 'system', content }, ...found.items],
    pathOf: (i) => (i === 0 ? 'system' : found.pathOf(i - 1)),
  };
}

function inColumns(row: JsonRecord): RowMessages | null {
  if (Array.isArray(row.messages)) return column(row, 'messages');
  const key = COLUMNS.find((name) => areMessages(row[name]));
  if (key !== undefined) return column(row, key);
  return preference(row) ?? within(row, 'body');
}

const column = (row: JsonRecord, key: string): RowMessages => ({
  items: listOf(row[key]),
  pathOf: (i) => `${key}[${i}]`,
  hidden: [],
});

/** A request that stands in a row of a batch. */
function within(row: JsonRecord, key: string): RowMessages | null {
  const inner = row[key];
  if (!isRecord(inner) || !areMessages(inner.messages)) return null;
  return { ...column(inner, 'messages'), pathOf: (i) => `${key}.messages[${i}]` };
}

/** The names that trainers give to a prompt, the answer that was preferred, and the one that was not. */
const PREFERENCES = [
  { prompt: 'prompt', good: 'chosen', bad: 'rejected' },
  { prompt: 'input', good: 'preferred_output', bad: 'non_preferred_output' },
];

function preference(row: JsonRecord): RowMessages | null {
  for (const { prompt, good, bad } of PREFERENCES) {
    const asked = [column(row, prompt), within(row, prompt)].find((c) => areMessages(c?.items));
    const answer = areMessages(row[good]) ? column(row, good) : null;
    if (!answer && (!asked || prompt === 'input')) continue;
    // Some data sets repeat the prompt in front of each answer.
    const isWhole = !asked || (answer && sameStart(asked.items, answer.items) === asked.items.length);
    const shown = isWhole ? [] : (asked?.items ?? []);
    const other = listOf(row[bad]);
    const items = [...shown, ...(answer?.items ?? [])];
    const same = Math.max(sameStart(items, other), sameStart(answer?.items ?? [], other));
    return {
      items,
      pathOf: (i) =>
        i < shown.length ? (asked?.pathOf(i) ?? prompt) : (answer?.pathOf(i - shown.length) ?? good),
      hidden: other.slice(same).map((_, i) => `${bad}[${same + i}]`),
    };
  }
  return null;
}

/** How many messages two lists begin with in common. */
function sameStart(a: readonly unknown[], b: readonly unknown[]): number {
  let n = 0;
  while (n < a.length && n < b.length && isSame(a[n], b[n])) n++;
  return n;
}

const isSame = (a: unknown, b: unknown): boolean =>
  isRecord(a) && isRecord(b) && a.role === b.role && typeof a.content === 'string' && a.content === b.content;
