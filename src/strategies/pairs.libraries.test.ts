import { describe, it } from 'vitest';
import { allModifiers } from './registry';
import { checkContract, messageRules } from './testing/pairs';

describe.each(messageRules)('$id', (strategy) => {
  it.each(allModifiers())('with $id', (modifier) => checkContract({ strategy, modifiers: [modifier] }));
});
