import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsText, type Conversation, type Message } from '../conversation';
import { importText } from '../importers/import-conversation';
import { conversations } from '../importers/testing/arbitraries';
import { runs } from '../importers/testing/runs';
import { findToolPairs } from '../tool-pairs';
import { toConversationJson } from './conversation-json.exporter';

function reopen(conversation: Conversation): Conversation {
  const result = importText(toConversationJson(conversation));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(result.value.format).toBe('openai-chat');
  return result.value.conversation;
}

/** Everything but call ids, which the export invents where there are none, and the form of the arguments. */
const comparable = (m: Message): object => ({
  ...m,
  parts: m.parts.map((p) => {
    if (p.type === 'tool-call') return { ...p, callId: '', arguments: argumentsText(p.arguments) };
    return p.type === 'tool-result' ? { ...p, callId: '' } : p;
  }),
});
const pairsOf = (c: Conversation): object => {
  const { pairs, orphanResults, unansweredCalls } = findToolPairs(c.messages);
  return {
    pairs: pairs.map((p) => [p.callMessage, p.resultMessage, p.name]),
    orphanResults,
    unansweredCalls: [...unansweredCalls].sort(),
  };
};

describe('toConversationJson', () => {
  it('is read back as the same messages, times and tool pairs', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const again = reopen(conversation);
        expect(again.title).toBe(conversation.title);
        expect(again.messages.map(comparable)).toEqual(conversation.messages.map(comparable));
        expect(pairsOf(again)).toEqual(pairsOf(conversation));
      }),
      runs(100),
    );
  });

  it('is a fixed point from the second time on, content hash included', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const once = reopen(conversation);
        expect(reopen(once)).toEqual(once);
      }),
      runs(40),
    );
  });

  it('gives every result of one message its own tool message', () => {
    const conversation: Conversation = {
      id: 'c',
      title: 'Two results',
      messages: [
        {
          id: 'm1',
          role: 'assistant',
          time: null,
          parts: [
            { type: 'tool-call', callId: null, name: 'a', arguments: {} },
            { type: 'tool-call', callId: null, name: 'b', arguments: {} },
          ],
        },
        {
          id: 'm2',
          role: 'tool',
          time: null,
          parts: [
            { type: 'tool-result', callId: null, text: 'one' },
            { type: 'tool-result', callId: null, text: 'two' },
          ],
        },
      ],
    };
    expect(
      reopen(conversation)
        .messages.slice(1)
        .map((m) => m.parts),
    ).toEqual([
      [{ type: 'tool-result', callId: 'call_1', text: 'one' }],
      [{ type: 'tool-result', callId: 'call_2', text: 'two' }],
    ]);
  });
});
