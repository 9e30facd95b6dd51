import type { RegisteredStrategy } from '../core/lane-context';

/** What the first screen does not need, as a chunk of its own: compressors and the rules of named libraries. */
export const later: readonly RegisteredStrategy[] = Object.values(
  import.meta.glob<RegisteredStrategy>(['./compressors/*.strategy.ts', './frameworks/*.strategy.ts'], {
    eager: true,
    import: 'strategy',
  }),
);
