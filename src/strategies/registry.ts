import type { RegisteredStrategy, Registry } from '../core/lane-context';
import type { AnyModifier } from '../core/modifier';
import type { AnyStrategy } from '../core/strategy';

const own = Object.values(
  import.meta.glob<AnyStrategy>('./*.strategy.ts', { eager: true, import: 'strategy' }),
);
const modifierFiles = Object.values(
  import.meta.glob<AnyModifier>('./modifiers/*.modifier.ts', { eager: true, import: 'modifier' }),
);

const byOrder = (a: { order: number; id: string }, b: { order: number; id: string }) =>
  a.order - b.order || (a.id < b.id ? -1 : 1);

const byGroup = (a: RegisteredStrategy, b: RegisteredStrategy) =>
  Number(a.group === 'framework') - Number(b.group === 'framework') || byOrder(a, b);

const known = new Map<string, RegisteredStrategy>(own.sort(byOrder).map((s) => [s.id, s]));

/** The pattern's strategies first, then the libraries', each group in its order. */
export const allStrategies = (): readonly RegisteredStrategy[] => [...known.values()];

export const modifiers: readonly AnyModifier[] = modifierFiles.sort(byOrder);

/** Grows once by the compressors and the libraries' rules, when they are loaded. */
export const registry: Registry = {
  strategies: known,
  modifiers: new Map(modifiers.map((m) => [m.id, m])),
};

let loading: Promise<void> | undefined;

/** Loads the compressors and the libraries' rules; later calls wait for the same load. Rejects when the chunk cannot be fetched. */
export function loadFrameworks(): Promise<void> {
  loading ??= import('./later')
    .then(({ later }) => {
      const all = [...known.values(), ...later].sort(byGroup);
      known.clear();
      for (const strategy of all) known.set(strategy.id, strategy);
    })
    .catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
  return loading;
}
