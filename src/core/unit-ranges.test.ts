import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasUnit, type UnitRange, withoutUnits, withUnits } from './unit-ranges';

const units = fc.uniqueArray(fc.nat(20)).map((list) => list.sort((a, b) => a - b));
const unitsOf = (ranges: readonly UnitRange[]) =>
  Array.from({ length: 22 }, (_, u) => u).filter((u) => hasUnit(ranges, u));
const sorted = (list: Iterable<number>) => [...new Set(list)].sort((a, b) => a - b);

describe('ranges of units', () => {
  it('are joined without seams', () => {
    expect(withUnits([{ from: 2, to: 4 }], [0, 4, 6])).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 5 },
      { from: 6, to: 7 },
    ]);
    expect(withUnits(withUnits([], [1, 3]), [2])).toEqual([{ from: 1, to: 4 }]);
  });

  it('are the same list when nothing leaves', () => {
    const ranges = [{ from: 2, to: 4 }];
    expect(withoutUnits(ranges, [1, 4])).toBe(ranges);
    expect(withoutUnits(ranges, [2, 3])).toEqual([]);
  });

  it('hold what sets of units hold', () => {
    fc.assert(
      fc.property(units, units, units, (first, more, less) => {
        const ranges = withUnits(withUnits([], first), more);
        const all = sorted([...first, ...more]);
        expect(unitsOf(ranges)).toEqual(all);
        expect(unitsOf(withoutUnits(ranges, less))).toEqual(all.filter((u) => !less.includes(u)));
        ranges.forEach(({ from, to }, r) => {
          expect(to).toBeGreaterThan(from);
          if (r > 0) expect(from).toBeGreaterThan(ranges[r - 1]!.to);
        });
      }),
    );
  });
});
