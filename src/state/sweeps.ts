import { createStore } from 'zustand/vanilla';
import { COMPRESSOR, type Lane, type LanePart, partParams, withParams } from '../core/lane';
import { laneNeedsRelevance } from '../core/lane-context';
import { type ParamSpec, type ParamsSchema, type ParamValue, paramSpecs } from '../core/params';
import type { PreparedConversation } from '../core/prepared';
import { type SweepPoint, sliderRange, sweepPoint, sweptSettings } from '../core/sweep';
import { registry } from '../strategies/registry';
import { whenIdle } from './idle';
import { laneUnit } from './lanes';
import type { ResultsState, ResultsStore } from './results';
import type { WorkspaceStore } from './workspace';

const SLICE_MS = 6;
const IDLE_MS = 60;

export interface Sweep {
  readonly points: readonly SweepPoint[];
  /** Everything the points depend on; a sweep whose key no longer fits is shown dimmed until the next one is there. */
  readonly key: string;
}

/** Sweeps by `sweepId`. */
export const createSweepStore = () =>
  createStore<{ readonly sweeps: Readonly<Record<string, Sweep>> }>(() => ({ sweeps: {} }));
export type SweepStore = ReturnType<typeof createSweepStore>;

export const sweepId = (laneId: string, param: string, part: LanePart = '') =>
  part === '' ? `${laneId}/${param}` : `${laneId}/${part}/${param}`;

/** A parameter of a lane, of whichever of its parts. */
export interface SweptParam {
  readonly laneId: string;
  readonly part: LanePart;
  readonly param: string;
}

interface Job {
  readonly id: string;
  readonly key: string;
  readonly lane: Lane;
  readonly part: LanePart;
  readonly spec: ParamSpec;
  readonly values: readonly number[];
  readonly points: SweepPoint[];
  /** Outcomes that are known already. */
  readonly known: readonly SweepPoint[];
}

/** A part's parameters whose outcomes can be shown under a slider: all sweepable numbers that apply at present. */
export function sweptSpecs(lane: Lane, part: LanePart = ''): ParamSpec[] {
  const schema = schemaOf(lane, part);
  const params = partParams(lane, part);
  if (!schema || !params) return [];
  return paramSpecs(schema).filter((s) => s.sweepable && isActive(s, params) && params[s.name] !== null);
}

function schemaOf(lane: Lane, part: LanePart): ParamsSchema | undefined {
  if (part === '') return registry.strategies.get(lane.strategyId)?.params;
  if (part === COMPRESSOR) return registry.strategies.get(lane.compress?.strategyId ?? '')?.params;
  return registry.modifiers.get(part)?.params;
}

export const isActive = (spec: ParamSpec, params: Readonly<Record<string, ParamValue>>): boolean =>
  !spec.when || spec.when.in.includes(params[spec.when.param] ?? null);

function settingsOf(
  { structure, tokens }: PreparedConversation,
  lane: Lane,
  part: LanePart,
  spec: ParamSpec,
  used: number,
): number[] {
  const units = structure.units(laneUnit(lane)).count;
  const total = tokens.message.reduce((a, b) => a + b, 0);
  const upper = paramSpecs(schemaOf(lane, part)!).find((s) => s.name === spec.rangeWith);
  return sweptSettings(sliderRange(spec, units, total, upper), used);
}

/**
 * Outcomes before action: what each slider's values would keep of the evidence, computed while the hand rests, a few
 * milliseconds per task. A parameter's own value does not change its sweep, so dragging it keeps the curve still.
 */
export function createSweeps(workspace: WorkspaceStore, results: ResultsStore, store: SweepStore) {
  /** Sliders of an open panel that are on screen, by sweep id. */
  const shown = new Map<string, SweptParam>();
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

  function keyOf(lane: Lane, part: LanePart, spec: ParamSpec, state: ResultsState): string {
    const { prepared } = state;
    const { id: _, ...others } = withParams(lane, part, { [spec.name]: null });
    return JSON.stringify([
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

  /** Only what is on screen: each lane's first slider, and what an open panel shows. */
  function plan(): Job[] {
    const state = results.getState();
    const { prepared, probes } = state;
    if (!prepared || probes.probes.length === 0) return [];
    const { lanes } = workspace.getState();
    const jobs = new Map<string, Job>();
    const add = (lane: Lane, part: LanePart, spec: ParamSpec | undefined) => {
      if (!spec) return;
      const id = sweepId(lane.id, spec.name, part);
      const key = keyOf(lane, part, spec, state);
      if (jobs.has(id)) return;
      const used = Number(partParams(lane, part)?.[spec.name]);
      const last = store.getState().sweeps[id];
      const known = last?.key === key ? last.points : [];
      if (known.some((p) => p.value === used)) return;
      const values = known.length > 0 ? [used] : settingsOf(prepared, lane, part, spec, used);
      jobs.set(id, { id, key, lane, part, spec, values, points: [], known });
    };
    for (const lane of lanes) add(lane, '', sweptSpecs(lane)[0]);
    for (const { laneId, part, param } of shown.values()) {
      const lane = lanes.find((l) => l.id === laneId);
      if (lane)
        add(
          lane,
          part,
          sweptSpecs(lane, part).find((s) => s.name === param),
        );
    }
    return [...jobs.values()];
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
      const lane = withParams(job.lane, job.part, { [job.spec.name]: value });
      const point = sweepPoint(prepared, lane, registry, probes.probes);
      job.points.push({ value, ...point });
      if (job.points.length < job.values.length) continue;
      const points = [...job.known, ...job.points].sort((a, b) => a.value - b.value);
      finished[job.id] = { points, key: job.key };
      jobs.shift();
    }
    if (Object.keys(finished).length > 0)
      store.setState(({ sweeps }) => ({ sweeps: { ...sweeps, ...finished } }));
    if (jobs.length > 0) whenIdle(() => work(mine, jobs));
  }

  const stop = results.subscribe(schedule);
  return {
    schedule,
    /** A slider has come on screen; the returned function says that it has left. */
    show(param: SweptParam): () => void {
      const id = sweepId(param.laneId, param.param, param.part);
      shown.set(id, param);
      schedule();
      return () => {
        if (shown.get(id) === param) shown.delete(id);
      };
    },
    dispose() {
      generation++;
      clearTimeout(timer);
      stop();
    },
  };
}
