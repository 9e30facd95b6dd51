import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message, Role, Supersession } from './conversation';
import { makeStructure } from './structure';
import { type LinkRest, locateSentence, readLinks } from './supersession-links';

const said = (id: string, role: Role, text: string): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const messages = [
  said('s', 'system', 'Be brief.'),
  said('u1', 'user', 'Make the buttons blue. Add a\n> test for the cart.'),
  said('a1', 'assistant', 'Done.'),
  said('u2', 'user', 'Make the buttons green.'),
  said('a2', 'assistant', 'Done.'),
  said('u3', 'user', 'Blue again.'),
];
const read = (link: Supersession, of: readonly Message[] = messages) => {
  const document: ConversationDocument = {
    conversation: { id: 'c', title: 'c', messages: of },
    pinnedMessageIds: [],
    probes: [],
    supersessions: [link],
  };
  return readLinks(document, makeStructure(of, 'user'))[0]!;
};
const blue = { earlierMessageId: 'u1', laterMessageId: 'u2' };

describe('a link', () => {
  it('names turns, scope and words; a whole turn without a scope', () => {
    expect(read(blue)).toEqual({
      source: blue,
      rests: null,
      link: {
        earlierMessage: 1,
        earlierTurn: 1,
        laterMessage: 3,
        laterTurn: 2,
        scope: 'turn',
        sentence: null,
        reinstatedTurn: null,
        label: 'Make the buttons blue. Add a > test for…',
      },
    });
    const sentence = { ...blue, sentence: 'Make the buttons blue.' };
    expect(read(sentence).link).toMatchObject({ scope: 'sentence', label: 'Make the buttons blue' });
    expect(read({ ...blue, reinstatedByMessageId: 'u3' }).link?.reinstatedTurn).toBe(3);
    expect(read({ ...blue, label: 'blue' }).link?.label).toBe('blue');
  });

  it.each<[string, Supersession, LinkRest]>([
    ['a message is gone', { ...blue, earlierMessageId: 'x' }, 'message-gone'],
    ['the later one stands before', { earlierMessageId: 'u2', laterMessageId: 'u1' }, 'not-later'],
    ['an instruction is no turn', { ...blue, earlierMessageId: 's' }, 'preamble'],
    ['the turn would take the later one with it', { ...blue, laterMessageId: 'a1' }, 'same-turn'],
    ['the sentence was edited', { ...blue, scope: 'sentence', sentence: 'Make them red.' }, 'sentence-gone'],
  ])('rests where %s', (_, link, rests) => {
    expect(read(link)).toEqual({ source: link, link: null, rests });
  });

  it('replaces one message of the turn that it stands in', () => {
    expect(read({ ...blue, laterMessageId: 'a1', scope: 'message' }).rests).toBeNull();
  });
});

describe('a sentence', () => {
  it.each([
    ['as it is', 'Use tabs. Use blue.', 'Use blue.', 'Use blue.'],
    ['across lines', 'Use\n  blue. Now.', 'Use blue.', 'Use\n  blue.'],
    ['across quoted lines', '> Use\n> blue (all).', 'Use blue (all).', 'Use\n> blue (all).'],
    ['up to where it was cut', 'Use blue\nfor ever and ever.', 'Use blue for…', 'Use blue\nfor'],
    ['not', 'Use red.', 'Use blue.', null],
  ])('is found %s', (_, text, sentence, found) => {
    const place = locateSentence(text, sentence);
    expect(place && text.slice(place.from, place.to)).toBe(found);
  });
});
