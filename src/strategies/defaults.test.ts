import { expect, it } from 'vitest';
import { defaultParams } from '../core/params';
import { loadAllStrategies, registry } from './registry';

await loadAllStrategies();

/** The parameters of the pattern's six strategies with their defaults (shared/semantics.md, section 3). */
it.each<[string, object]>([
  ['full', {}],
  ['window', { k: 5, block: 1, overflow: 'drop' }],
  ['token-window', { budget: 4_000 }],
  ['tiered', { recentN: 5, summaryN: 20, resummarizeEvery: 1, overflow: 'drop', literalSlices: false }],
  [
    'semantic-recency',
    {
      formula: 'half-life',
      halfLife: 10,
      halfLifeIn: 'units',
      floor: 0.3,
      decayRate: 0.01,
      weightRecency: 1,
      weightRelevance: 1,
      weightImportance: 1,
      alwaysRecent: 2,
      topK: 6,
      minRelevance: 0.2,
      budget: null,
      query: 'auto',
    },
  ],
  ['timestamps', { format: 'relative' }],
])('%s has its parameters and defaults', (id, wanted) => {
  expect(defaultParams(registry.strategies.get(id)!.params)).toEqual(wanted);
});
