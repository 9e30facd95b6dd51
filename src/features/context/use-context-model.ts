import { useMemo } from 'react';
import { alignContexts, collapseSame, type DiffEntry } from '../../core/context-diff';
import type { ResolvedProbe } from '../../core/probes';
import type { Structure } from '../../core/structure';
import type { SupersessionLink } from '../../core/supersession-links';
import { focusedProbe, focusedTurns } from '../../state/focus';
import { usePlayback, useResults, useWorkspace } from '../../state/react';
import { type ChosenSides, chooseSides } from './choose-sides';
import { makeSide, type Side } from './side';

export interface ContextModel {
  readonly structure: Structure;
  readonly chosen: ChosenSides;
  readonly step: number;
  readonly left: Side | null;
  readonly right: Side | null;
  readonly leftStale: boolean;
  readonly rightStale: boolean;
  readonly entries: readonly DiffEntry[];
  /** Past turns whose words neither column sends, ascending. */
  readonly unsent: readonly number[];
  /** The turn the headline and the reasons are about; null when there is none. */
  readonly turn: number | null;
  /** All turns that stand out in the list. */
  readonly marked: readonly number[];
  readonly probe: ResolvedProbe | null;
  readonly probes: readonly ResolvedProbe[];
  readonly supersessions: readonly SupersessionLink[];
  readonly differencesOnly: boolean;
}

/** Everything the view shows at the step; null without a lane or a turn. */
export function useContextModel(): ContextModel | null {
  const playback = usePlayback((s) => ({
    step: s.step,
    contextLaneId: s.contextLaneId,
    contextOther: s.contextOther,
    selectedLaneId: s.selectedLaneId,
    selectedTurn: s.selectedTurn,
    probeId: s.probeId,
    differencesOnly: s.differencesOnly,
  }));
  const lanes = useWorkspace((s) => s.lanes);
  const { prepared, probes, supersessions, results } = useResults((s) => ({
    prepared: s.prepared,
    probes: s.probes.probes,
    supersessions: s.supersessions,
    results: s.lanes,
  }));
  const { step } = playback;
  const chosen = useMemo(() => chooseSides(lanes, playback), [lanes, playback]);
  const leftResult = chosen ? results[chosen.left.laneId] : undefined;
  const rightResult = chosen?.right ? results[chosen.right.laneId] : undefined;

  // `version` grows while a run goes on: the run object itself is the same.
  const left = useMemo(
    () => (chosen && leftResult ? makeSide(chosen.left, leftResult.run, chosen.left.step) : null),
    [chosen, leftResult],
  );
  const right = useMemo(
    () => (chosen?.right && rightResult ? makeSide(chosen.right, rightResult.run, chosen.right.step) : null),
    [chosen, rightResult],
  );

  const probe = useMemo(
    () => focusedProbe(probes, { step, probeId: playback.probeId }),
    [probes, step, playback.probeId],
  );
  const { selectedTurn, differencesOnly } = playback;
  const marked = useMemo(
    () => focusedTurns(probe, { selectedTurn }).filter((t) => t <= step),
    [probe, selectedTurn, step],
  );
  const turn = marked[0] ?? null;
  const entries = useMemo(() => {
    if (!left) return [];
    const rows = alignContexts(left.items, right?.items ?? null, [...marked, step]);
    const keep = new Set([...marked, step]);
    return right && differencesOnly
      ? collapseSame(rows, keep)
      : rows.map((row): DiffEntry => ({ kind: 'row', row }));
  }, [left, right, marked, step, differencesOnly]);
  const unsent = useMemo(() => {
    if (!left) return [];
    const sent = new Set<number>();
    for (const side of right ? [left, right] : [left])
      for (const item of side.items) if (item.kind !== 'summary') for (const t of item.turns) sent.add(t);
    const out: number[] = [];
    for (let t = 1; t < step; t++) if (!sent.has(t)) out.push(t);
    return out;
  }, [left, right, step]);

  return useMemo(
    () =>
      prepared && chosen && step > 0 && step <= prepared.structure.turns.list.length
        ? {
            structure: prepared.structure,
            chosen,
            step,
            left,
            right,
            leftStale: leftResult?.stale ?? false,
            rightStale: rightResult?.stale ?? false,
            entries,
            unsent,
            turn,
            marked,
            probe,
            probes,
            supersessions,
            differencesOnly,
          }
        : null,
    [
      prepared,
      chosen,
      step,
      left,
      right,
      leftResult?.stale,
      rightResult?.stale,
      entries,
      unsent,
      turn,
      marked,
      probe,
      probes,
      supersessions,
      differencesOnly,
    ],
  );
}
