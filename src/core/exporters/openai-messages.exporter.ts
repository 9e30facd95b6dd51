import { argumentsText, type Part, type Role } from '../conversation';
import { toolCallIds } from './tool-call-ids';

/** What is exported: a message, or text that nobody said (a summary, a placeholder). */
export type ExportItem =
  | { readonly role: Role; readonly parts: readonly Part[]; readonly name?: string }
  | { readonly role: Role; readonly text: string; readonly name?: string };

export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is always a string, as the API has it. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of OpenAI Chat Completions. `content` is null only beside `tool_calls`. */
export type OpenAiMessage =
  | { readonly role: 'system' | 'user'; readonly content: string; readonly name?: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly name?: string;
      readonly tool_calls?: readonly OpenAiToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface OpenAiExport {
  readonly messages: readonly OpenAiMessage[];
  /** What the format has no place for, so that the reader can be told. */
  readonly dropped: { readonly attachments: number; readonly reasoning: number };
}

/**
 * A context as OpenAI Chat Completions messages, to be sent as it is. Order is kept; tool results are messages of their
 * own after the message that holds them; calls of another role than the assistant's become an assistant message.
 */
export function toOpenAiMessages(items: readonly ExportItem[]): OpenAiExport {
  const parts = items.flatMap(partsOf);
  const idOf = toolCallIds(parts);
  return {
    messages: items.flatMap((item) => exportItem(item, idOf)),
    dropped: {
      attachments: parts.filter((p) => p.type === 'attachment').length,
      reasoning: parts.filter((p) => p.type === 'reasoning').length,
    },
  };
}

const partsOf = (item: ExportItem): readonly Part[] =>
  'parts' in item ? item.parts : [{ type: 'text', text: item.text }];

function exportItem(item: ExportItem, idOf: ReturnType<typeof toolCallIds>): OpenAiMessage[] {
  const texts: string[] = [];
  const calls: OpenAiToolCall[] = [];
  const results: OpenAiMessage[] = [];
  for (const part of partsOf(item)) {
    if (part.type === 'text' && item.role === 'tool') {
      results.push(resultMessage(idOf({ type: 'tool-result', callId: null, text: part.text }), part.text));
    } else if (part.type === 'text') {
      texts.push(part.text);
    } else if (part.type === 'tool-result') {
      results.push(resultMessage(idOf(part), part.text));
    } else if (part.type === 'tool-call') {
      const call = { name: part.name, arguments: argumentsText(part.arguments) };
      calls.push({ id: idOf(part), type: 'function', function: call });
    }
  }
  const name = apiName(item.name);
  const text = texts.join('\n');
  const said: OpenAiMessage[] = [];
  if (item.role === 'assistant') {
    if (text !== '' || calls.length > 0 || results.length === 0)
      said.push(assistantMessage(text, calls, name));
  } else {
    if (item.role !== 'tool' && (text !== '' || (calls.length === 0 && results.length === 0))) {
      said.push({ role: item.role, content: text, ...name });
    }
    if (calls.length > 0) said.push(assistantMessage('', calls, {}));
  }
  return [...said, ...results];
}

const assistantMessage = (
  text: string,
  calls: readonly OpenAiToolCall[],
  name: { name?: string },
): OpenAiMessage => ({
  role: 'assistant',
  content: text === '' && calls.length > 0 ? null : text,
  ...name,
  ...(calls.length > 0 ? { tool_calls: calls } : {}),
});

const resultMessage = (id: string, content: string): OpenAiMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

/** The API takes names of up to 64 characters without spaces and < | \ / >. */
function apiName(name: string | undefined): { name?: string } {
  const valid = name
    ?.replace(/[\s<|\\/>]+/g, '_')
    .slice(0, 64)
    .replace(/\p{Surrogate}/gu, '');
  return valid ? { name: valid } : {};
}
