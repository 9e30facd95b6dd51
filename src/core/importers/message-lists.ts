import { placeAt } from '../places';
import type { Result } from '../result';
import { fail } from '../result';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Imported, ImportSource } from './importer';
import { isRecord, type JsonRecord, stringOf, VOTE_ITEMS, vote } from './json-shape';

/** One conversation's messages within a file. */
export interface MessageList {
  readonly items: readonly unknown[];
  /** How a user finds an item: `messages[3]`, `line 4`. */
  readonly pathOf: (index: number) => string;
  /** The objects around the list, innermost first: they have the title, the system prompt, the response. */
  readonly owners: readonly JsonRecord[];
  /** Answers that stand beside the list and are not shown. */
  readonly hidden?: readonly string[] | undefined;
}

/** Where requests, states, logs and wrappers keep the list, most usual first. */
const KEYS = [
  'messages',
  'values',
  'channel_values',
  'checkpoint',
  'state',
  'data',
  'items',
  'conversation',
  'history',
  'chat',
  'thread',
  'request',
  'body',
  'params',
  'input',
  'inputs',
  'response',
  'output',
  'outputs',
];
const MAX_DEPTH = 5;

type Test = (item: JsonRecord) => boolean;

/**
 * The lists of messages in a file, in file order: a list of messages, an object that holds one, a list or lines of such
 * objects. Of one object only the first list counts, so that a log of requests and responses is one conversation per row.
 * `limit`: how many rows are looked at, for detection.
 */
export function messageLists(source: ImportSource, isMessage: Test, limit = Infinity): MessageList[] {
  if (source.json === undefined) {
    const values = (source.lines ?? []).slice(0, limit).map((line) => line.value);
    const line = (i: number): string => `line ${source.lines?.[i]?.number ?? i + 1}`;
    return listsOfArray(values, line, [], isMessage, 0);
  }
  const { json, firstItem = 0 } = source;
  if (Array.isArray(json))
    return listsOfArray(json.slice(0, limit), (i) => `[${i + firstItem}]`, [], isMessage, 0);
  return listsOf(json, '', [], isMessage, 0);
}

function listsOf(
  value: unknown,
  path: string,
  owners: readonly JsonRecord[],
  isMessage: Test,
  depth: number,
): MessageList[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return listsOfArray(value, (i) => `${path}[${i}]`, owners, isMessage, depth);
  if (!isRecord(value)) return [];
  if (isMessage(value)) return [{ items: [value], pathOf: () => path || 'top level', owners }];
  for (const key of KEYS) {
    if (!Object.hasOwn(value, key) || typeof value[key] !== 'object') continue;
    const at = path === '' ? key : `${path}${/^line \d+$/.test(path) ? ', ' : '.'}${key}`;
    const lists = listsOf(value[key], at, [value, ...owners], isMessage, depth + 1);
    if (lists.length > 0) return lists;
  }
  return [];
}

function listsOfArray(
  items: readonly unknown[],
  pathOf: (index: number) => string,
  owners: readonly JsonRecord[],
  isMessage: Test,
  depth: number,
): MessageList[] {
  if (vote(items, isMessage) > 0) return [{ items, pathOf, owners }];
  const lists = items.map((item, i) => listsOf(item, pathOf(i), owners, isMessage, depth + 1));
  if (depth > 0 || !lists.some((found) => found.length > 0)) return lists.flat();
  // A row of which nothing is shown is counted.
  return lists.flatMap((found, i) =>
    found.length > 0 ? found : [{ items: [], pathOf: () => pathOf(i), owners }],
  );
}

/** Up to 200 messages of a file, for detection. */
export const sampleMessages = (source: ImportSource, isMessage: Test): JsonRecord[] =>
  messageLists(source, isMessage, VOTE_ITEMS)
    .slice(0, VOTE_ITEMS)
    .flatMap((list) => list.items.slice(0, VOTE_ITEMS))
    .filter(isRecord)
    .slice(0, VOTE_ITEMS);

/** One list as a conversation; `empty` lists have no message, and `others` follow. */
export type ReadList = (
  list: MessageList,
  counts: { empty: readonly MessageList[]; others: number },
) => Result<Imported>;

const isFilled = ({ items }: MessageList): boolean => items.some(isRecord);

/** The first list with a visible message (rule 10). */
export function firstConversation(lists: readonly MessageList[], read: ReadList): Result<Imported> {
  let failed: Result<Imported> | undefined;
  const filled = lists.filter(isFilled);
  const empty = lists.filter((list) => !isFilled(list));
  for (const [i, list] of filled.entries()) {
    const imported = read(list, { empty, others: filled.length - i - 1 });
    if (imported.ok) return imported;
    failed ??= imported;
    empty.push(list);
  }
  return failed ?? fail(noConversation(0));
}

/** How a format's lists become conversations: `read` gives the messages, the title stands beside the list. */
export const listReader =
  (
    format: string,
    source: ImportSource,
    read: (list: MessageList, report: ImportReport) => readonly DraftMessage[],
  ): ReadList =>
  (list, counts) => {
    const report = new ImportReport();
    report.add('empty-conversation', {
      count: counts.empty.length,
      places: counts.empty.map((empty) => placeAt(empty.pathOf(0))),
    });
    report.add('branches-hidden', {
      count: list.hidden?.length ?? 0,
      places: (list.hidden ?? []).map(placeAt),
    });
    return buildConversation({
      format,
      messages: read(list, report),
      report,
      title: list.owners.map((owner) => stringOf(owner.title)).find((title) => title !== undefined),
      fileName: source.name,
      otherConversations: counts.others,
    });
  };

/** What `read` makes of a list's items; what is no object is counted. */
export const readItems = (
  list: MessageList,
  report: ImportReport,
  read: (item: JsonRecord, path: string, report: ImportReport) => readonly DraftMessage[],
): DraftMessage[] =>
  list.items.flatMap((item, i) => {
    const path = list.pathOf(i);
    if (isRecord(item)) return read(item, path, report);
    report.add('mixed-shapes', { where: path });
    return [];
  });

export function* allConversations(lists: readonly MessageList[], read: ReadList): Generator<Imported> {
  for (const list of lists) {
    const imported = read(list, { empty: [], others: 0 });
    if (imported.ok) yield imported.value;
  }
}
