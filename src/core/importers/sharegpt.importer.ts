import type { Part } from '../conversation';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import {
  allConversations,
  firstConversation,
  listReader,
  type MessageList,
  readItems,
} from './message-lists';
import { messageTime } from './message-time';
import { toolCall } from './openai-messages';
import { readContent } from './openai-parts';
import { roleOf } from './roles';

const isTurn = (item: JsonRecord): boolean =>
  typeof item.from === 'string' && ('value' in item || typeof item.text === 'string');

/** The site itself wrote `items`. */
const KEYS = ['conversations', 'conversation', 'items'];

/** A row's turns; a bare list of turns is one row. */
const turnsOf = (row: JsonRecord): readonly unknown[] =>
  KEYS.map((key) => listOf(row[key])).find((turns) => turns.length > 0) ?? [];

export const importer: Importer = {
  id: 'sharegpt',
  title: 'ShareGPT (JSON or JSONL)',
  describe: 'Rows with {"conversations": [{"from": "human", "value": "..."}]}.',

  detect(source) {
    const rows = topItems(source);
    return Math.max(0.95 * vote(rows, (row) => vote(turnsOf(row), isTurn) >= 0.5), 0.9 * vote(rows, isTurn));
  },

  splits: (items) => vote(items, isTurn) === 0,

  parse: (source) => firstConversation(rowsOf(source), reader(source)),
  parseAll: (source) => allConversations(rowsOf(source), reader(source)),
};

function rowsOf(source: ImportSource): MessageList[] {
  const top = topItems(source);
  if (vote(top, isTurn) > 0) return [{ items: top, pathOf: (i) => `[${i}]`, owners: [] }];
  return top.map((row, i) => {
    const line = source.lines && !Array.isArray(source.json) ? `line ${source.lines[i]?.number}` : '';
    const place = Array.isArray(source.json) ? `[${i + (source.firstItem ?? 0)}]` : line;
    const turns = isRecord(row) ? turnsOf(row) : [];
    const key = isRecord(row) ? KEYS.find((name) => row[name] === turns) : undefined;
    const at = [place, key].filter((p) => p).join(line === '' ? '.' : ', ');
    return {
      items: turns,
      pathOf: (t) => (t < turns.length ? `${at}[${t}]` : place),
      owners: isRecord(row) ? [row] : [],
    };
  });
}

const reader = (source: ImportSource) =>
  listReader('sharegpt', source, (list, report) => {
    const system = stringOf(list.owners[0]?.system);
    const turns = readItems(list, report, (turn, path) => [readTurn(turn, path, report)]);
    return system ? [{ role: 'system', parts: [{ type: 'text', text: system }] }, ...turns] : turns;
  });

function readTurn(turn: JsonRecord, path: string, report: ImportReport): DraftMessage {
  const from = turn.from ?? turn.role;
  const { text, attachments } = readContent(turn.value ?? turn.text ?? turn.content, `${path}.value`, report);
  const time = messageTime(turn);
  if (from === 'function_call')
    return { role: 'assistant', parts: [readCall(text), ...attachments], time, where: path };
  const { role, known } = roleOf(from);
  if (!known) report.add('unknown-sender', { where: `${path}.from` });
  const name = stringOf(turn.name) ?? (known ? undefined : stringOf(from));
  const said: Part[] =
    role === 'tool'
      ? [{ type: 'tool-result', callId: null, text }]
      : text === ''
        ? []
        : [{ type: 'text', text }];
  return { role, parts: [...said, ...attachments], time, name, where: path };
}

/** A call is JSON text `{"name", "arguments"}`; what is not stays as raw arguments of an unnamed function. */
function readCall(text: string): Part {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const name = isRecord(parsed) ? stringOf(parsed.name) : undefined;
  return name && isRecord(parsed) ? toolCall(null, name, parsed.arguments) : toolCall(null, 'function', text);
}
