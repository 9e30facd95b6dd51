import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBm25FromTerms } from './bm25';
import { terms } from './text/words';

const makeBm25 = (texts: readonly string[]) => makeBm25FromTerms(texts.map((text) => terms(text)));

const word = fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6');
const corpus = fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 12 });

/** The formula written out, over the given units only. */
function direct(units: readonly (readonly string[])[], query: readonly string[]): number[] {
  const mean = units.reduce((n, u) => n + u.length, 0) / units.length;
  const raw = units.map((unit) => {
    let sum = 0;
    for (const q of new Set(query)) {
      const df = units.filter((u) => u.includes(q)).length;
      const tf = unit.filter((t) => t === q).length;
      const idf = Math.log(1 + (units.length - df + 0.5) / (df + 0.5));
      if (tf > 0) sum += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * unit.length) / mean));
    }
    return sum;
  });
  const best = Math.max(0, ...raw);
  return raw.map((s) => (best > 0 ? s / best : 0));
}

describe('bm25', () => {
  it('is causal: a prefix scores as the truncated corpus does', () => {
    fc.assert(
      fc.property(corpus, fc.array(word, { maxLength: 4 }), fc.nat(12), (units, query, n) => {
        const past = Math.min(n, units.length);
        const whole = makeBm25FromTerms(units).scores(query, past);
        expect(whole).toEqual(makeBm25FromTerms(units.slice(0, past)).scores(query, past));
        expect(whole).toHaveLength(past);
      }),
    );
  });

  it('equals the formula written out, and lies in [0, 1]', () => {
    fc.assert(
      fc.property(corpus, fc.array(word, { maxLength: 4 }), (units, query) => {
        const scores = makeBm25FromTerms(units).scores(query, units.length);
        direct(units, query).forEach((expected, i) => {
          expect(scores[i]).toBeCloseTo(expected, 6);
          expect(scores[i]).toBeLessThanOrEqual(1);
          expect(scores[i]).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  it('finds the turn that a question needs by stems and parts of identifiers', () => {
    const index = makeBm25([
      'Let us set up the project with Vitest.',
      'We put the retry into confirm_charge() in payments.py.',
      'The buttons are green.',
    ]);
    const scores = index.scores('Which function confirms the charges?', 3);
    expect(scores[1]).toBe(1);
    expect(Array.from(scores).filter((s) => s > 0)).toHaveLength(1);
  });

  it('is all zero without a match and empty without a past', () => {
    const index = makeBm25(['one thing', 'another']);
    expect(Array.from(index.scores('zebra', 2))).toEqual([0, 0]);
    expect(index.scores('thing', 0)).toHaveLength(0);
    expect(index.scores('thing', 99)).toHaveLength(2);
    expect(makeBm25([]).scores('x', 5)).toHaveLength(0);
  });
});
