import type { Part } from '../conversation';
import { placeAt } from '../places';
import { fail } from '../result';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { messageTime } from './message-time';
import { toolCall } from './openai-messages';
import { readContent } from './openai-parts';
import { roleOf } from './roles';

const isTurn = (item: JsonRecord): boolean =>
  typeof item.from === 'string' && ('value' in item || typeof item.text === 'string');

/** A row's turns; a bare list of turns is one row. */
const turnsOf = (row: JsonRecord): readonly unknown[] => listOf(row.conversations ?? row.conversation);

export const importer: Importer = {
  id: 'sharegpt',
  title: 'ShareGPT (JSON or JSONL)',
  describe: 'Rows with {"conversations": [{"from": "human", "value": "..."}]}.',

  detect(source) {
    const rows = topItems(source);
    return Math.max(0.95 * vote(rows, (row) => vote(turnsOf(row), isTurn) >= 0.5), 0.9 * vote(rows, isTurn));
  },

  splits: (items) => vote(items, isTurn) === 0,

  parse(source) {
    const top = topItems(source);
    const bare = vote(top, isTurn) > 0;
    const rows = bare ? [{ conversations: top }] : top.filter(isRecord);
    const isFilled = (row: JsonRecord): boolean => turnsOf(row).some((t) => isRecord(t));
    const filled = rows.filter(isFilled);
    const row = filled[0];
    if (!row) return fail(noConversation(0));
    const report = new ImportReport();
    const placeAmong = new Map(top.map((r, i) => [r, i + (source.firstItem ?? 0)]));
    const placeOf = (of: unknown): string => (Array.isArray(source.json) ? `[${placeAmong.get(of)}]` : '');
    const empty = rows.filter((r) => !isFilled(r));
    report.add('empty-conversation', { count: empty.length, places: empty.map((r) => placeAt(placeOf(r))) });
    const path = bare ? '' : [placeOf(row), 'conversations'].filter((p) => p !== '').join('.');
    const messages: DraftMessage[] = [];
    const system = 'system' in row ? stringOf(row.system) : undefined;
    if (system) messages.push({ role: 'system', parts: [{ type: 'text', text: system }] });
    turnsOf(row).forEach((turn, i) => {
      if (isRecord(turn)) messages.push(readTurn(turn, `${path}[${i}]`, report));
      else report.add('mixed-shapes', { where: `${path}[${i}]` });
    });
    return buildConversation({
      format: 'sharegpt',
      messages,
      report,
      title: 'title' in row ? stringOf(row.title) : undefined,
      fileName: source.name,
      otherConversations: filled.length - 1,
    });
  },
};

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
