import type { Lane } from './lane';
import type { Registry } from './lane-context';
import type { ParamSpec } from './params';
import type { PreparedConversation } from './prepared';
import { type ResolvedProbe, recallAt } from './probes';
import { startLane } from './simulate';

export interface SweepPoint {
  readonly value: number;
  /** Mean evidence recall over all probes, in [0, 1]. */
  readonly recall: number;
  /** Evidence recall of each probe, in their order; 1 means all of it is there. */
  readonly byProbe: readonly number[];
}

/** At most this many values are tried: more than a slider's pixels show nothing. */
const MAX_POINTS = 120;

/** The values a slider can take over its visible range, thinned evenly to `MAX_POINTS`, ends included. */
export function sweepValues(min: number, max: number, step: number): number[] {
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  const stride = Math.max(1, Math.ceil(count / MAX_POINTS));
  const out: number[] = [];
  for (let i = 0; i < count; i += stride) out.push(round(min + i * step));
  const last = round(min + (count - 1) * step);
  if (out[out.length - 1] !== last) out.push(last);
  return out;
}

const round = (x: number) => Math.round(x * 1e6) / 1e6;

/** Evidence recall of one setting: what a lane would keep for each question. */
export function sweepPoint(
  prepared: PreparedConversation,
  lane: Lane,
  registry: Registry,
  probes: readonly ResolvedProbe[],
): Omit<SweepPoint, 'value'> {
  const run = startLane(prepared, lane, registry);
  if (!run || probes.length === 0) return { recall: 0, byProbe: probes.map(() => 0) };
  run.advance(probes.reduce((max, p) => Math.max(max, p.step), 0));
  const byProbe = probes.map((p) => recallAt(run.setup, run.selection(p.step)!, p.evidence).verbatim);
  return { recall: byProbe.reduce((a, b) => a + b, 0) / probes.length, byProbe };
}

/** The visible range of a parameter's slider for a conversation of so many units and tokens. */
export function sliderRange(
  spec: ParamSpec,
  units: number,
  tokens: number,
): { min: number; max: number; step: number } {
  const min = spec.min ?? 0;
  const step = spec.step ?? 1;
  const hard = spec.max ?? 1;
  const soft =
    spec.softMax === 'units'
      ? Math.max(10, units - 1)
      : spec.softMax === 'tokens'
        ? Math.max(1_000, Math.ceil(tokens / 500) * 500)
        : (spec.softMax ?? hard);
  return { min, max: Math.min(hard, Math.max(soft, min + step)), step };
}

/** The value nearest to the present one that brings all evidence of a probe (by index) back; null when none does. */
export function nearestRescue(points: readonly SweepPoint[], probe: number, current: number): number | null {
  let best: number | null = null;
  for (const p of points) {
    if ((p.byProbe[probe] ?? 0) < 1 - 1e-9) continue;
    if (best === null || Math.abs(p.value - current) < Math.abs(best - current)) best = p.value;
  }
  return best;
}
