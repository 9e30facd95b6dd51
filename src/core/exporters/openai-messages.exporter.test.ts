import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations } from '../importers/testing/arbitraries';
import { findToolPairs } from '../tool-pairs';
import { type OpenAiMessage, toOpenAiMessages } from './openai-messages.exporter';

describe('toOpenAiMessages', () => {
  it('writes text, calls and results as the API has them', () => {
    const { messages, dropped } = toOpenAiMessages([
      { role: 'system', text: 'Summary of turns 1-9.' },
      {
        role: 'user',
        name: 'Rin Okafor',
        parts: [
          { type: 'text', text: 'Total?' },
          { type: 'attachment', kind: 'image' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'I should call it.' },
          { type: 'tool-call', callId: null, name: 'total', arguments: { order: 7 } },
          { type: 'tool-call', callId: 'call_1', name: 'total', arguments: '{"order":8}' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: null, text: '12.50' }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'call_1', text: '9.00' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: '12.50' },
          { type: 'text', text: 'and 9.00.' },
        ],
      },
    ]);
    expect(messages).toEqual([
      { role: 'system', content: 'Summary of turns 1-9.' },
      { role: 'user', content: 'Total?', name: 'Rin_Okafor' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_2', type: 'function', function: { name: 'total', arguments: '{"order":7}' } },
          { id: 'call_1', type: 'function', function: { name: 'total', arguments: '{"order":8}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: '12.50' },
      { role: 'tool', tool_call_id: 'call_1', content: '9.00' },
      { role: 'assistant', content: '12.50\nand 9.00.' },
    ]);
    expect(dropped).toEqual({ attachments: 1, reasoning: 1 });
  });

  it('keeps an empty message as empty content', () => {
    expect(toOpenAiMessages([{ role: 'assistant', parts: [] }]).messages).toEqual([
      { role: 'assistant', content: '' },
    ]);
    expect(toOpenAiMessages([{ role: 'user', parts: [] }]).messages).toEqual([{ role: 'user', content: '' }]);
  });

  it('moves calls of another role to an assistant message', () => {
    const call = { type: 'tool-call', callId: 'x', name: 'run', arguments: '' } as const;
    expect(
      toOpenAiMessages([{ role: 'user', parts: [{ type: 'text', text: 'hi' }, call] }]).messages.map(
        (m) => m.role,
      ),
    ).toEqual(['user', 'assistant']);
  });

  it('answers every paired result with the id of its call, and has the shape of the API', () => {
    fc.assert(
      fc.property(conversations, ({ messages: input }) => {
        const { messages } = toOpenAiMessages(input);
        expect(messages).toHaveLength(input.length);
        for (const m of messages) expect(isValid(m)).toBe(true);
        for (const { callMessage, resultMessage } of findToolPairs(input).pairs) {
          const call = messages[callMessage]!;
          const result = messages[resultMessage]!;
          const ids = call.role === 'assistant' ? (call.tool_calls ?? []).map((c) => c.id) : [];
          expect(ids).toContain(result.role === 'tool' ? result.tool_call_id : '');
        }
      }),
      { numRuns: 300 },
    );
  });
});

function isValid(message: OpenAiMessage): boolean {
  if ('name' in message && !/^[^\s<|\\/>]{1,64}$/.test(message.name ?? '')) return false;
  if (message.role === 'tool') return message.tool_call_id !== '' && typeof message.content === 'string';
  if (message.role !== 'assistant') return typeof message.content === 'string';
  const calls = message.tool_calls ?? [];
  return (
    (message.content !== null || calls.length > 0) &&
    calls.every((c) => typeof c.function.arguments === 'string')
  );
}
