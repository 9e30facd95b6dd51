import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnitGroups, type UnitLink } from './units';

describe('groups of units that a tool pair ties together', () => {
  const links: UnitLink[] = [
    { a: 0, b: 4, message: 40 },
    { a: 1, b: 4, message: 42 },
    { a: 2, b: 3, message: 30 },
    { a: 5, b: 5, message: 50 },
    { a: -1, b: 5, message: 51 },
  ];
  const groups = new UnitGroups(6, links);

  it('counts a pair only once both its messages are in sight', () => {
    expect(groups.at(30)).toEqual([]);
    expect(groups.at(31)).toEqual([[2, 3]]);
    expect(groups.at(41)).toEqual([
      [0, 4],
      [2, 3],
    ]);
    expect(groups.at(43)).toEqual([
      [0, 1, 4],
      [2, 3],
    ]);
    expect(groups.of(1, 42)).toBeNull();
    expect(groups.of(1, 43)).toEqual([0, 1, 4]);
  });

  it('leaves out pairs inside a unit and in the preamble', () => {
    expect(groups.of(5, 99)).toBeNull();
    expect(new UnitGroups(6, links.slice(3)).any).toBe(false);
  });

  it('agrees with a search over the links in sight', () => {
    const link = fc.record({ a: fc.nat(9), b: fc.nat(9), message: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 12 }), fc.nat(21), (all, end) => {
        const made = new UnitGroups(10, all);
        for (let unit = 0; unit < 10; unit++) {
          const found = new Set([unit]);
          for (let i = 0; i < 10; i++)
            for (const l of all)
              if (l.message < end && (found.has(l.a) || found.has(l.b))) found.add(l.a).add(l.b);
          const wanted = [...found].sort((x, y) => x - y);
          expect(made.of(unit, end) ?? [unit]).toEqual(wanted);
        }
      }),
    );
  });
});
