import type { Registry } from '../core/lane-context';
import type { AnyModifier } from '../core/modifier';
import type { AnyStrategy } from '../core/strategy';

const strategyFiles = import.meta.glob<{ strategy: AnyStrategy }>('./*.strategy.ts', { eager: true });
const modifierFiles = import.meta.glob<{ modifier: AnyModifier }>('./modifiers/*.modifier.ts', {
  eager: true,
});

const byOrder = (a: { order: number; id: string }, b: { order: number; id: string }) =>
  a.order - b.order || (a.id < b.id ? -1 : 1);

export const strategies: readonly AnyStrategy[] = Object.values(strategyFiles)
  .map((f) => f.strategy)
  .sort(byOrder);
export const modifiers: readonly AnyModifier[] = Object.values(modifierFiles)
  .map((f) => f.modifier)
  .sort(byOrder);

export const registry: Registry = {
  strategies: new Map(strategies.map((s) => [s.id, s])),
  modifiers: new Map(modifiers.map((m) => [m.id, m])),
};
