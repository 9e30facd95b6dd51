import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message } from '../conversation';
import { createSummarizer, summarize } from './extractive';
import { buildSentenceIndex } from './sentence-index';
import type { SentenceIndex } from './summary';

const tokensOf = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() });
const message = (role: Message['role'], text: string, i: number): Message => ({
  id: `m${i}`,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const talk = (...lines: string[]): Message[] =>
  lines.map((line, i) => message(line.startsWith('U') ? 'user' : 'assistant', line.slice(2), i));

const CHATTER: readonly string[] = [
  'U The session test fails with a time zone error. Can you have a look at it?',
  'A Let me check the session module first. The test compares a local time with UTC, so it is off by one hour in winter.',
  'U Great, fix it please.',
  'A I changed the comparison to UTC in auth.py. The test passes now, and the whole suite took only 48 seconds.',
  'U Next, the export to CSV. How would you write it?',
  'A The export reads orders in pages of 500 rows and writes each page to the stream. Memory stays flat that way.',
  'U Does that work with the filters of the list?',
  'A It does: the export takes the same query as the list. Here is the code:\n```py\nfor page in pages(query): write(page)\n```',
  'U Nice. And the column names?',
  'A The column names come from the serializer, so they match the API. I added a test for the header row.',
  'U The page is slow when there are many orders.',
  'A The slow part is the count query, which scans the whole table. An index on created_at brings it from 900 ms to 12 ms.',
  'U Ok, add the index.',
  'A The migration adds the index concurrently, which should be fine on the live table.',
  'U Thanks! What about the date picker?',
  'A The date picker sends dates without a zone. I must say, that took me a while to find.',
  'U Never mind the picker then, it only affects admins.',
  'A Understood. I left the picker as it is and noted it in the backlog.',
];
const RULE = 'Never log customer e-mail addresses.';
const coding = talk(
  ...CHATTER.slice(0, 4),
  `U One more thing. ${RULE}`,
  'A Noted.',
  ...CHATTER.slice(4),
  ...CHATTER.slice(4, 18),
);

const all = (index: SentenceIndex) => [{ from: 0, to: index.firstOfMessage.length - 1 }];
const whole = (
  messages: readonly Message[],
  options: { maxSentences?: number; targetTokens?: number } = {},
) => {
  const index = buildSentenceIndex(messages);
  return summarize(index, all(index), { before: messages.length, tokensOf, ...options });
};
const texts = (summary: { sentences: readonly { text: string }[] }) =>
  summary.sentences.map((s) => s.text).join(' ');

describe('summarize', () => {
  it('keeps a constraint among twenty turns of coding chatter', () => {
    expect(coding.filter((m) => m.role === 'user').length).toBeGreaterThanOrEqual(17);
    expect(texts(whole(coding))).toContain(RULE);
    expect(texts(whole(coding, { maxSentences: 1 }))).toBe(RULE);
  });

  it.each([
    ['German', 'Die E-Mail-Adressen der Kunden dürfen niemals ins Log.'],
    ['Chinese', '日志里绝不能记录客户的邮箱地址。'],
    ['Spanish', 'Nunca registres los correos de los clientes.'],
    ['Russian', 'Никогда не пиши адреса клиентов в лог.'],
  ])('keeps a constraint in %s', (_, rule) => {
    expect(texts(whole([...coding.slice(0, 4), message('user', rule, 99), ...coding.slice(6)]))).toContain(
      rule,
    );
  });

  const colours = talk(
    'U Make the checkout buttons blue.',
    'A Done. The checkout buttons are blue now.',
    'U Write the test for the cart total.',
    'A The test covers an empty cart and a discount.',
    'U Actually, make the buttons green.',
    'A The checkout buttons are green now.',
    'U What is next?',
  );

  it('keeps green and leaves out blue once green was said', () => {
    const summary = whole(colours);
    expect(summary.text).toContain('make the buttons green');
    expect(summary.text).not.toContain('blue');
  });

  it('leaves out blue in a range without green, when green is past or current', () => {
    const index = buildSentenceIndex(colours);
    const ranges = [{ from: 0, to: 4 }];
    expect(summarize(index, ranges, { before: 5, tokensOf }).text).not.toContain('blue');
    expect(summarize(index, ranges, { before: 7, tokensOf }).text).not.toContain('blue');
    expect(summarize(index, ranges, { before: 4, tokensOf }).text).toContain(
      'Make the checkout buttons blue.',
    );
  });

  it('prefers a user’s rule to an assistant’s, and any rule to a question or a pleasantry', () => {
    const summary = whole(
      talk(
        'U Thanks, that is perfect!',
        'A You must restart the worker.',
        'U Always restart both workers.',
        'U Is it done?',
      ),
      { maxSentences: 1 },
    );
    expect(texts(summary)).toBe('Always restart both workers.');
  });

  it('says the same thing once and cites every message that says it', () => {
    const summary = whole(
      talk(`U ${RULE}`, 'A Fine.', `U ${RULE}`, 'A The export writes pages of orders to the stream.'),
    );
    expect(summary.sentences.filter((s) => s.text === RULE)).toEqual([{ text: RULE, messages: [0, 2] }]);
  });

  it('takes 3 sentences of 10 messages, 4 of 20, 5 of more', () => {
    expect(whole(coding.slice(0, 10)).sentences).toHaveLength(3);
    expect(whole(coding.slice(0, 20)).sentences).toHaveLength(4);
    expect(whole(coding).sentences).toHaveLength(5);
    expect(whole(coding, { maxSentences: 2 }).sentences).toHaveLength(2);
  });

  it('keeps to the token target, but always one sentence', () => {
    for (const targetTokens of [1, 20, 40, 60, 90]) {
      const summary = whole(coding, { targetTokens });
      expect(summary.sentences.length).toBeGreaterThan(0);
      if (summary.sentences.length > 1) expect(summary.tokens).toBeLessThanOrEqual(targetTokens);
    }
    expect(whole(coding, { targetTokens: 1 }).sentences).toHaveLength(1);
    expect(whole(coding, { targetTokens: 90 }).sentences.length).toBeGreaterThan(1);
  });

  it('is empty without sentences', () => {
    const index = buildSentenceIndex(colours);
    const empty = { sentences: [], text: '', tokens: 0, method: 'extractive' };
    expect(summarize(index, [], { before: 7, tokensOf })).toEqual(empty);
    expect(summarize(index, [{ from: 3, to: 3 }], { before: 7, tokensOf })).toEqual(empty);
    expect(summarize(index, [{ from: 4, to: 7 }], { before: 4, tokensOf })).toEqual(empty);
    expect(whole([])).toEqual(empty);
    expect(whole(talk('U 👍', 'A ```\ncode()\n```'))).toEqual(empty);
  });

  it('does not care how ranges are cut, ordered or overlap', () => {
    const index = buildSentenceIndex(coding);
    const options = { before: coding.length, tokensOf };
    const expected = summarize(index, [{ from: 2, to: 30 }], options);
    const cut = [
      { from: 10, to: 30 },
      { from: 2, to: 12 },
    ];
    expect(summarize(index, cut, options)).toEqual(expected);
  });
});

describe('createSummarizer', () => {
  it('gives the same object again, and another one when a sentence falls or the counter changes', () => {
    const index = buildSentenceIndex(
      talk('U Make the checkout buttons blue.', 'A Ok.', 'U Actually, make them green.', 'A Ok.'),
    );
    const run = createSummarizer(index);
    const ranges = [{ from: 0, to: 2 }];
    const before = run(ranges, { before: 2, tokensOf });
    expect(run(ranges, { before: 2, tokensOf })).toBe(before);
    const after = run(ranges, { before: 3, tokensOf });
    expect(after.text).not.toBe(before.text);
    expect(run(ranges, { before: 4, tokensOf })).toBe(after);
    expect(run(ranges, { before: 2, tokensOf: (t) => t.length }).tokens).toBe(before.text.length);
  });

  it('does not take one previous summary for another of the same words', () => {
    const index = buildSentenceIndex(
      talk('U Retry at most three times.', 'A Ok.', 'U Retry at most three times.'),
    );
    const run = createSummarizer(index);
    const [first, last] = [0, 2].map((m) => run([{ from: m, to: m + 1 }], { before: 3, tokensOf }));
    expect(last!.text).toBe(first!.text);
    const again = [first!, last!].map((previous) => run([], { before: 3, tokensOf, previous }));
    expect(again.map((s) => s.sentences[0]!.messages)).toEqual([[0], [2]]);
  });

  it('makes a previous summary again once one of its sentences has fallen', () => {
    const index = buildSentenceIndex(
      talk('U Make the checkout buttons blue.', 'A Ok.', 'U Actually, make the checkout buttons green.'),
    );
    const run = createSummarizer(index);
    const previous = run([{ from: 0, to: 2 }], { before: 2, tokensOf });
    expect(run([], { before: 2, tokensOf, previous }).text).toContain('blue');
    expect(run([], { before: 3, tokensOf, previous }).text).not.toContain('blue');
  });

  it('works on an index without precomputed features', () => {
    const { sentences, firstOfMessage } = buildSentenceIndex(coding);
    const run = createSummarizer({ sentences, firstOfMessage });
    expect(run([{ from: 0, to: coding.length }], { before: coding.length, tokensOf }).text).toContain(RULE);
  });
});

describe('every summary', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...CHATTER,
      `U ${RULE}`,
      'U Use green instead of blue.',
      'U Make the buttons blue.',
      'A 好的。必须用蓝色。',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }).map((s) => `U ${s}`),
  );

  it('is additive in tokens, cites what contains it, is chronological, deterministic and causal', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 25 }),
        fc.nat(25),
        fc.nat(25),
        fc.nat(26),
        (lines, a, b, before) => {
          const messages = talk(...lines);
          const index = buildSentenceIndex(messages);
          const ranges = [{ from: Math.min(a, b, lines.length), to: Math.min(Math.max(a, b), lines.length) }];
          const summary = summarize(index, ranges, { before, tokensOf });

          expect(summary.tokens).toBe(tokensOf(summary.text));
          expect(summary.sentences.length).toBeLessThanOrEqual(5);
          let last = -1;
          for (const { text, messages: cited } of summary.sentences) {
            expect(cited.length).toBeGreaterThan(0);
            expect(cited[0]).toBeGreaterThanOrEqual(last);
            last = cited[0]!;
            for (const m of cited) {
              expect(m).toBeLessThan(before);
              expect(m >= ranges[0]!.from && m < ranges[0]!.to).toBe(true);
              const said = messages[m]!.parts.map((p) => ('text' in p ? p.text : '')).join('\n');
              expect(said.replace(/\s+/g, ' ')).toContain(text.length > 200 ? text.replace(/…$/, '') : text);
            }
          }
          const cut = Math.min(before, lines.length);
          const past = buildSentenceIndex(messages.slice(0, cut));
          expect(
            createSummarizer(past)(
              ranges.map((r) => ({ from: Math.min(r.from, cut), to: Math.min(r.to, cut) })),
              { before, tokensOf },
            ),
          ).toEqual(summary);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** The bundled examples, found by name so that the core does not import them. */
interface ExampleModule {
  readonly example?: { readonly document: ConversationDocument };
}
const examples = Object.entries(
  import.meta.glob<ExampleModule>('../../examples/*.example.ts', { eager: true }),
);

describe.skipIf(examples.length === 0).each(examples)('%s', (_, { example }) => {
  const { conversation, supersessions } = example!.document;
  const { messages } = conversation;
  const index = buildSentenceIndex(messages);

  it('tokens add up at every step', () => {
    expect(messages.length).toBeGreaterThan(0);
    for (let before = 1; before <= messages.length; before += 1) {
      const summary = summarize(index, [{ from: Math.max(0, before - 40), to: before - 1 }], {
        before,
        tokensOf,
      });
      expect(summary.tokens).toBe(tokensOf(summary.text));
    }
  });

  it('the changes of mind it declares are found, and no others of the user', () => {
    const found = index.sentences
      .filter((s) => s.supersededAt >= 0 && messages[s.message]!.role === 'user')
      .map((s) => `${messages[s.message]!.id} -> ${messages[s.supersededAt]!.id}`);
    expect(found).toEqual(supersessions.map((s) => `${s.earlierMessageId} -> ${s.laterMessageId}`));
  });
});
