import { describe, it } from 'vitest';
import { allModifiers } from './registry';
import { checkContract, compressors, selectors } from './testing/pairs';

describe.each([...selectors, ...compressors])('$id', (strategy) => {
  it.each(allModifiers())('with $id', (modifier) => checkContract({ strategy, modifiers: [modifier] }));
});
