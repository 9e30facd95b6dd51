import { describe, expect, it } from 'vitest';
import { scoreAgentMemories, strategy } from './generative-agents.strategy';
import { hourly, runRetriever } from './testing/run-retriever';

const ONE = { recency: 1, relevance: 1, importance: 1 };
const memories = { hours: [10, 0, 5], relevance: [0.2, 0.6, 0.4], importance: [1, 0, 0.5] };
const alike = { hours: [1, 1, 1], relevance: [0.3, 0.3, 0.3], importance: [0, 0, 0] };

describe('generative agents, documented', () => {
  it('scales recency 0.995^hours, relevance and importance and adds them', () => {
    const { score } = scoreAgentMemories(memories, ONE, 'documented');
    const [least, middle] = [0.995 ** 10, 0.995 ** 5];
    expect(score[0]).toBeCloseTo(0 + 0 + 1, 9);
    expect(score[1]).toBeCloseTo(1 + 1 + 0, 9);
    expect(score[2]).toBeCloseTo((middle - least) / (1 - least) + 0.5 + 0.5, 9);
  });

  it('takes 0.5 for a component that is the same for all', () => {
    expect(scoreAgentMemories(alike, ONE, 'documented').score).toEqual(Float64Array.of(1.5, 1.5, 1.5));
    const none = { hours: [], relevance: [], importance: [] };
    expect(scoreAgentMemories(none, ONE, 'documented').score).toEqual(Float64Array.of());
  });

  it('weighs the components', () => {
    const weights = { recency: 0, relevance: 0.5, importance: 2 };
    const { score } = scoreAgentMemories(memories, weights, 'documented');
    expect(score[0]).toBeCloseTo(2, 9);
    expect(score[1]).toBeCloseTo(0.5, 9);
    expect(score[2]).toBeCloseTo(0.25 + 1, 9);
  });
});

describe('generative agents, as shipped', () => {
  it('takes the longest unused for the most recent, and weighs 0.5, 3 and 2', () => {
    const { recency, score } = scoreAgentMemories(memories, ONE, 'shipped');
    // Ranks by last access: 0 (10 hours), 2 (5 hours), 1 (0 hours).
    expect(recency).toEqual(Float64Array.of(0.99, 0.99 ** 3, 0.99 ** 2));
    expect(score[0]).toBeCloseTo(0.5 + 0 + 2, 9);
    expect(score[1]).toBeCloseTo(0 + 3 + 0, 9);
    expect(score[2]).toBeCloseTo(0.5 * ((0.99 ** 2 - 0.99 ** 3) / (0.99 - 0.99 ** 3)) + 1.5 + 1, 9);
  });

  it('puts the newer first among those with the same last access', () => {
    expect(scoreAgentMemories(alike, ONE, 'shipped').recency).toEqual(
      Float64Array.of(0.99 ** 3, 0.99 ** 2, 0.99),
    );
  });
});

describe('generative agents in a lane', () => {
  const recencyOnly = { n_count: 1, relevance_w: 0, importance_w: 0 };

  it('counts being retrieved as an access', () => {
    const messages = hourly([0, 1, 2, 3]);
    const documented = runRetriever(strategy, messages, [0, 0, 0, 0], { ...recencyOnly, rule: 'documented' });
    // The newest is always the most recent, so it is retrieved; of equal ones the newer.
    expect(documented.map((s) => s.picture)).toEqual(['', 'r', 'dr', 'ddr']);
    const relevant = { n_count: 1, recency_w: 1, relevance_w: 1, rule: 'documented' };
    // At hour 2 the first is as recent as the second: retrieved at hour 1, when the other was said.
    const [, , third] = runRetriever(strategy, messages, [0.9, 0.1, 0, 0], relevant);
    expect(third!.picture).toBe('rd');
    expect(third!.reasons[0]).toMatch(/^recency 0.99 \(last access 1 hour ago\), relevance 0.90/);
  });

  it('as shipped goes round: what was retrieved is the last to come back', () => {
    const shipped = runRetriever(strategy, hourly([0, 1, 2, 3, 4]), [0, 0, 0, 0, 0], recencyOnly);
    // Hour 2: both were last accessed at hour 1, the newer comes first. Hour 3: 0 since hour 1. Hour 4: 2 since hour 2, as 1.
    expect(shipped.map((s) => s.picture)).toEqual(['', 'r', 'dr', 'rdd', 'ddrd']);
  });

  it('brings back 30 unless told otherwise, whatever their relevance', () => {
    const many = runRetriever(
      strategy,
      hourly(Array.from({ length: 33 }, (_, i) => i)),
      Array(33).fill(-0.1),
    );
    expect(many.at(-1)!.picture.match(/r/g)).toHaveLength(30);
    expect(many.at(-1)!.reasons[0]).toMatch(/of 32, 30 retrieved$/);
  });

  it('waits for similarities, and counts turns where times are missing', () => {
    const { picture, flags } = runRetriever(strategy, hourly([null, null, 1]), [Number.NaN, 0.5, 0])[2]!;
    expect(picture).toBe('pr');
    expect(flags).toEqual(['relevance-pending', 'times-missing']);
  });
});
