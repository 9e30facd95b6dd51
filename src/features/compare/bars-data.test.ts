import { describe, expect, it } from 'vitest';
import type { Lane } from '../../core/lane';
import { simulateLane } from '../../core/simulate';
import { exampleById, loadExamples } from '../../examples/registry';
import { newLane } from '../../state/lanes';
import { loadAllStrategies, registry } from '../../strategies/registry';
import { prepareFor } from '../../strategies/testing/prepare';
import { tokenPartsOf } from './bars-data';

await loadAllStrategies();

await loadExamples();

const { messages } = exampleById('three-files')!.document.conversation;
const window = newLane('a', 'window');

const lanes: [string, Lane][] = [
  ['a window', window],
  ['a summary', newLane('b', 'rolling-summary')],
  ['notes', { ...window, modifiers: { ...window.modifiers, notes: { limit: 300 } } }],
];

describe('the token bars', () => {
  it.each(lanes)('leave nothing of a request out: %s', (_, lane) => {
    const run = simulateLane(prepareFor(messages, { toolDefinitionTokens: 120 }), lane, registry)!;
    const parts = Object.values(tokenPartsOf(run));
    for (let i = 0; i < run.steps; i++)
      expect(parts.reduce((sum, part) => sum + part[i]!, 0)).toBe(run.tokens[i]);
  });

  it('count notes among what is inserted', () => {
    const run = simulateLane(prepareFor(messages), lanes[2]![1], registry)!;
    expect(run.selection(run.steps)!.notes).not.toBeNull();
    expect(tokenPartsOf(run).summary?.[run.steps - 1]).toBeGreaterThan(0);
  });
});
