import type { Part } from '../conversation';
import type { Result } from '../result';
import { buildConversation, type DraftMessage } from './build-conversation';
import { type Chat, chatItems, readingChats } from './chat-files';
import { ImportReport } from './import-report';
import type { Imported, Importer } from './importer';
import { type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { compactJson } from './openai-parts';

export const importer: Importer = {
  id: 'alpaca',
  title: 'Alpaca data set (JSON or JSONL)',
  describe: 'Rows with "instruction", "input" and "output": one exchange each.',

  detect: (source) => 0.9 * vote(chatItems(source), (row) => 'instruction' in row && 'output' in row),
  ...readingChats({ hasMessage, read }),
};

function hasMessage({ record, path }: Chat): boolean {
  return messagesOf(record, path, new ImportReport()).some((m) => m.parts.length > 0);
}

function read(
  { record, path }: Chat,
  _leafId: string | undefined,
  report: ImportReport,
  otherConversations: number,
): Result<Imported> {
  const messages = messagesOf(record, path, report);
  return buildConversation({
    format: 'alpaca',
    messages,
    report,
    title: stringOf(record.title),
    otherConversations,
  });
}

/** Variants of the data set add a `system` prompt and earlier exchanges as `history: [[question, answer]]`. */
function messagesOf(row: JsonRecord, path: string, report: ImportReport): DraftMessage[] {
  const say = (role: DraftMessage['role'], value: unknown, key: string): DraftMessage => {
    const isAbsent = value === undefined || value === null;
    if (typeof value !== 'string' && !isAbsent) report.add('mixed-shapes', { where: `${path}${key}` });
    const text = typeof value === 'string' || isAbsent ? (value ?? '') : compactJson(value);
    const parts: Part[] = text === '' ? [] : [{ type: 'text', text }];
    return { role, parts, where: `${path}${key}` };
  };
  const messages: DraftMessage[] = [];
  if (stringOf(row.system)) messages.push(say('system', row.system, 'system'));
  listOf(row.history).forEach((pair, i) => {
    const [question, answer] = listOf(pair);
    messages.push(say('user', question, `history[${i}]`), say('assistant', answer, `history[${i}]`));
  });
  const asked = say('user', row.instruction, 'instruction');
  const input = say('user', row.input, 'input');
  const words = [...asked.parts, ...input.parts].flatMap((p) => (p.type === 'text' ? [p.text] : []));
  messages.push(say('user', words.join('\n\n'), 'instruction'));
  const outputs = Array.isArray(row.output) ? row.output : [row.output];
  report.add('branches-hidden', { count: outputs.length - 1, where: `${path}output` });
  messages.push(say('assistant', outputs[0], 'output'));
  return messages;
}
