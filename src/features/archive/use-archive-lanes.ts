import { useMemo } from 'react';
import { type LaneView, useLaneViews } from '../../state/compare-model';
import { heedsPins, lanePins } from '../../state/lane-pins';
import { useApp, usePlayback, useResults, useWorkspace } from '../../state/react';
import { recalledTurns } from '../../state/recalled-turns';
import { waitsForSimilarities } from '../../state/story-lanes';

export interface ArchiveLane extends LaneView {
  /** Messages whose turns were brought back into it. */
  readonly pins: ReadonlySet<string>;
  readonly heedsPins: boolean;
  /** What becomes of what falls out; undefined where the strategy has no say in it. */
  readonly overflow: string | undefined;
  /** Archive recall is on. */
  readonly recalls: boolean;
  /** The turns it brings back at the resting step; null while that is not known. */
  readonly recalled: readonly number[] | null;
}

/** The lanes as the archive shows them. Their other parameters are not part of it: a drag renders nothing here. */
export function useArchiveLanes(): readonly ArchiveLane[] {
  const { workspace } = useApp();
  const views = useLaneViews();
  const settings = useWorkspace((w) =>
    w.lanes.flatMap((lane) => [
      lane.modifiers.pins?.messages,
      heedsPins(lane),
      lane.params.overflow,
      lane.modifiers['archive-recall'] !== undefined,
    ]),
  );
  const step = usePlayback((p) => p.restingStep);
  const results = useResults((s) => s.restingLanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `settings` says when to read.
  return useMemo(
    () =>
      workspace.getState().lanes.map((lane, i) => {
        const run = results[lane.id]?.run;
        const known = run && step > 0 && run.done >= step && !waitsForSimilarities(run, step);
        const { overflow } = lane.params;
        return {
          ...views[i]!,
          pins: new Set(lanePins(lane)),
          heedsPins: heedsPins(lane),
          overflow: typeof overflow === 'string' ? overflow : undefined,
          recalls: lane.modifiers['archive-recall'] !== undefined,
          recalled: known ? recalledTurns(run, step) : null,
        };
      }),
    [workspace, views, settings, results, step],
  );
}
