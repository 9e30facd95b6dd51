import { describe, it } from 'vitest';
import { modifiers } from './registry';
import { checkContract, compressors, selectors } from './testing/pairs';

describe.each([...selectors, ...compressors])('$id', (strategy) => {
  it.each(modifiers)('with $id', (modifier) => checkContract({ strategy, modifiers: [modifier] }));
});
