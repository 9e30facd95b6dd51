import { argumentsText } from '../conversation';
import { type Exporter, jsonText } from './exporter';
import { type AnsweredCall, argumentsObject, type SendableMessage, toSendable } from './sendable';

const TYPES = { system: 'system', user: 'human', assistant: 'ai' } as const;

/**
 * `messages_to_dict` of LangChain: `[{type, data}]`, read back by `messages_from_dict`. Ids stand in `id`; times, and whether
 * a message is a summary or an event, in `additional_kwargs`, which LangChain keeps and sends to no provider.
 */
export const exporter: Exporter = {
  id: 'langchain',
  label: 'LangChain',
  describe: 'Messages as messages_to_dict writes them, for messages_from_dict.',
  extension: 'json',

  make({ items }) {
    const { messages, notes } = toSendable(items);
    const written = messages.flatMap(langChainMessages);
    return { text: jsonText(written), messages: written.length, notes };
  },
};

const extrasOf = ({ time, kind, offsetMs }: Pick<SendableMessage, 'time' | 'kind' | 'offsetMs'>): object => ({
  ...(time ? { timestamp: time.text, ...(time.assumed ? { timestamp_assumed: true } : {}) } : {}),
  ...(kind ? { kind } : {}),
  ...(offsetMs === undefined ? {} : { offset_ms: offsetMs }),
});

const hasObject = (call: AnsweredCall): boolean => argumentsObject(call.arguments) !== null;

function langChainMessages(message: SendableMessage): object[] {
  const { role, text, name, id, calls } = message;
  const base = {
    content: text,
    additional_kwargs: extrasOf(message),
    response_metadata: {},
    type: TYPES[role],
    name: name ?? null,
    id: id ?? null,
  };
  if (role !== 'assistant') return [{ type: TYPES[role], data: base }];
  // What is no object stands in a list of its own, behind the others: its result too.
  const [valid, invalid] = [calls.filter(hasObject), calls.filter((call) => !hasObject(call))];
  return [
    {
      type: 'ai',
      data: {
        ...base,
        tool_calls: valid.map((call) => ({
          name: call.name,
          args: argumentsObject(call.arguments),
          id: call.id,
          type: 'tool_call',
        })),
        invalid_tool_calls: invalid.map((call) => ({
          name: call.name,
          args: argumentsText(call.arguments),
          id: call.id,
          error: null,
          type: 'invalid_tool_call',
        })),
      },
    },
    ...[...valid, ...invalid].map(({ id: callId, name: tool, result }) => ({
      type: 'tool',
      data: {
        content: result.text,
        additional_kwargs: extrasOf(result),
        response_metadata: {},
        type: 'tool',
        name: result.name ?? tool,
        id: result.id ?? null,
        tool_call_id: callId,
        status: result.isError ? 'error' : 'success',
      },
    })),
  ];
}
