import type { Metric } from './metric';

const files = import.meta.glob<{ metric: Metric }>('./*.metric.ts', { eager: true });

export const metrics: readonly Metric[] = Object.values(files)
  .map((f) => f.metric)
  .sort((a, b) => a.order - b.order);
