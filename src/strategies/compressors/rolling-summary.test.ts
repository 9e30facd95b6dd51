import { describe, expect, it } from 'vitest';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { spySummaries } from '../testing/spy-summarizer';
import { laneOf, talk, words } from '../testing/talk';

await loadAllStrategies();

/** Turns of one message of 10 words. */
const ten = 'u: one two three four five six seven eight nine ten';
const plain = prepareFor(talk(...Array.from({ length: 7 }, () => ten)), {
  countTokens: words,
  tokens: { overhead: 0, includeReasoning: false },
});

function simulate(budget: number, summaryTokens: number) {
  const { prepared, calls } = spySummaries(plain, summaryTokens);
  const run = simulateLane(prepared, laneOf('rolling-summary', { budget }), registry)!;
  const folded = (step: number) =>
    run.selection(step)!.runs.flatMap((r) => (r.as === 'summarized' ? [[r.from, r.to]] : []));
  return { run, calls, folded };
}

describe('rolling summary', () => {
  it('keeps everything word for word while the past fits, its budget included', () => {
    const { folded, calls } = simulate(60, 1);
    expect(folded(7)).toEqual([]);
    expect(calls).toEqual([]);
    expect(simulate(59, 1).folded(7)).toEqual([[0, 1]]);
  });

  it('folds the oldest unit, made again out of the old summary and that unit', () => {
    const { folded, calls } = simulate(30, 5);
    // 40 > 30: one unit goes, 30 + 5 > 30: one more.
    expect(folded(5)).toEqual([[0, 2]]);
    expect(folded(6)).toEqual([[0, 3]]);
    expect(calls.slice(0, 3)).toEqual([
      { of: [0], previous: null, target: 4 },
      { of: [1], previous: 'summary 1', target: 4 },
      { of: [2], previous: 'summary 2', target: 4 },
    ]);
  });

  it('counts again with the tokens of the summary, up to the budget', () => {
    expect(simulate(35, 5).folded(5)).toEqual([[0, 1]]);
    expect(simulate(35, 6).folded(5)).toEqual([[0, 2]]);
  });

  it('aims at 15 % of the budget', () => {
    expect(simulate(40, 1).calls[0]!.target).toBe(6);
  });

  it('stops when one unit remains, and says how far that is over', () => {
    const { folded, run } = simulate(8, 2);
    expect(folded(4)).toEqual([[0, 2]]);
    expect(run.selection(4)!.flags.map((f) => f.message)).toEqual([
      'What cannot be folded is 4 tokens over the budget.',
    ]);
  });
});
