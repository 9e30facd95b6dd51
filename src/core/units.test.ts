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
    const at = (end: number) => [0, 1, 2, 3, 4, 5].map((unit) => groups.of(unit, end));
    expect(at(30)).toEqual([null, null, null, null, null, null]);
    expect(at(31)).toEqual([null, null, [2, 3], [2, 3], null, null]);
    expect(at(41)).toEqual([[0, 4], null, [2, 3], [2, 3], [0, 4], null]);
    expect(at(43)).toEqual([[0, 1, 4], [0, 1, 4], [2, 3], [2, 3], [0, 1, 4], null]);
  });

  it('finds what lies across a boundary', () => {
    expect(groups.across([3], 43)).toEqual([
      [2, 3],
      [0, 1, 4],
    ]);
    expect(groups.across([4], 43)).toEqual([[0, 1, 4]]);
    expect(groups.across([5], 43)).toEqual([]);
    expect(groups.across([3], 30)).toEqual([]);
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
          const across = made.across([unit], end).map(String);
          if (wanted[0]! < unit) expect(across).toContain(String(wanted));
        }
      }),
    );
  });
});
