import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Lane } from '../core/lane';
import type { ParamSpec } from '../core/params';
import { paramSpecs } from '../core/params';
import type { ResolvedProbe } from '../core/probes';
import type { LaneRun } from '../core/simulate';
import { laneVerdict, type Verdict, type VerdictWords, verdictWords } from '../core/story';
import { nearestRescue } from '../core/sweep';
import { registry } from '../strategies/registry';
import { focusedProbe } from './focus';
import { compressorTitle, laneLetter, laneTitle, modifiersText } from './lanes';
import { useApp, usePlayback, useResults, useWorkspace } from './react';
import type { ResultsState } from './results';
import { type Story, storyLanes, waitsForSimilarities } from './story-lanes';
import { isActive, type Sweep, sweepId } from './sweeps';

export interface LaneView {
  readonly id: string;
  readonly strategyId: string;
  readonly letter: string;
  /** With the compressor's name, where there is one. */
  readonly title: string;
  readonly compressor: string | null;
  /** '' where no modifier is on. */
  readonly modifiers: string;
}

/** The probe in focus; changes only when another one comes into focus. */
export function useFocusProbe(): ResolvedProbe | null {
  const probes = useResults((s) => s.probes.probes);
  return usePlayback((p) => ({ probe: focusedProbe(probes, { probeId: p.probeId, step: p.restingStep }) }))
    .probe;
}

export function useTurnCount(): number {
  return useResults((s) => s.prepared?.structure.turns.list.length ?? 0);
}

/** The lanes in order. Their parameters are not part of it: the array changes when a lane comes, goes or moves. */
export function useLaneViews(): readonly LaneView[] {
  const shown = useWorkspace((w) =>
    w.lanes.flatMap((lane) => [lane.id, lane.strategyId, compressorTitle(lane), modifiersText(lane)]),
  );
  const { workspace } = useApp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when to read.
  return useMemo(
    () =>
      workspace.getState().lanes.map((lane, i) => ({
        id: lane.id,
        strategyId: lane.strategyId,
        letter: laneLetter(i),
        title: laneTitle(lane),
        compressor: compressorTitle(lane),
        modifiers: modifiersText(lane),
      })),
    [workspace, shown],
  );
}

/** A lane with its parameters. */
export function useLane(laneId: string): Lane | undefined {
  return useWorkspace((w) => w.lanes.find((lane) => lane.id === laneId));
}

/** What a lane's head says of the question in focus; `waiting` is no verdict. */
export interface ShownVerdict extends VerdictWords {
  readonly verdict: Verdict | 'waiting';
}

/** How a lane stands to the probe in focus at the step; null without a probe or before its result is there. */
export function useLaneVerdict(laneId: string): ShownVerdict | null {
  const step = usePlayback((p) => p.restingStep);
  const probe = useFocusProbe();
  // A verdict and its words, without the tokens, which differ with every value of a slider: only another verdict renders.
  return useResults((s) => {
    const run = s.lanes[laneId]?.run;
    return run && probe ? shownVerdict(run, probe, step) : null;
  });
}

export function shownVerdict(run: LaneRun, probe: ResolvedProbe, step: number): ShownVerdict | null {
  const standing = laneVerdict(run, probe, step);
  if (!standing) return null;
  if (waitsForSimilarities(run, step))
    return { verdict: 'waiting', turns: '', text: 'waiting for similarities' };
  return { verdict: standing.verdict, ...verdictWords(standing, probe.evidenceTurns) };
}

export function useStory(): Story {
  const { workspace } = useApp();
  const results = useResults((s) => s.restingLanes);
  const shown = useLaneViews();
  const step = usePlayback((p) => p.restingStep);
  const probe = useFocusProbe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when a lane came, went or moved; its parameters bring new results.
  return useMemo(
    () => storyLanes(workspace.getState().lanes, results, probe, step),
    [workspace, shown, results, step, probe],
  );
}

/**
 * What a lane's head shows of its parameters: the first slider in use (or the pair that shares one), since that is what
 * is tuned; without any the choice that others hang on, else the first one.
 */
export function headSpecs(lane: Lane): { spec: ParamSpec; upper: ParamSpec | undefined } | null {
  const strategy = registry.strategies.get(lane.strategyId);
  if (!strategy) return null;
  const specs = paramSpecs(strategy.params);
  // A field of names has no room in a head.
  const shown = specs.filter((s) => s.control !== 'names' && isActive(s, lane.params));
  const spec =
    shown.find((s) => s.control.endsWith('slider') && lane.params[s.name] !== null) ??
    shown.find((s) => specs.some((other) => other.when?.param === s.name)) ??
    shown[0];
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
  const { sweepStore, workspace } = useApp();
  const sweeps = useStore(sweepStore, (s) => s.sweeps);
  const results = useResults((s) => s.restingLanes);
  const probes = useResults((s) => s.probes.probes);
  const probe = useFocusProbe();
  const asked = usePlayback((p) => p.restingStep === (probe?.step ?? 0));
  const before = useRef<CallToAction | null>(null);
  return useMemo(() => {
    const { lanes } = workspace.getState();
    const next = asked && probe ? callToAction(lanes, results, probe, probes.indexOf(probe), sweeps) : null;
    // The same call stays the same object, so that a drag of another lane renders nothing here.
    if (JSON.stringify(next) !== JSON.stringify(before.current)) before.current = next;
    return before.current;
  }, [sweeps, workspace, results, probes, probe, asked]);
}

function callToAction(
  lanes: readonly Lane[],
  results: ResultsState['lanes'],
  probe: ResolvedProbe,
  index: number,
  sweeps: Readonly<Record<string, Sweep>>,
): CallToAction | null {
  let allSwept = true;
  const lost = lanes.filter((lane) => {
    const run = results[lane.id]?.run;
    if (!run || waitsForSimilarities(run, probe.step)) return false;
    const verdict = laneVerdict(run, probe, probe.step);
    return verdict && verdict.verdict !== 'has';
  });
  for (const lane of lost) {
    const head = headSpecs(lane);
    if (!head?.spec.sweepable || head.upper) continue;
    const sweep = sweeps[sweepId(lane.id, head.spec.name)];
    if (!sweep) {
      allSwept = false;
      continue;
    }
    const value = nearestRescue(sweep.points, index, Number(lane.params[head.spec.name]));
    if (value !== null) return { kind: 'drag', laneId: lane.id, param: head.spec.name, value };
  }
  return lost.length > 0 && allSwept ? { kind: 'pin', turn: probe.evidenceTurns[0]! } : null;
}
