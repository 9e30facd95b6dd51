import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message, Role, Supersession } from './conversation';
import { makeStructure } from './structure';
import { buildSentenceIndex } from './summary/sentence-index';
import { MARK_TOKENS } from './supersession-links';
import { dismissalOf, reviewSuggestions, tokensFreed } from './supersession-review';
import { suggestSupersessions } from './supersession-suggestions';
import { DEFAULT_TOKEN_OPTIONS, makeTokenFacts } from './token-facts';

const said = (id: string, role: Role, text: string): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const BLUE = 'Make the checkout buttons blue.';
const chat = (first = BLUE): Message[] => [
  said('u1', 'user', first),
  said('a1', 'assistant', 'Done.'),
  said('u2', 'user', 'Actually, make the buttons green.'),
];
const work = (path: string): Message[] =>
  ['c1', 'c2'].flatMap((callId): Message[] => [
    {
      id: callId,
      role: 'assistant',
      parts: [{ type: 'tool-call', callId, name: 'read_file', arguments: { path } }],
      time: null,
    },
    {
      id: `${callId}-r`,
      role: 'tool',
      parts: [{ type: 'tool-result', callId, text: 'x = 1\n'.repeat(40) }],
      time: null,
    },
  ]);

function review(messages: readonly Message[], more: Partial<ConversationDocument> = {}) {
  const structure = makeStructure(messages, 'user');
  const document = {
    conversation: { id: 'c', title: 'c', messages },
    pinnedMessageIds: [],
    probes: [],
    supersessions: [],
    ...more,
  };
  const suggestions = suggestSupersessions(
    messages,
    buildSentenceIndex(messages),
    structure.turns.turnOfMessage,
  );
  return reviewSuggestions(document, structure, suggestions);
}
const linkOf = (messages: readonly Message[]) => review(messages).open[0]!.link;
/** One token per word. */
const facts = (messages: readonly Message[]) => ({
  structure: makeStructure(messages, 'user'),
  tokens: makeTokenFacts(
    messages,
    () => undefined,
    (text) => text.split(/\s+/).filter((w) => w !== '').length,
    DEFAULT_TOKEN_OPTIONS,
  ),
});

describe('accepting a suggestion', () => {
  it('links the turn of what was said whole, a sentence, or a result', () => {
    expect(linkOf(chat())).toEqual({ earlierMessageId: 'u1', laterMessageId: 'u2', scope: 'turn' });
    expect(linkOf(chat(`${BLUE} Write a test for the cart.`))).toEqual({
      earlierMessageId: 'u1',
      laterMessageId: 'u2',
      scope: 'sentence',
      sentence: BLUE,
    });
    expect(linkOf([said('u1', 'user', 'Read it.'), ...work('a.py')])).toEqual({
      earlierMessageId: 'c1-r',
      laterMessageId: 'c2-r',
      scope: 'message',
    });
  });

  it('leaves the work that tools did in the turn', () => {
    const [first, ...rest] = chat();
    const worked = [first!, ...work('a.py').slice(0, 2), ...rest];
    expect(linkOf(worked)).toMatchObject({ earlierMessageId: 'u1', scope: 'message' });
  });

  it('frees the tokens of the turn, or of the result but for its mark; a sentence costs a mark', () => {
    // 4 per message: 5 + 4 words of the user, 1 + 4 of the assistant.
    expect(tokensFreed(linkOf(chat()), facts(chat()))).toBe(14);
    const read = [said('u1', 'user', 'Read it.'), ...work('a.py')];
    expect(tokensFreed(linkOf(read), facts(read))).toBe(120 - MARK_TOKENS);
    const sentence: Supersession = { ...linkOf(chat()), scope: 'sentence', sentence: BLUE };
    expect(tokensFreed(sentence, facts(chat()))).toBe(-MARK_TOKENS);
    expect(tokensFreed({ ...sentence, earlierMessageId: 'x' }, facts(chat()))).toBeNull();
  });
});

describe('what is suggested', () => {
  it('is nothing that a link replaces already', () => {
    const pair = { earlierMessageId: 'u1', laterMessageId: 'u2' };
    for (const link of [
      pair,
      { ...pair, scope: 'message' },
      { ...pair, earlierMessageId: 'a1' },
    ] satisfies Supersession[])
      expect(review(chat(), { supersessions: [link] })).toEqual({ open: [], dismissed: [] });
    const two = chat(`${BLUE} Write a test for the cart.`);
    const sentence = (text: string) => review(two, { supersessions: [{ ...pair, sentence: text }] }).open;
    expect(sentence(BLUE)).toEqual([]);
    expect(sentence('Write a test for the cart.')).toHaveLength(1);
    // A link at rest replaces nothing.
    expect(sentence('Make them red.')).toHaveLength(1);
  });

  it('is nothing that was dismissed, until what it is about reads otherwise', () => {
    const two = chat(`${BLUE} Write a test for the cart.`);
    const dismissedSuggestions = [dismissalOf(linkOf(two))];
    expect(review(two, { dismissedSuggestions })).toEqual({ open: [], dismissed: dismissedSuggestions });
    const edited = chat('Make the checkout buttons red. Write a test for the cart.');
    expect(review(edited, { dismissedSuggestions })).toMatchObject({ open: [{}], dismissed: [] });
  });
});
