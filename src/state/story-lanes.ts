import type { Lane } from '../core/lane';
import type { ResolvedProbe } from '../core/probes';
import { laneVerdict, type StoryLane } from '../core/story';
import { laneLetter, laneTitle } from './lanes';
import type { ResultsState } from './results';

/** The lanes the headline speaks of; what has no result yet, or waits for similarities, has nothing to compare. */
export function storyLanes(
  lanes: readonly Lane[],
  results: ResultsState['lanes'],
  probe: ResolvedProbe | null,
  step: number,
): StoryLane[] {
  const count = new Map<string, number>();
  for (const l of lanes) count.set(l.strategyId, (count.get(l.strategyId) ?? 0) + 1);
  return lanes.flatMap((lane, i) => {
    const run = results[lane.id]?.run;
    if (!run || step === 0 || run.done < step) return [];
    if (run.selection(step)!.flags.some((f) => f.code === 'relevance-pending')) return [];
    const verdict = (probe && laneVerdict(run, probe, step)) || {
      verdict: 'lost' as const,
      inSummary: false,
      tokens: run.tokens[step - 1]!,
    };
    // Two lanes of one strategy are told apart by their letters.
    const title = count.get(lane.strategyId)! > 1 ? `${laneTitle(lane)} ${laneLetter(i)}` : laneTitle(lane);
    return [{ ...verdict, title }];
  });
}
