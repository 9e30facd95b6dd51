import { describe, expect, it } from 'vitest';
import { fateAt } from '../core/fate-codes';
import { contextItems } from '../core/items';
import { reasonsAt } from '../core/reasons';
import { simulateLane } from '../core/simulate';
import { example } from '../examples/three-files.example';
import { registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf } from './testing/talk';

const { messages } = example.document.conversation;

describe('full history', () => {
  it.each(['turn', 'message'] as const)('sends every message at every step, counting %ss', (unit) => {
    const prepared = prepareFor(messages);
    const run = simulateLane(prepared, laneOf('full', {}, unit), registry)!;
    for (let step = 1; step <= 30; step++) {
      const { currentEnd } = prepared.structure.turns.list[step - 1]!;
      expect(contextItems(run.setup, run.selection(step)!).flatMap((item) => item.messages)).toEqual(
        Array.from({ length: currentEnd }, (_, m) => m),
      );
      for (let turn = 1; turn < step; turn++) {
        expect(fateAt(run.fates, step, turn)).toBe('verbatim');
        expect(run.fates.weights[(step - 1) * 30 + turn - 1]).toBe(255);
      }
    }
    expect(new Set(reasonsAt(run, 30).map(({ text }) => text))).toEqual(
      new Set([`full history keeps every ${unit}`]),
    );
  });
});
