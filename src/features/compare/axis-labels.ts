import { formatCount } from '../../core/format';

/** A count in the room for "100,000": millions are "1M", "2.5M". */
export const axisCount = (count: number): string =>
  count < 1e6 ? formatCount(count) : `${Number((count / 1e6).toFixed(2))}M`;

/** 1, then round numbers with room between them. */
export function axisLabels(turns: number, width: number): number[] {
  if (turns === 0) return [];
  const every =
    [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find((n) => (n / turns) * width >= 36) ?? turns;
  const out = [1];
  for (let n = every; n <= turns; n += every) if (((n - 1) / turns) * width >= 24) out.push(n);
  return out;
}
