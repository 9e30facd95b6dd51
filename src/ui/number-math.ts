import { clamp } from './slider-math';

export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** What a typed text means. `problem` is one sentence for the person who typed it. */
export type NumberReading =
  | { readonly ok: true; readonly value: number }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly clamped: number | null;
      /** What is done about it when the field is left. */
      readonly settled: string;
    };

const show = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

/**
 * Reads a typed number: spaces and thousands commas are ignored ("4,000"). `clamped` is the nearest allowed value, or
 * null when the text is no number at all.
 */
export const readNumber = (text: string, rule: NumberRule): NumberReading => {
  const plain = text.replaceAll(/[\s\u202f_]/g, '').replaceAll(/,(?=\d{3}(\D|$))/g, '');
  const value = plain === '' ? Number.NaN : Number(plain);
  if (!Number.isFinite(value))
    return {
      ok: false,
      problem: 'Enter a number.',
      clamped: null,
      settled: text.trim() === '' ? 'Nothing was typed.' : `“${text.trim().slice(0, 20)}” is no number.`,
    };
  const min = rule.min ?? Number.NEGATIVE_INFINITY;
  const max = rule.max ?? Number.POSITIVE_INFINITY;
  const nearest = clamp(rule.integer === true ? Math.round(value) : value, min, max);
  if (value < min || value > max) {
    const problem =
      Number.isFinite(min) && Number.isFinite(max)
        ? `Between ${show(min)} and ${show(max)}.`
        : Number.isFinite(min)
          ? `At least ${show(min)}.`
          : `At most ${show(max)}.`;
    const settled = value < min ? `${show(min)} is the smallest.` : `${show(max)} is the largest.`;
    return { ok: false, problem, clamped: nearest, settled };
  }
  if (rule.integer === true && !Number.isInteger(value))
    return {
      ok: false,
      problem: 'Whole numbers only.',
      clamped: nearest,
      settled: `Whole numbers only: ${show(nearest)}.`,
    };
  return { ok: true, value };
};
