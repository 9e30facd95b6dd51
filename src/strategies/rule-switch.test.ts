import { describe, expect, it } from 'vitest';
import { paramSpecs } from '../core/params';
import { allStrategies, loadAllStrategies } from './registry';

await loadAllStrategies();

const switches = allStrategies().flatMap(({ id, params }) =>
  paramSpecs(params).flatMap((spec) => (spec.urlKey === 'rule' ? [{ id, spec }] : [])),
);

describe('the switch between shipped and documented', () => {
  it.each(switches)('of $id names what differs', ({ spec }) => {
    expect(spec.help).toMatch(/^as shipped, .+; documented, .+/);
    expect(spec.options?.map(({ value }) => value)).toEqual(['shipped', 'documented']);
  });

  it('says of no two strategies the same', () => {
    expect(switches.length).toBeGreaterThan(1);
    expect(new Set(switches.map(({ spec }) => spec.help)).size).toBe(switches.length);
  });
});
