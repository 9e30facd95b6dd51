/** The range of a slider in the parameter's own unit. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** `log` needs min > 0 and falls back to `linear` otherwise. */
  readonly scale?: 'linear' | 'log';
  /** What lies beyond this value shares the last part of the track, so that a far end leaves the rest its room. */
  readonly bend?: number | undefined;
  /** The largest number that can be typed; `max` by default. */
  readonly limit?: number | undefined;
}

/** Where on a track with a bend the bend is. */
const BEND_AT = 0.85;

/** The range with a value on it that was typed beyond its end: the shown value is always the owner's. */
export const reaching = (range: SliderRange, value: number): SliderRange =>
  value > range.max ? { ...range, max: value, bend: range.bend ?? range.max } : range;

const isLog = (range: SliderRange): boolean =>
  range.scale === 'log' && range.min > 0 && range.max > range.min;

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const decimalsOf = (step: number): number => {
  const text = step.toString();
  const exponent = /e-(\d+)$/.exec(text);
  if (exponent) return Number(exponent[1]) + (text.split('e')[0]!.split('.')[1]?.length ?? 0);
  return text.split('.')[1]?.length ?? 0;
};

/** The nearest value on the grid min + n * step, inside the range; the maximum itself is always reachable. */
export const snap = (value: number, range: SliderRange): number => {
  const { min, max, step } = range;
  if (!Number.isFinite(value)) return min;
  if (value >= max) return max;
  if (value <= min) return min;
  if (!(step > 0)) return value;
  const stepped = min + Math.round((value - min) / step) * step;
  // Binary fractions would show as 0.30000000000000004.
  const rounded = Number(stepped.toFixed(Math.max(decimalsOf(step), decimalsOf(min))));
  return clamp(rounded, min, max);
};

export interface TypedValue {
  /** Inside the range, with as many digits as the slider's step. */
  readonly value: number;
  /** What was done to the number, in one sentence; '' for nothing. */
  readonly note: string;
}

/**
 * A typed number as a slider's value: spaces, thousands commas and a unit behind it are ignored ("4,000 tokens"). It need
 * not lie on the slider's grid, but has no more digits than the grid. null: no number.
 */
export const typedValue = (text: string, range: SliderRange): TypedValue | null => {
  const { min, step } = range;
  const max = range.limit ?? range.max;
  const plain = /^\s*([-+]?[\d\s\u202f,]*(?:\.\d*)?(?:e[-+]?\d+)?)\s*\p{L}*\s*$/iu.exec(text)?.[1];
  const number = plain?.replaceAll(/[\s\u202f]/g, '').replaceAll(/,(?=\d{3}(\D|$))/g, '') ?? '';
  const value = number === '' ? Number.NaN : Number(number);
  if (!Number.isFinite(value)) return null;
  const show = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (value > max) return { value: max, note: `${show(max)} is the largest here.` };
  if (value < min) return { value: min, note: `${show(min)} is the smallest here.` };
  const digits = Math.max(decimalsOf(step), decimalsOf(min));
  const rounded = clamp(Number(value.toFixed(digits)), min, max);
  if (rounded === value) return { value, note: '' };
  return {
    value: rounded,
    note: digits === 0 ? `Whole numbers only: ${show(rounded)}.` : `Rounded to ${show(rounded)}.`,
  };
};

/** The part of a range before its bend. */
const straight = ({ min, step, scale = 'linear' }: SliderRange, bend: number): SliderRange => ({
  min,
  max: bend,
  step,
  scale,
});

/** Position on the track in 0..1. */
export const valueToFraction = (value: number, range: SliderRange): number => {
  const { min, max, bend } = range;
  if (max <= min) return 0;
  const inside = clamp(value, min, max);
  if (bend !== undefined)
    return inside <= bend
      ? BEND_AT * valueToFraction(inside, straight(range, bend))
      : BEND_AT + ((1 - BEND_AT) * (inside - bend)) / (max - bend);
  return isLog(range) ? Math.log(inside / min) / Math.log(max / min) : (inside - min) / (max - min);
};

/** The snapped value at a position 0..1 (clamped). */
export const fractionToValue = (fraction: number, range: SliderRange): number => {
  const t = clamp(fraction, 0, 1);
  const { min, max, bend } = range;
  if (bend !== undefined)
    return t <= BEND_AT
      ? fractionToValue(t / BEND_AT, straight(range, bend))
      : snap(bend + ((t - BEND_AT) / (1 - BEND_AT)) * (max - bend), range);
  return snap(isLog(range) ? min * (max / min) ** t : min + (max - min) * t, range);
};

/** One arrow key's distance: the step, or on a log scale the second significant digit of the value. */
export const arrowStep = (value: number, range: SliderRange): number => {
  if (!isLog(range)) return range.step;
  const digit = 10 ** (Math.floor(Math.log10(Math.max(value, range.min)) + 1e-9) - 1);
  return Math.max(range.step, Math.round(digit / range.step) * range.step);
};

/** Page keys: a tenth of a linear range on the grid, at least ten arrows' worth where the range allows it. */
export const pageStep = (value: number, range: SliderRange): number => {
  const arrow = arrowStep(value, range);
  if (isLog(range)) return arrow * 10;
  const tenth = Math.round(((range.bend ?? range.max) - range.min) / 10 / range.step) * range.step;
  return Math.max(arrow, tenth);
};

/** The value after a key, or null when the key is not a slider's. Shift makes an arrow ten times as long. */
export const valueAfterKey = (
  key: string,
  shift: boolean,
  value: number,
  range: SliderRange,
): number | null => {
  const arrow = arrowStep(value, range) * (shift ? 10 : 1);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return snap(value + arrow, range);
    case 'ArrowLeft':
    case 'ArrowDown':
      return snap(value - arrow, range);
    case 'PageUp':
      return snap(value + pageStep(value, range), range);
    case 'PageDown':
      return snap(value - pageStep(value, range), range);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    default:
      return null;
  }
};

/** The thumb that a press at `fraction` takes: the nearer one; between equals the one that can move that way. */
export const nearestThumb = (fraction: number, low: number, high: number): 0 | 1 => {
  const toLow = Math.abs(fraction - low);
  const toHigh = Math.abs(fraction - high);
  if (toLow === toHigh) return fraction > high ? 1 : fraction < low ? 0 : low >= 1 ? 0 : 1;
  return toLow < toHigh ? 0 : 1;
};

/**
 * Points of a step curve in a box `width` x `height`: each sample holds from its own position to the next one's.
 * `values` in 0..1 (1 = top), NaN where nothing is known: the curve has a gap there. `positions` in 0..1.
 * Returns one polyline (x, y pairs) per unbroken stretch.
 */
export const stepCurve = (
  values: ArrayLike<number>,
  positions: ArrayLike<number> | null,
  width: number,
  height: number,
): readonly (readonly number[])[] => {
  const count = values.length;
  const at = (i: number) => (positions ? (positions[i] ?? 1) : count > 1 ? i / (count - 1) : 0) * width;
  const stretches: number[][] = [];
  let current: number[] | null = null;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) {
      current = null;
      continue;
    }
    const y = height - clamp(value, 0, 1) * height;
    if (current === null) {
      current = [];
      stretches.push(current);
    }
    current.push(at(i), y, i + 1 < count ? at(i + 1) : width, y);
  }
  return stretches;
};
