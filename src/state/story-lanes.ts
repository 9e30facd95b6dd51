import type { Lane } from '../core/lane';
import type { ResolvedProbe } from '../core/probes';
import type { LaneRun } from '../core/simulate';
import { laneVerdict, type StoryLane, type WaitingLane } from '../core/story';
import { hasProperName, laneLetter, laneTitle } from './lanes';
import type { ResultsState } from './results';

export interface Story {
  readonly lanes: readonly StoryLane[];
  /** Lanes without anything to compare yet. */
  readonly waiting: readonly WaitingLane[];
}

/** Similarities that decide what the lane keeps at the step are on their way: what it shows is no verdict. */
export const waitsForSimilarities = (run: LaneRun, step: number): boolean =>
  run.selection(step)?.flags.some((f) => f.code === 'relevance-pending') ?? false;

/** The lanes the headline speaks of, and those it can only announce. */
export function storyLanes(
  lanes: readonly Lane[],
  results: ResultsState['lanes'],
  probe: ResolvedProbe | null,
  step: number,
): Story {
  const story: StoryLane[] = [];
  const waiting: WaitingLane[] = [];
  if (step === 0) return { lanes: story, waiting };
  const count = new Map<string, number>();
  for (const l of lanes) count.set(l.strategyId, (count.get(l.strategyId) ?? 0) + 1);
  lanes.forEach((lane, i) => {
    const run = results[lane.id]?.run;
    // Two lanes of one strategy are told apart by their letters.
    const title = count.get(lane.strategyId)! > 1 ? `${laneTitle(lane)} ${laneLetter(i)}` : laneTitle(lane);
    const name = { title, proper: hasProperName(lane) };
    if (!run || run.done < step) waiting.push({ ...name, for: 'steps' });
    else if (waitsForSimilarities(run, step)) waiting.push({ ...name, for: 'similarities' });
    else {
      const verdict = probe && laneVerdict(run, probe, step);
      const tokens = run.tokens[step - 1]!;
      story.push(verdict ? { ...verdict, ...name } : { verdict: 'lost', partly: [], tokens, ...name });
    }
  });
  return { lanes: story, waiting };
}
