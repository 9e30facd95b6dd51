import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { estimateTokens } from './token-estimate';

const golden = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, '..', 'engines', 'tokens', 'fixtures', 'tokens_o200k.json'),
    'utf8',
  ),
) as { text: string; output: { count: number } }[];

describe('estimateTokens', () => {
  it('errs against the golden counts by what its documentation says', () => {
    const error = golden.reduce((sum, c) => sum + Math.abs(estimateTokens(c.text) - c.output.count), 0);
    const tokens = golden.reduce((sum, c) => sum + c.output.count, 0);
    expect((error / golden.length).toFixed(1)).toBe('2.0');
    expect(((error / tokens) * 100).toFixed(1)).toBe('6.3');
  });

  it('is a whole number >= 0 for any text, and 0 for none', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const estimate = estimateTokens(text);
        expect(Number.isInteger(estimate) && estimate >= 0).toBe(true);
      }),
    );
    expect(estimateTokens('a\uD800b')).toBeGreaterThan(0);
  });

  it('scales up from slices for huge texts, within 3 % of reading all', () => {
    const sentence = 'Everything decays, but not all at once. ';
    const one = estimateTokens(sentence.repeat(100)) / 100;
    const reads = vi.spyOn(String.prototype, 'matchAll');
    const huge = estimateTokens(sentence.repeat(125_000));
    const characters = reads.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    reads.mockRestore();
    expect(characters).toBeGreaterThan(0);
    expect(characters).toBeLessThanOrEqual(32_768);
    expect(Math.abs(huge / (one * 125_000) - 1)).toBeLessThan(0.03);
  });
});
