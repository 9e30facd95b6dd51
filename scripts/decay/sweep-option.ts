import type { Lane } from '../../src/core/lane';
import { UsageError } from './command';
import { ownerOf, withSetting } from './lane-options';
import { specOf } from './param-options';

const NUMBER = '-?\\d+(?:\\.\\d+)?';
const SWEEP = new RegExp(`^([^=]+)=(${NUMBER})\\.\\.(${NUMBER})(?::(${NUMBER}))?$`);
/** More settings than this are a slip of the keyboard. */
const MAX_VALUES = 10_000;

/**
 * One lane per value of "name=from..to[:step]", ends included; the lane itself without a sweep. Without a step, that of
 * the parameter's slider. @throws UsageError
 */
export function readSweep(text: string | undefined, lane: Lane): Lane[] {
  if (text === undefined) return [lane];
  const match = SWEEP.exec(text);
  if (!match) throw new UsageError(`--sweep is name=from..to or name=from..to:step, not “${text}”.`);
  const [, fullName = '', from, to, step] = match;
  const { owner, name } = ownerOf(lane, fullName);
  const spec = specOf(owner, name);
  if (spec.control !== 'slider' && spec.control !== 'optional-slider')
    throw new UsageError(`${owner.title}: ${name} is no number and cannot be swept.`);
  const values = valuesOf(Number(from), Number(to), step === undefined ? (spec.step ?? 1) : Number(step));
  return values.map((value) => withSetting(lane, fullName, String(value)));
}

function valuesOf(from: number, to: number, step: number): number[] {
  if (step <= 0) throw new UsageError('--sweep needs a step above 0.');
  if (from > to) throw new UsageError(`--sweep goes up: ${from} is above ${to}.`);
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > MAX_VALUES)
    throw new UsageError(`--sweep has ${count} values; at most ${MAX_VALUES} are tried.`);
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toFixed(9)));
}
