import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokensInNode } from './node-token-counter';
import { cutLongRuns, LONGEST_RUN } from './token-counter';

/** Counts on which gpt-tokenizer, js-tiktoken and tiktoken agree. */
const golden = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'tokens_o200k.json'), 'utf8'),
) as { id: string; text: string; output: { count: number } }[];

describe('countTokens', () => {
  it('has 72 golden cases', () => expect(golden).toHaveLength(72));

  it.each(golden)('$id', ({ text, output }) => expect(countTokensInNode(text)).toBe(output.count));

  it('counts nothing as 0, special-token text as plain text, and unpaired surrogates', () => {
    expect(countTokensInNode('')).toBe(0);
    expect(countTokensInNode('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokensInNode('a\uD800b')).toBe(countTokensInNode('a\uFFFDb'));
  });

  it.each([
    ['letters', 'qzxv'],
    ['spaces', ' '],
    ['CJK', '今日は良い天気'],
    ['base64', 'aGVsbG8gd29ybGQhISE='],
  ])('takes 200,000 characters of %s without whitespace between (js-tiktoken would hang)', (_, unit) => {
    expect(countTokensInNode(unit.repeat(200_000 / unit.length))).toBeGreaterThan(1_000);
  });
});

describe('cutLongRuns', () => {
  it('cuts runs longer than 2,048 characters', () => {
    const pieces = (length: number) => cutLongRuns('a'.repeat(length)).map((piece) => piece.length);
    expect(pieces(2_048)).toEqual([2_048]);
    expect(pieces(2_049)).toHaveLength(2);
  });

  const atMost = (length: number) => new RegExp(`^(?!.*(?:\\S{${length + 1}}|\\s{${length + 1}}))`, 's');

  it('loses nothing, leaves short runs alone, and bounds long ones', () => {
    const run = fc
      .tuple(fc.constantFrom('a', ' ', '今', '.'), fc.integer({ min: 1, max: 3 * LONGEST_RUN }))
      .map(([unit, count]) => unit.repeat(count));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 4 }), (runs) => {
        const text = runs.join('');
        const pieces = cutLongRuns(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(piece).toMatch(atMost(LONGEST_RUN));
        if (atMost(LONGEST_RUN).test(text)) expect(pieces).toEqual([text]);
      }),
      { numRuns: 60 },
    );
  });

  it('cuts no surrogate pair in two', () => {
    for (const text of ['😀'.repeat(3_000), `a${'😀'.repeat(3_000)}`]) {
      for (const piece of cutLongRuns(text)) expect(() => encodeURIComponent(piece)).not.toThrow();
    }
  });
});
