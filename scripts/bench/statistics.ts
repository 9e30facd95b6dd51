export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Nearest-rank percentile: the smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

export const distribution = (values: readonly number[]): Distribution => ({
  count: values.length,
  p50: percentile(values, 50),
  p95: percentile(values, 95),
  max: percentile(values, 100),
});

/** Share of the values above `limit`, 0..1. */
export const shareAbove = (values: readonly number[], limit: number): number =>
  values.filter((value) => value > limit).length / values.length;
