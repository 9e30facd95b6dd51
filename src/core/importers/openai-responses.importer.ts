import { placeAt } from '../places';
import type { Result } from '../result';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, topItems, VOTE_ITEMS } from './json-shape';
import { messageTime } from './message-time';
import { isOwnItem, type ResponsesItem, readResponsesItems } from './responses-items';

/** What one request, response, or log entry of both holds. */
interface Exchange {
  readonly instructions: unknown;
  readonly items: readonly ResponsesItem[];
  /** Entries that are no objects. */
  readonly strange: readonly string[];
  readonly title: string | undefined;
}

const WRAPPERS = ['request', 'body', 'params', 'response'];

export const importer: Importer = {
  id: 'openai-responses',
  title: 'OpenAI Responses items (JSON)',
  describe: 'A request with {"instructions", "input"}, a response with {"output"}, or a list of items.',

  detect(source) {
    const rows = topItems(source).slice(0, VOTE_ITEMS).filter(isRecord);
    if (rows.some((row) => row.object === 'response' && Array.isArray(row.output))) return 0.95;
    const items = exchangesOf(source, VOTE_ITEMS).flatMap((e) => e.items.slice(0, VOTE_ITEMS));
    if (items.some(({ item }) => isOwnItem(item) || listOf(item.content).some(isOwnPart))) return 0.9;
    return rows.some((row) => typeof row.input === 'string' && typeof row.instructions === 'string')
      ? 0.7
      : 0;
  },

  parse(source) {
    const exchanges = exchangesOf(source);
    let failed: Result<Imported> | undefined;
    const empty: Exchange[] = [];
    for (const [i, exchange] of exchanges.entries()) {
      const imported = read(exchange, source, empty, exchanges.length - i - 1);
      if (imported.ok) return imported;
      failed ??= imported;
      empty.push(exchange);
    }
    return failed ?? fail(noConversation(0));
  },

  *parseAll(source) {
    for (const exchange of exchangesOf(source)) {
      const imported = read(exchange, source, [], 0);
      if (imported.ok) yield imported.value;
    }
  },
};

const isOwnPart = (part: unknown): boolean =>
  isRecord(part) && /^(?:input_(?:text|image|file)|output_text)$/.test(String(part.type));
const isItem = (value: unknown): value is JsonRecord =>
  isRecord(value) && (isOwnItem(value) || typeof value.role === 'string' || value.type === 'compaction');

function exchangesOf(source: ImportSource, limit = Infinity): Exchange[] {
  const rows = topItems(source).slice(0, limit);
  const where = (i: number): string =>
    source.json === undefined
      ? `line ${source.lines?.[i]?.number ?? i + 1}`
      : Array.isArray(source.json)
        ? `[${i}]`
        : '';
  if (rows.slice(0, VOTE_ITEMS).some(isItem)) return [itemsOf(rows, where, null)];
  return rows.flatMap((row, i) => {
    const exchange = isRecord(row) ? exchangeOf(row, where(i), 0) : null;
    return exchange ? [exchange] : [];
  });
}

function itemsOf(
  list: readonly unknown[],
  where: (i: number) => string,
  time: ResponsesItem['time'],
): Exchange {
  const items: ResponsesItem[] = [];
  const strange: string[] = [];
  list.forEach((item, i) => {
    if (isRecord(item)) items.push({ item, where: where(i), time: messageTime(item) ?? time });
    else strange.push(where(i));
  });
  return { instructions: undefined, items, strange, title: undefined };
}

/** Request before response; `instructions` are repeated in the response, so the first ones count. */
function exchangeOf(row: JsonRecord, path: string, depth: number): Exchange | null {
  const at = (key: string): string =>
    path === '' ? key : `${path}${path.startsWith('line') ? ', ' : '.'}${key}`;
  const found: Exchange[] = [];
  if (typeof row.input === 'string')
    found.push(itemsOf([{ role: 'user', content: row.input }], () => at('input'), null));
  for (const key of ['input', 'data', 'items']) {
    if (Array.isArray(row[key])) found.push(itemsOf(row[key], (i) => `${at(key)}[${i}]`, null));
  }
  if (Array.isArray(row.output)) {
    found.push(itemsOf(row.output, (i) => `${at('output')}[${i}]`, parseTimestamp(row.created_at)));
  }
  if (depth < 3) {
    for (const key of WRAPPERS) {
      const inner = isRecord(row[key]) ? exchangeOf(row[key], at(key), depth + 1) : null;
      if (inner) found.push(inner);
    }
  }
  if (found.length === 0) return null;
  return {
    instructions:
      row.instructions ?? found.map((e) => e.instructions).find((i) => i !== undefined && i !== null),
    items: found.flatMap((e) => e.items),
    strange: found.flatMap((e) => e.strange),
    title: stringOf(row.title) ?? found.map((e) => e.title).find((t) => t !== undefined),
  };
}

function read(
  exchange: Exchange,
  source: ImportSource,
  empty: readonly Exchange[],
  others: number,
): Result<Imported> {
  const report = new ImportReport();
  report.add('empty-conversation', {
    count: empty.length,
    places: empty.flatMap(({ items: [first] }) => (first ? [placeAt(first.where)] : [])),
  });
  for (const where of exchange.strange) report.add('mixed-shapes', { where });
  const { instructions } = exchange;
  const system: DraftMessage[] = stringOf(instructions)
    ? [{ role: 'system', parts: [{ type: 'text', text: String(instructions) }] }]
    : readResponsesItems(itemsOf(listOf(instructions), (i) => `instructions[${i}]`, null).items, report);
  return buildConversation({
    format: 'openai-responses',
    messages: [...system, ...readResponsesItems(exchange.items, report)],
    report,
    title: exchange.title,
    fileName: source.name,
    otherConversations: others,
  });
}
