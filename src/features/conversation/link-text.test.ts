import { describe, expect, it } from 'vitest';
import type { Message, Role, Supersession } from '../../core/conversation';
import { readLinks } from '../../core/supersession-links';
import { reviewSuggestions } from '../../core/supersession-review';
import { suggestSupersessions } from '../../core/supersession-suggestions';
import { prepareFor } from '../../strategies/testing/prepare';
import { linkTitle, restText, rowLinks, suggestionText } from './link-text';
import { scopeChoices } from './scope-choices';

const said = (id: string, role: Role, text: string): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const messages = [
  said('u1', 'user', 'Make the checkout buttons blue. Add a test.'),
  said('a1', 'assistant', 'Done.'),
  said('u2', 'user', 'Actually, make the buttons green.'),
  said('u3', 'user', 'Blue again.'),
];
const pair = { earlierMessageId: 'u1', laterMessageId: 'u2' };
const words = (text: string) => text.split(/\s+/).filter((w) => w !== '').length;
const prepared = (...supersessions: Supersession[]) =>
  prepareFor(messages, { supersessions, countTokens: words });

describe('both ends of a link', () => {
  const BLUE = 'Make the checkout buttons blue.';
  it.each<[Supersession, string, string]>([
    [pair, 'Replaced by turn 2', 'Replaces turn 1'],
    [{ ...pair, scope: 'message' }, 'This message is replaced by turn 2', 'Replaces a message of turn 1'],
    [{ ...pair, sentence: BLUE }, `“${BLUE}” is replaced by turn 2`, `Replaces “${BLUE}” of turn 1`],
    [
      { ...pair, reinstatedByMessageId: 'u3' },
      'Replaced by turn 2, until turn 3',
      'Replaces turn 1, until turn 3',
    ],
    [
      { ...pair, sentence: 'Gone.' },
      '“Gone.” is replaced by turn 2. Not applied: the sentence is not there any more.',
      'Replaces “Gone.” of turn 1. Not applied: the sentence is not there any more.',
    ],
  ])('%j', (link, earlier, later) => {
    const ends = rowLinks(prepared(link));
    expect(ends.get('u1')).toEqual([{ source: link, otherId: 'u2', text: earlier }]);
    expect(ends.get('u2')).toEqual([{ source: link, otherId: 'u1', text: later }]);
  });

  it('name no turn twice where both stand in one', () => {
    const link: Supersession = { earlierMessageId: 'u1', laterMessageId: 'a1', scope: 'message' };
    const p = prepared(link);
    expect(rowLinks(p).get('u1')![0]!.text).toBe('This message is replaced by a later one of this turn');
    expect(rowLinks(p).get('a1')![0]!.text).toBe('Replaces a message of this turn');
    expect(linkTitle(readLinks(p.document, p.structure)[0]!, () => 1)).toBe(
      'A message of turn 1 by a later message',
    );
  });

  it('say that the other message is gone', () => {
    const link = { ...pair, laterMessageId: 'x' };
    const ends = rowLinks(prepared(link));
    expect(ends.get('u1')).toMatchObject([
      { otherId: null, text: 'Replaced by a message that is gone. Not applied: the other message is gone.' },
    ]);
    const p = prepared(link);
    const [read] = readLinks(p.document, p.structure);
    expect(linkTitle(read!, (id) => (id === 'u1' ? 1 : null))).toBe('Turn 1 by a message that is gone');
    expect(restText(read!)).toBe('Not applied: the other message is gone.');
  });
});

describe('a suggestion', () => {
  it('says what, why and what accepting does', () => {
    const p = prepared();
    const { document, structure, sentences } = p;
    const found = suggestSupersessions(structure.messages, sentences, structure.turns.turnOfMessage);
    const [open] = reviewSuggestions(document, structure, found).open;
    expect(suggestionText(open!, p)).toMatchObject({
      kind: 'Changed value',
      why: 'Turn 2 says green where turn 1 said blue.',
      earlier: { id: 'u1', turn: 1, quote: 'Make the checkout buttons blue.' },
      later: { id: 'u2', turn: 2, quote: 'Actually, make the buttons green.' },
      effect: 'After turn 2 this sentence stays with a mark and leaves summaries and notes.',
    });
  });
});

describe('what a link may replace', () => {
  it('is the turn, the message, or its sentences', () => {
    expect(scopeChoices(prepared(), 0, 2)).toEqual({
      choices: [
        { scope: 'turn', label: 'All of turn 1: 2 messages', tokens: 17 },
        { scope: 'message', label: 'Only this message', tokens: 12 },
        { scope: 'sentence', label: 'Only some of its sentences', tokens: null },
      ],
      sentences: ['Make the checkout buttons blue.', 'Add a test.'],
      turns: { earlier: 1, later: 2 },
    });
  });
  it('leaves out what makes no difference, and a turn that would replace itself', () => {
    const scopes = (earlier: number, later: number) =>
      scopeChoices(prepared(), earlier, later).choices.map((c) => c.scope);
    expect(scopes(2, 3)).toEqual(['turn']);
    expect(scopes(1, 2)).toEqual(['turn', 'message']);
    expect(scopes(0, 1)).toEqual(['message', 'sentence']);
  });
});
