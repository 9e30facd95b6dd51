import { expect, it } from 'vitest';
import { simulateLane } from '../../core/simulate';
import { registry } from '../../strategies/registry';
import { prepareFor } from '../../strategies/testing/prepare';
import { laneOf, talk } from '../../strategies/testing/talk';
import { fateCounts } from './lane-step';

it('counts a turn that is sent in part apart from those that are whole', () => {
  const messages = talk('u: one', 'a: a', 'u: two', 'a: b', 'u: three', 'a: c', 'u: four');
  const counts = (k: number) => {
    const run = simulateLane(prepareFor(messages), laneOf('window', { k }, 'message'), registry)!;
    return fateCounts(run, 4);
  };
  expect(counts(1)).toBe('1 in part, 2 dropped');
  expect(counts(3)).toBe('1 verbatim, 1 in part, 1 dropped');
  expect(counts(6)).toBe('3 verbatim');
});
