import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../conversation';
import { buildSentenceIndex } from './sentence-index';

/** "U text" is a user's message, "A text" an assistant's. */
const talk = (...lines: string[]): Message[] =>
  lines.map((line, i) => ({
    id: `m${i}`,
    role: line.startsWith('U') ? 'user' : 'assistant',
    parts: [{ type: 'text', text: line.slice(2) }],
    time: null,
  }));

const superseded = (...lines: string[]) =>
  buildSentenceIndex(talk(...lines))
    .sentences.filter((s) => s.supersededAt >= 0)
    .map((s) => [s.text, s.supersededAt]);

const BLUE = 'U Make the checkout buttons blue.';

describe('what is superseded', () => {
  it.each<[string, string]>([
    ['U We will use SQLite for the cache.', 'U Use Postgres instead of SQLite.'],
    ['U The timeout must be at most 30 seconds.', 'U Actually, set the timeout to 60 seconds.'],
    ['U Never log customer e-mail addresses.', 'U Actually, you can log customer e-mail addresses now.'],
    ['U The site must support IE11.', 'U We no longer support IE11.'],
    ['U Use tabs for indentation.', 'U Switch the indentation to spaces.'],
    ['U Always use tabs.', 'U Forget the rule about tabs.'],
    ["U Let's deploy on Friday.", "U Actually, let's deploy on Monday."],
    [BLUE, 'U Actually, make them green.'],
    [BLUE, 'U Could you make the checkout buttons green instead?'],
    [
      'U Deliver the box to 14 Harbour Street, flat 3.',
      'U From now on deliver to 7 Mill Lane instead of Harbour Street.',
    ],
    ['U Mach die Knöpfe bitte immer blau.', 'U Doch lieber grüne Knöpfe statt blau.'],
    ['U Utilisez toujours SQLite pour les tests.', 'U Utilisez Postgres au lieu de SQLite pour les tests.'],
    ['U 结账按钮应该用蓝色。', 'U 把结账按钮改成绿色。'],
    ['U ボタンは青にしてください。', 'U ボタンは青ではなく緑にしてください。'],
    ['A I will use SQLite for the cache.', 'U Use Postgres instead of SQLite for the cache.'],
  ])('%s | %s', (earlier, change) => {
    expect(superseded(earlier, 'A Understood.', change)).toEqual([[earlier.slice(2), 2]]);
  });

  it('the statement and the assistant’s confirmation of it', () => {
    expect(
      superseded(BLUE, 'A Done. The checkout buttons are blue now.', 'U Actually, make the buttons green.'),
    ).toEqual([
      ['Make the checkout buttons blue.', 2],
      ['The checkout buttons are blue now.', 2],
    ]);
  });

  it('an announcement lets the next sentence of the same message replace', () => {
    expect(
      superseded(
        BLUE,
        'A Ok.',
        'U On second thought, blue is too cold. The checkout buttons should be green.',
      ),
    ).toEqual([['Make the checkout buttons blue.', 2]]);
  });

  it('the newest one when it changes twice, and back again', () => {
    expect(
      superseded(BLUE, 'U Actually, make the buttons green.', 'U Actually, make the buttons blue again.'),
    ).toEqual([
      ['Make the checkout buttons blue.', 1],
      ['Actually, make the buttons green.', 2],
    ]);
  });
});

describe('near misses: nothing is superseded', () => {
  it.each<[string, string]>([
    [BLUE, 'U Actually, the buttons should also have rounded corners.'],
    [BLUE, 'U Actually, make the buttons larger.'],
    [BLUE, 'U Actually, the refund button should be green.'],
    [BLUE, 'U Should we make the buttons green instead?'],
    [BLUE, 'U The buttons were actually green before.'],
    [BLUE, 'U If we ever rebrand, make the buttons green instead.'],
    [BLUE, 'A Actually, make the buttons green.'],
    [BLUE, 'U The links should be green.'],
    [BLUE, 'U Never make the checkout buttons green.'],
    ['U Never commit the SQLite file.', 'U Use Postgres instead of SQLite.'],
    ['U Never log customer e-mail addresses.', 'U Actually, log the customer ids.'],
    ['U Never log customer e-mail addresses.', 'U Actually, log the order ids instead of e-mail addresses.'],
    ['U Never log customer e-mail addresses.', 'U Never log customer phone numbers.'],
    ['U Use Stripe for payments in Germany.', 'U Actually, use Adyen for payments in France.'],
    ['U Errors must return 400.', 'U Log a warning rather than an error.'],
    ['U The build must never fail on warnings.', 'U The build no longer fails.'],
    ['U We will use SQLite for the cache.', "U Don't use Postgres instead of SQLite."],
    ['U Retries: at most 3 per call.', 'U Actually, the list should show 20 items per page.'],
    ['U Always use tabs.', "U Don't forget the tabs."],
    [
      'A Two suspects must be checked: the charge asks again with no deadline at the time.',
      'A Checkouts no longer time out.',
    ],
    ['U 结账按钮应该用蓝色。', 'U 链接改成绿色。'],
  ])('%s | %s', (earlier, later) => {
    expect(superseded(earlier, 'A Understood.', later)).toEqual([]);
  });
});

describe('buildSentenceIndex', () => {
  it('reads text and, of tool results, only the edges; no reasoning and no arguments', () => {
    const parts: Part[] = [
      { type: 'reasoning', text: 'Secret thought.' },
      { type: 'text', text: 'First. Second.' },
      { type: 'tool-call', callId: 'c', name: 'run', arguments: { q: 'Argument.' } },
      {
        type: 'tool-result',
        callId: 'c',
        text: Array.from({ length: 50 }, (_, i) => `Line number ${i}.`).join('\n'),
      },
    ];
    const { sentences, firstOfMessage } = buildSentenceIndex([
      { id: 'a', role: 'user', parts: [], time: null },
      { id: 'b', role: 'assistant', parts, time: null },
    ]);
    expect(sentences.map((s) => s.text)).toEqual([
      'First.',
      'Second.',
      'Line number 0.',
      'Line number 1.',
      'Line number 2.',
      'Line number 49.',
    ]);
    expect(Array.from(firstOfMessage)).toEqual([0, 0, 6]);
    expect(sentences.every((s) => s.message === 1)).toBe(true);
  });

  const line = fc.constantFrom(
    BLUE,
    'A The checkout buttons are blue now.',
    'U Actually, make the buttons green.',
    'U Use red for the buttons instead of green.',
    'U Make it blue again instead.',
    'U Never log customer e-mail addresses.',
    'U You can log customer e-mail addresses now, actually.',
    'A Ok.',
    'U What is left?',
  );

  it('is causal: the index of a prefix is the prefix of the index, without later replacements', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(12), (lines, cut) => {
        const n = Math.min(cut, lines.length);
        const whole = buildSentenceIndex(talk(...lines));
        const prefix = buildSentenceIndex(talk(...lines.slice(0, n)));
        const past = whole.sentences.slice(0, whole.firstOfMessage[n]);
        expect(prefix.sentences).toEqual(
          past.map((s) => ({ ...s, supersededAt: s.supersededAt >= n ? -1 : s.supersededAt })),
        );
        const terms = whole.features!.termStart[past.length]!;
        expect(prefix.features!.termIds).toEqual(whole.features!.termIds.slice(0, terms));
        expect(prefix.features!.prior).toEqual(whole.features!.prior.slice(0, past.length));
      }),
    );
  });
});
