import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import kept from './fixtures/langchain-time-weighted.json';
import { goldens, strategy } from './langchain-time-weighted.strategy';
import { goldenTools } from './testing/golden-cases';
import { describeGoldens } from './testing/golden-suite';
import { hourly, runRetriever } from './testing/run-retriever';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['timeWeighted.json'], read, kept });

describe('TimeWeightedVectorStoreRetriever, documented', () => {
  const returned = (input: object): number[][] =>
    (
      goldens[0]!.run(input as Record<string, unknown>, goldenTools('documented')) as {
        returned: number[];
      }[]
    ).map((q) => q.returned);
  const docs = [0, 1, 2].map((i) => ({
    i,
    embedding: [1, i],
    lastAccessedAt: 0,
    ...(i ? { importance: i } : {}),
  }));
  const queries = [{ nowSec: 3600, embedding: [1, 0] }];

  it('returns k documents, not one more', () => {
    expect(returned({ docs, queries, params: { k: 2 } })).toEqual([[0, 1]]);
    expect(returned({ docs, queries, params: { k: 0 } })).toEqual([[]]);
  });

  it('passes over a score that a document does not have', () => {
    expect(returned({ docs, queries, params: { k: 3, otherScoreKeys: ['importance'] } })).toEqual([
      [2, 1, 0],
    ]);
  });
});

describe('TimeWeightedVectorStoreRetriever in a lane', () => {
  const half = { k: 1, decayRate: 0.5, rule: 'documented' };
  const messages = hourly([0, 1, 2, 3]);

  it('adds similarity and recency, of equal scores the older first', () => {
    const [, second, third] = runRetriever(strategy, messages, [0.25, 0.25, 0, 0], half);
    expect(second!.scores[0]).toBeCloseTo(0.25 + 0.5, 9);
    expect(third!.scores).toEqual([0.75, 0.75]);
    expect(third!.picture).toBe('rd');
    expect(third!.reasons[0]).toBe(
      'similarity 0.25 + recency 0.50 after 1 hour = 0.750: rank 1 of 2, 1 returned',
    );
  });

  it('renews what it returns: its hours count from then on', () => {
    // At hour 3: 0.5 (returned at hour 2), 0.25 (said at hour 1), 0.5 (said at hour 2).
    expect(runRetriever(strategy, messages, [0, 0, 0, 0], half)[3]!.scores).toEqual([0.5, 0.25, 0.5]);
    expect(runRetriever(strategy, messages, [0, 0.5, 0, 0], half)[3]!.picture).toBe('drd');
  });

  it('returns one more as shipped, which then counts as accessed too', () => {
    const shipped = runRetriever(strategy, messages, [0, 0, 0, 0], { ...half, rule: 'shipped' });
    expect(shipped.map((s) => s.picture)).toEqual(['', 'r', 'rr', 'rrd']);
    expect(shipped[3]!.scores).toEqual([0.5, 0.5, 0.5]);
    expect(runRetriever(strategy, messages, [0, 0, 0, 0]).at(-1)!.picture).toBe('rrr');
  });

  it('has only the last ones and the most similar for candidates', () => {
    const { picture, reasons, scores } = runRetriever(strategy, messages, [0, 0.5, 0.25, 0], {
      ...half,
      k: 1,
      searchKwargs: 1,
      defaultSalience: 0.5,
    })[3]!;
    expect(picture).toBe('drd');
    // The last one was not found, so it has the default salience: 0.5 + 0.5; the found one was accessed at hour 2.
    expect(scores).toEqual([undefined, 1, 1]);
    expect(reasons[2]).toMatch(/^default salience 0.50/);
    expect(reasons[0]).toBe('similarity 0.00: neither of the 1 most similar nor of the last 1 turn');
  });

  it('adds importance where it is asked to', () => {
    const said = hourly([0, 1, 2], (i) =>
      i === 0 ? 'We must never log it. We decided so. Always ask.' : 'ok',
    );
    const at = (otherScoreKeys: string) =>
      runRetriever(strategy, said, [0, 0, 0], { ...half, otherScoreKeys })[2]!;
    expect(at('').scores[0]).toBe(0.5);
    expect(at('importance').scores[0]).toBe(1.5);
    expect(at('importance').reasons[0]).toContain('importance 1.00 (assumed)');
  });

  it('waits for similarities, and counts turns where times are missing', () => {
    const { picture, flags, scores } = runRetriever(
      strategy,
      hourly([null, 1, 2, 3]),
      [0, Number.NaN, 0, 0],
      half,
    )[3]!;
    expect(picture).toBe('rpd');
    // The first was returned at steps 2 and 3, at hour 2; only at step 2 had it no time to count from.
    expect(scores).toEqual([0.5, undefined, 0.5]);
    expect(flags).toEqual(['relevance-pending']);
    expect(runRetriever(strategy, hourly([null, 1]), [0, 0], half)[1]!.flags).toEqual(['times-missing']);
  });

  it('draws by the score relative to the best', () => {
    const { weights } = runRetriever(strategy, hourly([0, 0, 0]), [1, 0, 0], { rule: 'documented' })[2]!;
    expect(weights).toEqual([1, 0.5]);
  });
});
