/**
 * An edit of a long conversation, and its opening after it was read ahead, are one task on the page's thread each: they must
 * look facts up and not make them again. Counted are executed blocks of our code, not milliseconds: the same numbers on any
 * machine.
 */
import { describe, expect, it } from 'vitest';
import type { Message } from '../core/conversation';
import type { Edit } from '../core/edit/edit';
import { blocksOf } from '../core/testing/executed-blocks';

const { emptyDocument } = await import('../core/conversation');
const { setText, deleteMessages, insertMessage, moveMessage } = await import('../core/edit/edit');
const { spaceTimes } = await import('../core/edit/bulk');
const { readAhead } = await import('../core/read-ahead');
const { finish } = await import('../core/slices');
const { textsToCount } = await import('../core/token-facts');
const { createPreparation } = await import('./preparation');
const { FactCache } = await import('./fact-store');
const { DEFAULT_SETTINGS } = await import('./workspace');

/** Each conversation says something else: what was read for one stands for no other. */
const conversation = (topic: string) =>
  emptyDocument({
    id: topic,
    title: '',
    messages: Array.from(
      { length: 400 },
      (_, i): Message => ({
        id: `${i}`,
        role: i % 2 ? 'assistant' : 'user',
        parts: [
          {
            type: 'text',
            text:
              i % 2
                ? `${topic} ${i} logs ids only, because option ${i % 7} keeps them. `.repeat(4)
                : `${topic}: is ${i} blue?`,
          },
        ],
        time: null,
      }),
    ),
  });

function prepared(topic: string) {
  const facts = new FactCache();
  const prepare = createPreparation(facts);
  const document = conversation(topic);
  const first = prepare(document, DEFAULT_SETTINGS, 'embedding');
  const texts = textsToCount(document.conversation.messages, first.sentences, false);
  facts.addCounts(
    texts,
    Int32Array.from(texts, (text) => text.length),
  );
  prepare(document, DEFAULT_SETTINGS, 'embedding');
  return { prepare, document };
}

const coldBlocks = async (topic: string) => {
  const prepare = createPreparation(new FactCache());
  const document = conversation(topic);
  return blocksOf(() => prepare(document, DEFAULT_SETTINGS, 'embedding'));
};
await coldBlocks('warm up');
const cold = await coldBlocks('cold');
/** What is left is walking over all sentences once. */
const SHARE = 0.25;

const all = new Set(conversation('').conversation.messages.map((m) => m.id));
const edits: Readonly<Record<string, Edit>> = {
  'a text': setText('200', 'Another question?'),
  'an insertion': insertMessage(0, 'user', 'New?'),
  'a deletion': deleteMessages(new Set(['3'])),
  'a move': moveMessage('3', 300),
  'evenly spaced times for all': spaceTimes(all, 1_700_000_000_000, 60_000),
};

describe('facts of a long conversation', () => {
  it.each(Object.entries(edits))('%s makes few of them again', async (name, edit) => {
    const { prepare, document } = prepared(name);
    const edited = edit(document);
    if (!edited.ok) throw new Error(edited.error.message);
    const blocks = await blocksOf(() => prepare(edited.value, DEFAULT_SETTINGS, 'embedding'));
    expect(blocks / cold).toBeLessThan(SHARE);
  });

  it('are there when it opens, read message by message before', async () => {
    const document = conversation('ahead');
    const { messages } = document.conversation;
    expect([...readAhead(messages)]).toHaveLength(messages.length);
    const prepare = createPreparation(new FactCache());
    const blocks = await blocksOf(() => prepare(document, DEFAULT_SETTINGS, 'embedding'));
    expect(blocks / cold).toBeLessThan(SHARE);
  });

  it('are the same as when they are made at once', () => {
    const ahead = conversation('one');
    finish(readAhead(ahead.conversation.messages));
    const facts = (document: typeof ahead) => {
      const { tokens, sentences } = createPreparation(new FactCache())(
        document,
        DEFAULT_SETTINGS,
        'embedding',
      );
      return { message: tokens.message, stampDelta: tokens.stampDelta, exact: tokens.exact, sentences };
    };
    expect(facts(ahead)).toEqual(facts(structuredClone(ahead)));
  });
});
