import type { RegisteredStrategy } from '../../core/lane-context';

/** The rules of named libraries. A chunk of its own: the first screen does not need them. */
export const frameworks: readonly RegisteredStrategy[] = Object.values(
  import.meta.glob<RegisteredStrategy>('./*.strategy.ts', { eager: true, import: 'strategy' }),
);
