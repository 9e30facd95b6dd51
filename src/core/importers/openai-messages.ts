import type { Json, Part } from '../conversation';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { messageTime } from './message-time';
import { joinTexts, readContent, readExportedAttachments } from './openai-parts';
import { roleOf } from './roles';

/** A Chat Completions message, or what several other formats write the same way. */
export const isOpenAiMessage = (item: JsonRecord): boolean =>
  typeof item.role === 'string' &&
  (typeof item.content === 'string' ||
    item.content === null ||
    Array.isArray(item.content) ||
    isRecord(item.content) ||
    Array.isArray(item.tool_calls) ||
    isRecord(item.function_call) ||
    typeof item.refusal === 'string');

/** Messages in the form of OpenAI Chat Completions; `pathOf` names an item for the user (`messages[3]`, `line 4`). */
export function readOpenAiMessages(
  items: readonly unknown[],
  pathOf: (index: number) => string,
  report: ImportReport,
): DraftMessage[] {
  const out: DraftMessage[] = [];
  items.forEach((item, i) => {
    if (isRecord(item)) out.push(readMessage(item, pathOf(i), report));
    else report.add('mixed-shapes', { where: pathOf(i) });
  });
  return out;
}

function readMessage(item: JsonRecord, path: string, report: ImportReport): DraftMessage {
  const { role, known } = roleOf(item.role);
  if (!known) report.add('unknown-sender', { where: `${path}.role` });
  const name = stringOf(item.name) ?? (known ? undefined : stringOf(item.role));
  const content = readContent(item.content, `${path}.content`, report);
  const audio = isRecord(item.audio) ? item.audio : null;
  const text = joinTexts([content.text, stringOf(item.refusal) ?? '', stringOf(audio?.transcript) ?? '']);
  const reasoning = joinTexts([
    stringOf(item.reasoning_content) ?? stringOf(item.reasoning) ?? '',
    content.reasoning,
  ]);

  const parts: Part[] = [];
  if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning });
  if (role === 'tool') {
    const isError = item.is_error === true;
    parts.push({
      type: 'tool-result',
      callId: idOf(item.tool_call_id) ?? null,
      text,
      ...(isError ? { isError } : {}),
    });
  } else if (text !== '') {
    parts.push({ type: 'text', text });
  }
  // Not push(...list): a list of a hundred thousand would overflow the stack.
  for (const part of readCalls(item, path, report)) parts.push(part);
  for (const part of [...content.attachments, ...readExportedAttachments(item.attachments)]) parts.push(part);
  if (audio) {
    if (stringOf(audio.data)) report.add('image-payload-dropped', { where: `${path}.audio` });
    parts.push({ type: 'attachment', kind: 'audio' });
  }
  return {
    id: idOf(item.id),
    role,
    parts,
    time: messageTime(item),
    name,
    ...exportedMarks(item),
    where: path,
  };
}

/** `kind` and `offset_ms` as our own exports write them. */
export const exportedMarks = ({
  kind,
  offset_ms: offsetMs,
}: JsonRecord): Pick<DraftMessage, 'kind' | 'offsetMs'> => ({
  kind: kind === 'summary' || kind === 'event' ? kind : undefined,
  offsetMs: typeof offsetMs === 'number' && Number.isFinite(offsetMs) ? offsetMs : undefined,
});

/** `tool_calls` (function and custom) and the older `function_call`; null means absent, as SDKs write it. */
export function readCalls(item: JsonRecord, path: string, report: ImportReport): Part[] {
  const parts: Part[] = [];
  listOf(item.tool_calls).forEach((call: unknown, c) => {
    const body = isRecord(call) ? [call.function, call.custom, call].find(isRecord) : undefined;
    const name = stringOf(body?.name);
    if (!isRecord(call) || !body || name === undefined) {
      report.add('mixed-shapes', { where: `${path}.tool_calls[${c}]` });
      return;
    }
    parts.push(toolCall(idOf(call.id) ?? null, name, body.arguments ?? body.input ?? body.args));
  });
  if (isRecord(item.function_call)) {
    const name = stringOf(item.function_call.name);
    if (name === undefined) report.add('mixed-shapes', { where: `${path}.function_call` });
    else parts.push(toolCall(null, name, item.function_call.arguments));
  }
  return parts;
}

/** `buildConversation` makes the arguments clean JSON; here they only have to be parsed JSON. */
export const toolCall = (callId: string | null, name: string, args: unknown): Part => ({
  type: 'tool-call',
  callId,
  name,
  arguments: args === undefined || args === null ? '' : (args as Json),
});
