import { describe, expect, it } from 'vitest';
import type { Supersession } from '../../core/conversation';
import { fateAt } from '../../core/fate-codes';
import type { Lane } from '../../core/lane';
import { defaultParams, type ParamValues } from '../../core/params';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { type PrepareOptions, prepareFor } from '../testing/prepare';
import { sameSimilarities } from '../testing/same-similarities';
import { laneOf, turns, words } from '../testing/talk';

await loadAllStrategies();

/** Of turns 1 to 5 to the question of turn 6. */
const COSINES = [0.55, 0.5, 0.5, 0.3, 0.9];

function simulate(
  recall: ParamValues = {},
  { lane = laneOf('window', { k: 1 }), cosines = COSINES, modifiers = {}, ...options }: Partial<Setup> = {},
) {
  const prepared = prepareFor(turns(6), {
    countTokens: words,
    relevance: sameSimilarities(cosines),
    ...options,
  });
  const params = { ...defaultParams(registry.modifiers.get('archive-recall')!.params), ...recall };
  return simulateLane(
    prepared,
    { ...lane, modifiers: { 'archive-recall': params, ...modifiers } },
    registry,
  )!;
}
interface Setup extends PrepareOptions {
  readonly lane: Lane;
  readonly cosines: readonly number[];
  readonly modifiers: Lane['modifiers'];
}
const fates = (run: ReturnType<typeof simulate>) => [1, 2, 3, 4, 5].map((t) => fateAt(run.fates, 6, t));
const recalled = (run: ReturnType<typeof simulate>) =>
  fates(run).flatMap((fate, i) => (fate === 'retrieved' ? [i + 1] : []));

describe('archive recall', () => {
  it('brings the best 3 back, at their place; what does not come back is archived', () => {
    expect(fates(simulate())).toEqual(['retrieved', 'retrieved', 'retrieved', 'archived', 'verbatim']);
    const { runs } = simulate().selection(6)!;
    expect(runs.filter((r) => r.as === 'retrieved').every((r) => r.cause === 'recalled')).toBe(true);
  });

  it('ranks by relevance and age as semantic recency does', () => {
    // 0.55 x (0.3 + 0.7 x 2^-0.5) = 0.437; 0.5 x 0.830 = 0.415; 0.5 x 0.869 = 0.434; 0.3 x 0.909 = 0.273
    expect(recalled(simulate({ m: 1 }))).toEqual([1]);
    expect(recalled(simulate({ m: 2 }))).toEqual([1, 3]);
    // By relevance alone turn 1 would come first: 0.52 x 0.795 = 0.413.
    expect(recalled(simulate({ m: 2 }, { cosines: [0.52, 0.5, 0.5, 0.3, 0.9] }))).toEqual([2, 3]);
    const [first] = simulate({ m: 2 }).selection(6)!.runs;
    expect(first!.weight).toBe(1);
  });

  it('recalls nothing that is not relevant', () => {
    expect(recalled(simulate({ m: 9, minRelevance: 0.5 }))).toEqual([1]);
    const cosines = [0, -1, 0.1, 0.25, 0];
    expect(recalled(simulate({ m: 9, minRelevance: 0.25 }, { cosines }))).toEqual([]);
  });

  it('takes neither what is there anyway nor what stands in a summary', () => {
    const lane = laneOf('tiered', { recentN: 1, summaryN: 3 });
    const run = simulate({ m: 1 }, { lane, cosines: [0.3, 0.4, 0.9, 0.9, 0.9] });
    expect(recalled(run)).toEqual([2]);
    expect(
      fates(run)
        .slice(2, 4)
        .every((f) => f === 'summarized' || f === 'folded'),
    ).toBe(true);
  });

  it('recalls nothing that was replaced', () => {
    const supersessions: Supersession[] = [{ earlierMessageId: 'm1', laterMessageId: 'm4' }];
    expect(recalled(simulate({ m: 1 }, { supersessions }))).toEqual([1]);
    const replaced = simulate({ m: 1 }, { supersessions, modifiers: { supersession: {} } });
    expect(recalled(replaced)).toEqual([3]);
    expect(fates(replaced)[0]).toBe('dropped');
  });
});
