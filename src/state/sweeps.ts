import { createStore } from 'zustand/vanilla';
import type { Lane } from '../core/lane';
import { laneNeedsRelevance } from '../core/lane-context';
import { type ParamSpec, type ParamValue, paramSpecs } from '../core/params';
import { type SweepPoint, sliderRange, sweepPoint, sweepValues } from '../core/sweep';
import { registry } from '../strategies/registry';
import { whenIdle } from './idle';
import { laneUnit } from './lanes';
import type { ResultsState, ResultsStore } from './results';
import type { ShellStore } from './shell';
import type { WorkspaceStore } from './workspace';

const SLICE_MS = 6;
const IDLE_MS = 60;

export interface Sweep {
  readonly points: readonly SweepPoint[];
  /** Everything the points depend on; a sweep whose key no longer fits is shown dimmed until the next one is there. */
  readonly key: string;
}

/** Sweeps by `${laneId}/${param}`. */
export const createSweepStore = () =>
  createStore<{ readonly sweeps: Readonly<Record<string, Sweep>> }>(() => ({ sweeps: {} }));
export type SweepStore = ReturnType<typeof createSweepStore>;

export const sweepId = (laneId: string, param: string) => `${laneId}/${param}`;

interface Job {
  readonly id: string;
  readonly key: string;
  readonly lane: Lane;
  readonly spec: ParamSpec;
  readonly values: number[];
  readonly points: SweepPoint[];
}

/** Parameters shown as sliders with an outcome under them: all sweepable ones that apply at present. */
export function sweptSpecs(lane: Lane): ParamSpec[] {
  const strategy = registry.strategies.get(lane.strategyId);
  if (!strategy) return [];
  return paramSpecs(strategy.params).filter((s) => s.sweepable && isActive(s, lane.params));
}

export const isActive = (spec: ParamSpec, params: Readonly<Record<string, ParamValue>>): boolean =>
  !spec.when || spec.when.in.includes(params[spec.when.param] ?? null);

/**
 * Outcomes before action: what each slider's values would keep of the evidence, computed while the hand rests, a few
 * milliseconds per task. A parameter's own value does not change its sweep, so dragging it keeps the curve still.
 */
export function createSweeps(
  workspace: WorkspaceStore,
  shell: ShellStore,
  results: ResultsStore,
  store: SweepStore,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let generation = 0;
  const ids = new WeakMap<object, number>();
  let nextId = 0;
  const idOf = (object: object) => {
    let id = ids.get(object);
    if (id === undefined) {
      id = nextId++;
      ids.set(object, id);
    }
    return id;
  };

  function keyOf(lane: Lane, spec: ParamSpec, state: ResultsState): string {
    const { prepared } = state;
    const others = Object.entries(lane.params).filter(([name]) => name !== spec.name);
    return JSON.stringify([
      lane.strategyId,
      lane.unit,
      lane.compress ?? null,
      lane.modifiers,
      others,
      prepared && [
        idOf(prepared.structure),
        idOf(prepared.tokens),
        laneNeedsRelevance(lane, registry) ? idOf(prepared.relevance) : 0,
        [...prepared.pinnedTurns],
        lane.modifiers.supersession ? idOf(prepared.document.supersessions) : 0,
        idOf(state.probes),
      ],
    ]);
  }

  /** Only what is on screen: each lane's first slider, and all of the lane whose panel is open. */
  function plan(): Job[] {
    const state = results.getState();
    const { prepared, probes } = state;
    if (!prepared || probes.probes.length === 0) return [];
    const known = store.getState().sweeps;
    const open = shell.getState().laneSettingsId;
    const jobs: Job[] = [];
    for (const lane of workspace.getState().lanes) {
      for (const spec of sweptSpecs(lane).slice(0, lane.id === open ? undefined : 1)) {
        const id = sweepId(lane.id, spec.name);
        const key = keyOf(lane, spec, state);
        if (known[id]?.key === key) continue;
        const units = prepared.structure.units(laneUnit(lane)).count;
        const tokens = prepared.tokens.message.reduce((a, b) => a + b, 0);
        const { min, max, step } = sliderRange(spec, units, tokens);
        jobs.push({ id, key, lane, spec, values: sweepValues(min, max, step), points: [] });
      }
    }
    return jobs;
  }

  function schedule(): void {
    generation++;
    clearTimeout(timer);
    const mine = generation;
    timer = setTimeout(() => whenIdle(() => work(mine, plan())), IDLE_MS);
  }

  function work(mine: number, jobs: Job[]): void {
    if (mine !== generation) return;
    const { prepared, probes } = results.getState();
    if (!prepared) return;
    const until = performance.now() + SLICE_MS;
    const finished: Record<string, Sweep> = {};
    while (jobs.length > 0 && performance.now() < until) {
      const job = jobs[0]!;
      const value = job.values[job.points.length]!;
      const point = sweepPoint(prepared, job.lane, registry, { [job.spec.name]: value }, probes.probes);
      job.points.push({ value, ...point });
      if (job.points.length < job.values.length) continue;
      finished[job.id] = { points: job.points, key: job.key };
      jobs.shift();
    }
    if (Object.keys(finished).length > 0)
      store.setState(({ sweeps }) => ({ sweeps: { ...sweeps, ...finished } }));
    if (jobs.length > 0) whenIdle(() => work(mine, jobs));
  }

  const stops = [
    results.subscribe(schedule),
    shell.subscribe((now, before) => {
      if (now.laneSettingsId !== before.laneSettingsId) schedule();
    }),
  ];
  return {
    schedule,
    dispose() {
      generation++;
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
