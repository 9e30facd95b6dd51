import type * as z from 'zod/mini';
import type { LaneContext, StepInput } from '../core/strategy';
import type { decayCurveParams } from './decay-curve.strategy';

export type DecayParams = z.output<typeof decayCurveParams>;
type Context = LaneContext<DecayParams>;

/**
 * What rehearsal has done to each unit, index unit; never changed in place. The arrays reach to the last unit that
 * anything happened to: of the units behind them nothing is known that their age does not say.
 */
export interface Memory {
  /** How often the unit was rehearsed: its stability is that many stabilities larger. */
  readonly times: Int32Array;
  /** The last step that rehearsed it; 0: none. */
  readonly step: Int32Array;
  /** P at that step, from which its age counts; the unit itself while it was never rehearsed. */
  readonly since: Int32Array;
  /** 1: its similarity to some question was not known, so it may have been rehearsed more often. */
  readonly unknown: Uint8Array;
}

const NO_UNITS = new Int32Array(0);
export const NO_MEMORY: Memory = {
  times: NO_UNITS,
  step: NO_UNITS,
  since: NO_UNITS,
  unknown: new Uint8Array(0),
};

function copyOf(memory: Memory, units: number): Memory {
  const { length } = memory.times;
  const times = new Int32Array(units);
  const step = new Int32Array(units);
  const since = new Int32Array(units);
  const unknown = new Uint8Array(units);
  times.set(memory.times);
  step.set(memory.step);
  since.set(memory.since);
  unknown.set(memory.unknown);
  for (let u = length; u < units; u++) since[u] = u;
  return { times, step, since, unknown };
}

/**
 * The memory once the question of this step is heard: every past unit it is about (relevance >= rehearsalAt, relevance
 * being max(0, similarity)) is rehearsed, pinned ones too, so that a pin changes nothing for the others. The question is
 * the newest user message; where one model call is a turn, with the last reply, as semantic recency asks. The same object
 * where nothing happens: a step without rehearsal costs no copy.
 */
export function rehearse(context: Context, memory: Memory, { step, pastUnits }: StepInput): Memory {
  const { similarity } = context.relevance(step, 'auto');
  const { rehearsalAt } = context.params;
  let next = memory;
  const writable = () => {
    if (next === memory) next = copyOf(memory, pastUnits);
    return next;
  };
  for (let u = 0; u < pastUnits; u++) {
    const known = similarity[u]!;
    if (Number.isNaN(known)) {
      if (next.unknown[u] !== 1) writable().unknown[u] = 1;
    } else if (Math.max(0, known) >= rehearsalAt) {
      const { times, step: last, since } = writable();
      times[u] = times[u]! + 1;
      last[u] = step;
      since[u] = pastUnits;
    }
  }
  return next;
}

/**
 * Strength R in [0, 1] of what is `age` units old (semantics.md section 3.7); `stability` is that of `ebbinghaus` alone.
 * Never grows with age.
 */
export function strengthAt(
  { curve, halfLife, b, stability: own }: DecayParams,
  age: number,
  stability = own,
): number {
  switch (curve) {
    case 'exponential':
      return 2 ** (-age / halfLife);
    case 'power':
      return (1 + age) ** -b;
    case 'ebbinghaus':
      return Math.exp(-age / stability);
    case 'linear':
      // One division: 1 - age / (2 x halfLife) falls just short of thresholds like 0.2 that it should reach.
      return Math.max(0, 2 * halfLife - age) / (2 * halfLife);
    case 'step':
      return age <= halfLife ? 1 : 0;
  }
}

const tables = new WeakMap<DecayParams, Float64Array>();

/** R by age, at least up to `age`: all steps of a lane share one table, for a power costs more than the rest of a step. */
export function strengthsUpTo(params: DecayParams, age: number): Float64Array {
  let table = tables.get(params);
  if (table === undefined || table.length <= age) {
    table = Float64Array.from({ length: Math.max(64, 2 * age) }, (_, a) => strengthAt(params, a));
    tables.set(params, table);
  }
  return table;
}

/** The strength of a unit when `pastUnits` units are past; by its age alone, pastUnits - unit, while never rehearsed. */
export function strengthOf(params: DecayParams, memory: Memory, unit: number, pastUnits: number): number {
  const times = memory.times[unit] ?? 0;
  return strengthAt(params, pastUnits - (memory.since[unit] ?? unit), params.stability * (1 + times));
}
