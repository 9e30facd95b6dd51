import { placeAt } from '../places';
import type { Result } from '../result';
import { fail } from '../result';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { rowMessages } from './dataset-rows';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, VOTE_ITEMS, vote } from './json-shape';
import { isOpenAiMessage, readOpenAiMessages } from './openai-messages';

/** A list of messages and its JSON path; several of them are several conversations. */
interface MessageList {
  readonly items: readonly unknown[];
  readonly path: string;
  /** Of an item, where the list is put together of several. */
  readonly pathOf?: ((index: number) => string) | undefined;
  /** Answers beside the list that are not shown. */
  readonly hidden?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** A response's `choices`: the first is what was said, the others are alternatives. */
  readonly choices?: readonly unknown[];
  /** `created` of a response, for the reply. */
  readonly created?: unknown;
}

/** Where requests, responses, logs of both and wrappers keep the list, most usual first. */
const LIST_KEYS = ['messages', 'data', 'history', 'items'];
const WRAPPER_KEYS = ['request', 'body', 'response', 'params', 'input', 'output'];

export const importer: Importer = {
  id: 'openai-chat',
  title: 'OpenAI chat messages (JSON)',
  describe:
    'A JSON list of {"role", "content"} messages, {"messages": [...]}, a whole request or a response.',
  detect,
  parse,
  parseAll,
  splits: (items) => vote(items, isOpenAiMessage) === 0,
};

function detect(source: ImportSource): number {
  const lists = findLists(source, VOTE_ITEMS);
  const items = lists
    .slice(0, VOTE_ITEMS)
    .flatMap((l) => [...l.items.slice(0, VOTE_ITEMS), ...choiceMessages(l)]);
  const emptyList = lists.length > 0 && items.length === 0 ? 0.1 : 0;
  return Math.max(emptyList, 0.5 * vote(items, isOpenAiMessage));
}

const isFilled = (list: MessageList): boolean => list.items.some(isRecord) || choiceMessages(list).length > 0;

/** The first list with a visible message (rule 10). */
function parse(source: ImportSource): Result<Imported> {
  const lists = findLists(source);
  const filled = lists.filter(isFilled);
  const empty = lists.filter((list) => !isFilled(list));
  let failed: Result<Imported> | undefined;
  for (const [i, list] of filled.entries()) {
    const imported = read(list, source.name, { empty, others: filled.length - i - 1 });
    if (imported.ok) return imported;
    failed ??= imported;
    empty.push(list);
  }
  return failed ?? fail(noConversation(0));
}

function* parseAll(source: ImportSource): Generator<Imported> {
  for (const list of findLists(source)) {
    const imported = isFilled(list) ? read(list, source.name, { empty: [], others: 0 }) : null;
    if (imported?.ok) yield imported.value;
  }
}

function read(
  list: MessageList,
  name: string | undefined,
  counts: { readonly empty: readonly MessageList[]; readonly others: number },
): Result<Imported> {
  const report = new ImportReport();
  report.add('empty-conversation', {
    count: counts.empty.length,
    places: counts.empty.map(({ path }) => placeAt(path)),
  });
  report.add('branches-hidden', {
    count: list.hidden?.length ?? 0,
    places: (list.hidden ?? []).map(placeAt),
  });
  const pathOf = list.pathOf ?? ((i: number) => `${list.path}[${i}]`);
  const messages = readOpenAiMessages(list.items, pathOf, report);
  return buildConversation({
    format: 'openai-chat',
    messages: [...messages, ...readChoices(list, report)],
    report,
    title: list.title,
    fileName: name,
    otherConversations: counts.others,
  });
}

function readChoices(list: MessageList, report: ImportReport): DraftMessage[] {
  const replies = choiceMessages(list);
  report.add('branches-hidden', {
    count: replies.length - 1,
    places: replies.slice(1).map((_, i) => placeAt(`choices[${i + 1}].message`)),
  });
  const withTime = replies.slice(0, 1).map((m) => ({ created: list.created, ...m }));
  return readOpenAiMessages(withTime, () => 'choices[0].message', report);
}

const choiceMessages = (list: MessageList): JsonRecord[] =>
  (list.choices ?? []).flatMap((c) => (isRecord(c) && isRecord(c.message) ? [c.message] : []));

/** `limit`: how many lines are looked at, for detection. */
function findLists(source: ImportSource, limit = Infinity): MessageList[] {
  const { json, lines = [], firstItem = 0 } = source;
  if (json === undefined) {
    const rows = lines.slice(0, limit);
    const values = rows.map(({ value }) => value);
    // Lines of messages are one conversation, and another format.
    return vote(values, isOpenAiMessage) > 0 ? [] : listsOfRows(values, (n) => `line ${rows[n]!.number}`);
  }
  if (!Array.isArray(json)) return isRecord(json) ? listsOfObject(json, '') : [];
  if (vote(json, (item) => isOpenAiMessage(item)) > 0) return [{ items: json, path: '' }];
  return listsOfRows(json, (n) => `[${n + firstItem}]`);
}

function listsOfRows(rows: readonly unknown[], pathOf: (row: number) => string): MessageList[] {
  const lists = rows.map((item, n): MessageList[] => {
    if (Array.isArray(item)) return [{ items: item as unknown[], path: pathOf(n) }];
    return isRecord(item) ? listsOfObject(item, pathOf(n)) : [];
  });
  if (!lists.some((found) => found.length > 0)) return [];
  // A row of which nothing is shown is counted.
  return lists.flatMap((found, n) => (found.length > 0 ? found : [{ items: [], path: pathOf(n) }]));
}

function listsOfObject(root: JsonRecord, path: string): MessageList[] {
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if (isOpenAiMessage(root)) return [{ items: [root], path }];
  const title = stringOf(root.title);
  const key = LIST_KEYS.find(
    (k) => Array.isArray(root[k]) && (k === 'messages' || vote(listOf(root[k]), isOpenAiMessage) > 0),
  );
  const own: MessageList = {
    items: key ? listOf(root[key]) : [],
    path: key ? at(key) : path,
    title,
    choices: listOf(root.choices),
    created: root.created,
  };
  if (choiceMessages(own).length > 0) return [own];
  // A log entry may hold the request and its response side by side: together they are one conversation.
  const inner = WRAPPER_KEYS.flatMap((k) =>
    isRecord(root[k]) ? listsOfObject(root[k], at(k)).slice(0, 1) : [],
  );
  const row = key ? null : rowMessages(root);
  const request = key
    ? own
    : row
      ? { ...own, items: row.items, pathOf: (i: number) => at(row.pathOf(i)), hidden: row.hidden.map(at) }
      : inner.find((l) => l.items.length > 0);
  const response = inner.find((l) => choiceMessages(l).length > 0);
  if (request && response && request !== response) {
    return [
      { ...request, ...(response.choices ? { choices: response.choices } : {}), created: response.created },
    ];
  }
  return request || response ? [request ?? response!] : [];
}
