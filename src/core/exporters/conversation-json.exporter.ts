import { argumentsText, type Conversation, type Message, messageText } from '../conversation';
import type { Exporter } from './exporter';
import { toolCallIds } from './tool-call-ids';

export const exporter: Exporter = {
  id: 'conversation-json',
  label: 'JSON with times and ids',
  describe: 'OpenAI messages with ids, times and attachments, which this app and scripts read back.',
  extension: 'json',

  make({ title, items }) {
    const messages = items.map(({ id, time, ...item }, i) => ({
      ...item,
      id: id ?? `m${i + 1}`,
      time: time ?? null,
    }));
    return { text: toConversationJson({ id: '', title, messages }), messages: messages.length, notes: [] };
  },
};

/**
 * The conversation as a file: `{title, messages}` in OpenAI form with extra fields where that form has none (`id`,
 * `timestamp`, `timestamp_assumed`, `offset_ms`, `kind`, `reasoning_content`, `attachments`, `is_error`). The `openai-chat`
 * importer reads all of them, so opening the file again gives the same ids, roles, texts, times, names and tool pairs. Text parts of one
 * message become one; a message without any content is not read back.
 */
export function toConversationJson(conversation: Conversation): string {
  const messages = exportMessages(conversation.messages).flat();
  return `${JSON.stringify({ title: conversation.title, messages }, null, 2)}\n`;
}

/** What each message becomes: one object with its id, and one without for every further tool result. */
export function exportMessages(messages: readonly Message[]): object[][] {
  const idOf = toolCallIds(messages.flatMap((m) => m.parts));
  return messages.map((message) => exportMessage(message, idOf));
}

function exportMessage(message: Message, idOf: ReturnType<typeof toolCallIds>): object[] {
  const calls: object[] = [];
  const attachments: object[] = [];
  const reasoning: string[] = [];
  const results: { callId: string; text: string; isError: boolean }[] = [];
  for (const part of message.parts) {
    if (part.type === 'tool-call') {
      const call = { name: part.name, arguments: argumentsText(part.arguments) };
      calls.push({ id: idOf(part), type: 'function', function: call });
    } else if (part.type === 'tool-result') {
      results.push({ callId: idOf(part), text: part.text, isError: part.isError === true });
    } else if (part.type === 'attachment') {
      const { kind, name, mediaType, text } = part;
      attachments.push({ kind, name, media_type: mediaType, text });
    } else if (part.type === 'reasoning') {
      reasoning.push(part.text);
    } else if (message.role === 'tool') {
      results.push({
        callId: idOf({ ...part, type: 'tool-result', callId: null }),
        text: part.text,
        isError: false,
      });
    }
  }
  const time = message.time
    ? { timestamp: message.time.text, ...(message.time.assumed ? { timestamp_assumed: true } : {}) }
    : {};
  const resultMessages = results.map(({ callId, text, isError }) => ({
    role: 'tool',
    tool_call_id: callId,
    content: text,
    ...(isError ? { is_error: true } : {}),
  }));
  const text = message.role === 'tool' ? '' : messageText(message);
  const marks = {
    ...(message.kind ? { kind: message.kind } : {}),
    ...(message.offsetMs === undefined ? {} : { offset_ms: message.offsetMs }),
    ...time,
  };
  const extras = {
    ...(message.name ? { name: message.name } : {}),
    ...(reasoning.length > 0 ? { reasoning_content: reasoning.join('\n') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...marks,
  };
  const [first, ...rest] = resultMessages;
  if (message.role === 'tool' && first) {
    return [{ id: message.id, ...first, ...extras }, ...rest.map((r) => ({ ...r, ...marks }))];
  }
  const own = {
    id: message.id,
    role: message.role,
    content: text === '' && calls.length > 0 ? null : text,
    ...extras,
  };
  return [own, ...resultMessages.map((r) => ({ ...r, ...marks }))];
}
