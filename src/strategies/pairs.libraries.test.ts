import { describe, it } from 'vitest';
import { modifiers } from './registry';
import { checkContract, messageRules } from './testing/pairs';

describe.each(messageRules)('$id', (strategy) => {
  it.each(modifiers)('with $id', (modifier) => checkContract({ strategy, modifiers: [modifier] }));
});
