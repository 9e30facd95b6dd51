import type { RegisteredStrategy, Registry } from '../core/lane-context';
import type { AnyModifier } from '../core/modifier';
import type { AnyStrategy } from '../core/strategy';

/*
 * The first screen's lanes and what they switch on by themselves. Every other file is found by later.ts: a strategy or
 * a modifier is one file, and this list grows only when the first screen does.
 */
const first = Object.values(
  import.meta.glob<AnyStrategy>('./{full,window,tiered,semantic-recency}.strategy.ts', {
    eager: true,
    import: 'strategy',
  }),
);
const firstModifiers = Object.values(
  import.meta.glob<AnyModifier>('./modifiers/{pins,supersession,timestamps}.modifier.ts', {
    eager: true,
    import: 'modifier',
  }),
);

const byOrder = (a: { order: number; id: string }, b: { order: number; id: string }) =>
  a.order - b.order || (a.id < b.id ? -1 : 1);

const byGroup = (a: RegisteredStrategy, b: RegisteredStrategy) =>
  Number(a.group === 'framework') - Number(b.group === 'framework') || byOrder(a, b);

const strategies = new Map<string, RegisteredStrategy>();
const modifiers = new Map<string, AnyModifier>();

function fill<T extends { readonly id: string }>(map: Map<string, T>, items: readonly T[]): void {
  map.clear();
  for (const item of items) map.set(item.id, item);
}
fill(strategies, first.sort(byOrder));
fill(modifiers, firstModifiers.sort(byOrder));

/** The pattern's strategies first, then the libraries', each group in its order. */
export const allStrategies = (): readonly RegisteredStrategy[] => [...strategies.values()];

/** In the order in which they are applied. */
export const allModifiers = (): readonly AnyModifier[] => [...modifiers.values()];

/** Grows once, by what the first screen does not need. */
export const registry: Registry = { strategies, modifiers };

let loading: Promise<void> | undefined;

/** Loads all other strategies, the libraries' rules and modifiers; later calls wait for the same load. Rejects when the chunk cannot be fetched. */
export function loadAllStrategies(): Promise<void> {
  loading ??= import('./later')
    .then((later) => {
      fill(strategies, [...later.strategies].sort(byGroup));
      fill(modifiers, [...later.modifiers].sort(byOrder));
    })
    .catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
  return loading;
}
