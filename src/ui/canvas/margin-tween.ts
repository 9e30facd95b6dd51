import type { MarginBarsData } from './margin-bars-painter';

/** Milliseconds: a bar that changes, and one whose turn leaves. */
export const BAR_MS = 120;
export const LEAVE_MS = 180;

const easeOut = (t: number): number => 1 - (1 - Math.min(1, Math.max(0, t))) ** 3;

/**
 * The margin bars `elapsed` ms after the step changed from `from` to `to`: bars grow and shrink to their new length, a
 * leaving turn's bar collapses to the left in the colour it had. From LEAVE_MS on it is `to` itself.
 */
export function tweenMargin(from: MarginBarsData, to: MarginBarsData, elapsed: number): MarginBarsData {
  if (elapsed >= LEAVE_MS) return to;
  const length = to.tokens.length;
  const tokens = new Float64Array(length);
  const fates = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const before = from.tokens[i] ?? 0;
    const after = to.tokens[i]!;
    const leaves = before > 0 && after === 0;
    fates[i] = (leaves ? from.fates[i] : to.fates[i])!;
    tokens[i] = before + (after - before) * easeOut(elapsed / (leaves ? LEAVE_MS : BAR_MS));
  }
  return { ...to, tokens, fates };
}
