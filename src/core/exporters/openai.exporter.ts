import { argumentsText } from '../conversation';
import { type Exporter, jsonText, phrases } from './exporter';
import { leftOut } from './left-out';
import { type SendableMessage, toSendable } from './sendable';

interface OpenAiToolCall {
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

/** Messages of OpenAI Chat Completions (openai 6.49.0, `resources/chat/completions`), to be sent as they are. */
export const exporter: Exporter = {
  id: 'openai',
  label: 'OpenAI',
  describe: 'Messages of Chat Completions, as the API takes them.',
  extension: 'json',

  make({ items }) {
    const { messages, notes } = toSendable(items);
    const written = messages.flatMap(openAiMessages);
    const changed = messages.filter(({ name }) => name && apiName(name).name !== name).length;
    const ofTools = items.filter(({ role, name }) => role === 'tool' && name).length;
    return {
      text: jsonText(written),
      messages: written.length,
      notes: [
        ...notes,
        ...leftOut(items, { times: false, ids: false, errors: false, kinds: false }),
        ...phrases([
          [changed, 'name', 'names', 'is written as the API takes it', 'are written as the API takes them'],
          [ofTools, 'name of a tool', 'names of tools', 'is left out', 'are left out'],
        ]),
      ],
    };
  },
};

function openAiMessages({ role, text, name, calls }: SendableMessage): OpenAiMessage[] {
  const named = apiName(name);
  if (role !== 'assistant') return [{ role, content: text, ...named }];
  if (calls.length === 0) return [{ role, content: text, ...named }];
  return [
    {
      role,
      content: text === '' ? null : text,
      ...named,
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: argumentsText(call.arguments) },
      })),
    },
    ...calls.map(
      (call): OpenAiMessage => ({ role: 'tool', tool_call_id: call.id, content: call.result.text }),
    ),
  ];
}

/** The API takes names of up to 64 characters without spaces and < | \ / >. */
function apiName(name: string | undefined): { name?: string } {
  const valid = name
    ?.replace(/[\s<|\\/>]+/g, '_')
    .slice(0, 64)
    .replace(/\p{Surrogate}/gu, '');
  return valid ? { name: valid } : {};
}
