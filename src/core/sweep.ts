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

/** A parameter's slider for one conversation. */
export interface ParamRange {
  readonly min: number;
  /** The end of the track: the default is always on it. */
  readonly max: number;
  readonly step: number;
  /** The end of what is usual here, where the default lies beyond it. */
  readonly bend?: number;
  /** The largest valid value. */
  readonly limit: number;
}

/** The range of a parameter's slider for a conversation of so many units and tokens; of two that share one, for both. */
export function sliderRange(spec: ParamSpec, units: number, tokens: number, upper?: ParamSpec): ParamRange {
  const min = spec.min ?? 0;
  const step = spec.step ?? 1;
  const own = [spec, ...(upper ? [upper] : [])];
  const usual = Math.max(min + step, ...own.map((s) => usualEnd(s, units, tokens)));
  const limit = Math.max(...own.map((s) => s.max ?? 1));
  const end = Math.min(limit, usual);
  const max = Math.max(end, ...own.map((s) => Number(s.default ?? 0)));
  return { min, max, step, limit, ...(max > end ? { bend: end } : {}) };
}

function usualEnd({ softMax, max = 1 }: ParamSpec, units: number, tokens: number): number {
  if (softMax === 'units') return Math.max(10, units - 1);
  if (softMax === 'tokens') return Math.max(1_000, Math.ceil(tokens / 500) * 500);
  return softMax ?? max;
}

/** Beyond the usual values little changes: a few outcomes are enough there. */
const POINTS_BEYOND = 8;

/** The settings whose outcomes are shown under a slider, the one in use among them. */
export function sweptSettings({ min, max, step, bend = max }: ParamRange, used: number): number[] {
  const out = new Set(sweepValues(min, bend, step));
  const stride = Math.ceil((max - bend) / POINTS_BEYOND / step) * step;
  if (stride > 0) for (let value = bend; value < max; value += stride) out.add(round(value));
  out.add(max);
  out.add(used);
  return [...out].sort((a, b) => a - b);
}

/** Of the setting in use, or of the nearest one while its own outcome is still on its way. */
export const outcomeAt = (points: readonly SweepPoint[], used: number): SweepPoint =>
  points.reduce((best, p) => (Math.abs(p.value - used) < Math.abs(best.value - used) ? p : best));

/** The value nearest to the present one that brings all evidence of a probe (by index) back; null when none does. */
export function nearestRescue(points: readonly SweepPoint[], probe: number, current: number): number | null {
  let best: number | null = null;
  for (const p of points) {
    if ((p.byProbe[probe] ?? 0) < 1 - 1e-9) continue;
    if (best === null || Math.abs(p.value - current) < Math.abs(best - current)) best = p.value;
  }
  return best;
}
