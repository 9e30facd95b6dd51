import { argumentsText } from '../conversation';
import { type Exporter, jsonText } from './exporter';
import { argumentsObject, type SendableMessage, toSendable } from './sendable';

const TYPES = { system: 'system', user: 'human', assistant: 'ai' } as const;

/**
 * `messages_to_dict` of LangChain: `[{type, data}]`, read back by `messages_from_dict`. Ids stand in `id`, times in
 * `additional_kwargs.timestamp`, which LangChain keeps and sends to no provider.
 */
export const exporter: Exporter = {
  id: 'langchain',
  label: 'LangChain',
  describe: 'Messages as messages_to_dict writes them, for messages_from_dict.',
  extension: 'json',
  keepsTimes: true,

  make({ items }) {
    const { messages, notes } = toSendable(items);
    const written = messages.flatMap(langChainMessages);
    return { text: jsonText(written), messages: written.length, notes };
  },
};

function langChainMessages({ role, text, name, id, time, calls }: SendableMessage): object[] {
  const base = {
    content: text,
    additional_kwargs: time ? { timestamp: time.text } : {},
    response_metadata: {},
    type: TYPES[role],
    name: name ?? null,
    id: id ?? null,
  };
  if (role !== 'assistant') return [{ type: TYPES[role], data: base }];
  const valid: object[] = [];
  const invalid: object[] = [];
  for (const call of calls) {
    const args = argumentsObject(call.arguments);
    if (args) valid.push({ name: call.name, args, id: call.id, type: 'tool_call' });
    else
      invalid.push({
        name: call.name,
        args: argumentsText(call.arguments),
        id: call.id,
        error: null,
        type: 'invalid_tool_call',
      });
  }
  return [
    { type: 'ai', data: { ...base, tool_calls: valid, invalid_tool_calls: invalid } },
    ...calls.map(({ id: callId, name: tool, result }) => ({
      type: 'tool',
      data: {
        content: result.text,
        additional_kwargs: time ? { timestamp: time.text } : {},
        response_metadata: {},
        type: 'tool',
        name: tool,
        id: null,
        tool_call_id: callId,
        status: result.isError ? 'error' : 'success',
      },
    })),
  ];
}
