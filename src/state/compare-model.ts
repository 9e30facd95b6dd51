import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Lane } from '../core/lane';
import type { ParamSpec } from '../core/params';
import { paramSpecs } from '../core/params';
import type { ResolvedProbe } from '../core/probes';
import { type LaneVerdict, laneVerdict, type StoryLane } from '../core/story';
import { nearestRescue } from '../core/sweep';
import { registry } from '../strategies/registry';
import { focusedProbe } from './focus';
import { laneLetter, laneTitle } from './lanes';
import { useApp, usePlayback, useResults, useWorkspace } from './react';
import { isActive, sweepId } from './sweeps';

export interface LaneView {
  readonly lane: Lane;
  readonly letter: string;
  readonly title: string;
  readonly verdict: LaneVerdict | null;
}

/** The probe in focus; changes only when another one comes into focus. */
export function useFocusProbe(): ResolvedProbe | null {
  const probes = useResults((s) => s.probes.probes);
  return usePlayback((p) => ({ probe: focusedProbe(probes, p) })).probe;
}

export function useTurnCount(): number {
  return useResults((s) => s.prepared?.structure.turns.list.length ?? 0);
}

/** Every lane with how it stands to the probe in focus at the step. */
export function useLaneViews(): readonly LaneView[] {
  const lanes = useWorkspace((w) => w.lanes);
  const results = useResults((s) => s.lanes);
  const step = usePlayback((p) => p.step);
  const probe = useFocusProbe();
  return useMemo(
    () =>
      lanes.map((lane, i) => {
        const run = results[lane.id]?.run;
        return {
          lane,
          letter: laneLetter(i),
          title: laneTitle(lane),
          verdict: run && probe ? laneVerdict(run, probe, step) : null,
        };
      }),
    [lanes, results, step, probe],
  );
}

/** The lanes of the headline; lanes whose results are not there yet are left out. */
export function useStoryLanes(): readonly StoryLane[] {
  const lanes = useWorkspace((w) => w.lanes);
  const results = useResults((s) => s.lanes);
  const step = usePlayback((p) => p.step);
  const probe = useFocusProbe();
  return useMemo(() => {
    const count = new Map<string, number>();
    for (const l of lanes) count.set(l.strategyId, (count.get(l.strategyId) ?? 0) + 1);
    return lanes.flatMap((lane, i) => {
      const run = results[lane.id]?.run;
      if (!run || step === 0 || run.done < step) return [];
      const verdict = (probe && laneVerdict(run, probe, step)) || {
        verdict: 'lost' as const,
        inSummary: false,
        tokens: run.tokens[step - 1]!,
      };
      // Two lanes of one strategy are told apart by their letters.
      const title = count.get(lane.strategyId)! > 1 ? `${laneTitle(lane)} ${laneLetter(i)}` : laneTitle(lane);
      return [{ ...verdict, title }];
    });
  }, [lanes, results, step, probe]);
}

/** The sliders a lane's head shows: its first parameter (or the pair that shares a slider) that applies. */
export function headSpecs(lane: Lane): { spec: ParamSpec; upper: ParamSpec | undefined } | null {
  const strategy = registry.strategies.get(lane.strategyId);
  if (!strategy) return null;
  const specs = paramSpecs(strategy.params);
  const spec = specs.find((s) => isActive(s, lane.params));
  return spec ? { spec, upper: specs.find((s) => s.name === spec.rangeWith) } : null;
}

export type CallToAction =
  | { readonly kind: 'drag'; readonly laneId: string; readonly param: string; readonly value: number }
  | { readonly kind: 'pin'; readonly turn: number };

/**
 * The one call to action: the first lane that lost what is needed and whose slider can bring it back, with the value
 * that does; where no slider can, pinning does.
 */
export function useCallToAction(): CallToAction | null {
  const sweeps = useStore(useApp().sweepStore, (s) => s.sweeps);
  const views = useLaneViews();
  const probe = useFocusProbe();
  const step = usePlayback((p) => p.step);
  return useMemo(() => {
    if (!probe || step !== probe.step) return null;
    let allSwept = true;
    const lost = views.filter((v) => v.verdict && v.verdict.verdict !== 'has');
    for (const { lane } of lost) {
      const head = headSpecs(lane);
      if (!head?.spec.sweepable || head.upper) continue;
      const sweep = sweeps[sweepId(lane.id, head.spec.name)];
      if (!sweep) {
        allSwept = false;
        continue;
      }
      const value = nearestRescue(sweep.points, Number(lane.params[head.spec.name]));
      if (value !== null) return { kind: 'drag', laneId: lane.id, param: head.spec.name, value };
    }
    return lost.length > 0 && allSwept ? { kind: 'pin', turn: probe.evidenceTurns[0]! } : null;
  }, [sweeps, views, probe, step]);
}
