import { expect, it } from 'vitest';
import { axisCount } from './axis-labels';

it('has room for every count on an axis', () => {
  expect([0, 2_600, 750_000, 1_000_000, 2_500_000].map(axisCount)).toEqual([
    '0',
    '2,600',
    '750,000',
    '1M',
    '2.5M',
  ]);
});
