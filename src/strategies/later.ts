import type { RegisteredStrategy } from '../core/lane-context';
import type { AnyModifier } from '../core/modifier';

/** All of them, as a chunk of its own beside what the first screen already has. */
export const strategies: readonly RegisteredStrategy[] = Object.values(
  import.meta.glob<RegisteredStrategy>(
    ['./*.strategy.ts', './compressors/*.strategy.ts', './frameworks/*.strategy.ts'],
    { eager: true, import: 'strategy' },
  ),
);

export const modifiers: readonly AnyModifier[] = Object.values(
  import.meta.glob<AnyModifier>('./modifiers/*.modifier.ts', { eager: true, import: 'modifier' }),
);
