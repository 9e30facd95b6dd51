import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { MAX_SENTENCE_LENGTH, MAX_SENTENCES, splitSentences } from './sentences';
import { LONG_TEXTS } from './testing/long-texts';

const asText = { disallowedSpecial: new Set<string>() };
const collapsed = (text: string) => text.replace(/\s+/g, ' ');

describe('splitSentences', () => {
  it.each<[string, string, string[]]>([
    ['plain', 'One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    [
      'abbreviations',
      'Ask Mr. Smith, e.g. today. Use i.e. sparingly.',
      ['Ask Mr. Smith, e.g. today.', 'Use i.e. sparingly.'],
    ],
    [
      'versions and decimals',
      'Pin v2.4.0 now. It takes 3.14 s. Done.',
      ['Pin v2.4.0 now.', 'It takes 3.14 s.', 'Done.'],
    ],
    [
      'files and addresses',
      'Edit auth.py first. See https://a.b/c?d=1.2 too.',
      ['Edit auth.py first.', 'See https://a.b/c?d=1.2 too.'],
    ],
    [
      'quotes and brackets',
      'He said "stop." Then (really!) left. Ok.',
      ['He said "stop."', 'Then (really!) left.', 'Ok.'],
    ],
    ['lower case', 'use tabs. never log emails. ok', ['use tabs.', 'never log emails.', 'ok']],
    ['numbers', 'Fix No. 5 today. He said no. Bye.', ['Fix No. 5 today.', 'He said no.', 'Bye.']],
    ['initials', 'Ask J. Doe. You and I. Fine.', ['Ask J. Doe.', 'You and I.', 'Fine.']],
    ['ellipsis', 'Well... maybe. Hm... Yes', ['Well... maybe.', 'Hm...', 'Yes']],
    ['lists', '- a one\n* b two\n3. c three\n- [x] d four', ['a one', 'b two', 'c three', 'd four']],
    ['headings and quotes', '## Plan\n> Never do it.\nEnd', ['Plan', 'Never do it.', 'End']],
    ['inline code', 'Call `a. B(c). D` first. Ok.', ['Call `a. B(c). D` first.', 'Ok.']],
    ['an open backtick', 'Press ` now. Ok.', ['Press ` now.', 'Ok.']],
    [
      'fences',
      'Before.\n```ts\nconst a = 1. B;\n```\nAfter.\n~~~\nx\n```\n~~~\nEnd.',
      ['Before.', 'After.', 'End.'],
    ],
    ['an unclosed fence', 'Before.\n```\nNever. Shown.', ['Before.']],
    ['Chinese', '这是第一句。这是第二句！然后呢？', ['这是第一句。', '这是第二句！', '然后呢？']],
    ['Japanese quotes', '「そうです。」と彼は言った。次です。', ['「そうです。」と彼は言った。', '次です。']],
    ['Hindi and Arabic', 'पहला वाक्य। दूसरा। هل هذا؟ نعم.', ['पहला वाक्य।', 'दूसरा।', 'هل هذا؟', 'نعم.']],
    ['short lines', 'Hello\nworld', ['Hello', 'world']],
    [
      'wrapped lines',
      'This line was wrapped by an editor at its margin\nand goes on here. Next.',
      ['This line was wrapped by an editor at its margin and goes on here.', 'Next.'],
    ],
    ['emphasis', '**Both. Of them.** **Never.**', ['Both.', 'Of them.', '**Never.**']],
    ['Windows line ends', 'One\r\n- two\r\n', ['One', 'two']],
    ['nothing to say', ' \n---\n👍 …\n|---|', []],
  ])('%s', (_, text, expected) => {
    expect(splitSentences(text)).toEqual(expected);
  });

  it('cuts a long sentence at a clause or a word', () => {
    const words = splitSentences('word '.repeat(200))[0]!;
    expect(words).toMatch(/word…$/);
    expect(words.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
    const clause = splitSentences(`${'a '.repeat(120)}end, ${'b '.repeat(200)}`)[0]!;
    expect(clause).toMatch(/end…$/);
    const unbroken = splitSentences('😀a'.repeat(500))[0]!;
    expect(unbroken.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
    expect(unbroken.isWellFormed()).toBe(true);
  });

  it('keeps the start and the end of a long text', () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `line ${i}`);
    const out = splitSentences(lines.join('\n'));
    expect(out).toEqual([...lines.slice(0, 150), ...lines.slice(-50)]);
    expect(out).toHaveLength(MAX_SENTENCES);
    expect(splitSentences(lines.slice(0, 170).join('\n'))).toEqual(lines.slice(0, 170));
  });

  // A pattern that is quadratic would take minutes: the test's limit stops a hang, it does not measure speed.
  it.each(Object.entries(LONG_TEXTS))('splits 5 MB of %s', (_, make) => {
    const sentences = splitSentences(make(5_000_000));
    expect(sentences.length).toBeLessThanOrEqual(MAX_SENTENCES);
    for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
  });

  const pieces = fc.constantFrom(
    '. ',
    '! ',
    '。',
    '? ',
    '\n',
    '- ',
    '**',
    '`',
    '...',
    ' e.g. ',
    '"',
    ')',
    '1.5',
    '```\n',
  );
  const prose = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 40 })
    .map((p) => p.join(''));

  it('yields trimmed, collapsed pieces of the text in order', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const source = collapsed(text);
        for (const sentence of splitSentences(text)) {
          expect(sentence).toBe(collapsed(sentence.trim()));
          expect(sentence).not.toBe('');
          expect(sentence.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
          expect(source).toContain(sentence.length > 200 ? sentence.replace(/…$/, '') : sentence);
        }
      }),
    );
  });

  it('tokenises additively after a space', () => {
    fc.assert(
      fc.property(prose, prose, (a, b) => {
        const sentences = [...splitSentences(a), ...splitSentences(b)];
        const sum = sentences.reduce(
          (n, s) => n + countTokens(` ${s}`, asText),
          countTokens('Earlier context:'),
        );
        expect(countTokens(['Earlier context:', ...sentences].join(' '), asText)).toBe(sum);
      }),
      { numRuns: 300 },
    );
  });
});
