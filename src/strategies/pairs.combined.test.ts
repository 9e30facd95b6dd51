import { describe, it } from 'vitest';
import { allModifiers, registry } from './registry';
import { checkContract, compressors, selectors } from './testing/pairs';

describe.each(selectors)('$id', (strategy) => {
  it.each(compressors)('followed by $id', (compressor) => checkContract({ strategy, compressor }));
});

const window = registry.strategies.get('window')!;
const summary = registry.strategies.get('rolling-summary')!;
const together = allModifiers().flatMap((a, i) =>
  allModifiers()
    .slice(i + 1)
    .map((b) => [a, b] as const),
);

describe.each(together)('$0.id and $1.id', (...pair) => {
  it('around a window', () => checkContract({ strategy: window, modifiers: pair }));
  it('around a window and a summary', () =>
    checkContract({ strategy: window, compressor: summary, modifiers: pair }));
});

/** Nearly everything has left, and whatever may come back does. */
const settled = { window: { k: 1 }, 'archive-recall': { m: 9, minRelevance: 0 } };
const supersession = allModifiers().find(({ id }) => id === 'supersession')!;

describe.each(allModifiers().filter((m) => m !== supersession))(
  'what was replaced, behind $id',
  (modifier) => {
    it('is neither sent nor summarized', () =>
      checkContract({ strategy: window, modifiers: [supersession, modifier], settled }));
    it('nor is it behind a running summary', () =>
      checkContract({ strategy: window, compressor: summary, modifiers: [supersession, modifier], settled }));
  },
);
