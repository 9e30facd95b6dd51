import { firstWhere } from './search';

/** Units from..to-1. Lists of ranges are ascending, without overlaps or seams. */
export interface UnitRange {
  readonly from: number;
  readonly to: number;
}

export function hasUnit(ranges: readonly UnitRange[], unit: number): boolean {
  const at = firstWhere(ranges.length, (r) => ranges[r]!.to > unit);
  return at < ranges.length && ranges[at]!.from <= unit;
}

/** With some units more. `added` is ascending. */
export function withUnits(ranges: readonly UnitRange[], added: readonly number[]): readonly UnitRange[] {
  const out: UnitRange[] = [];
  const push = (from: number, to: number) => {
    const last = out.at(-1);
    if (last && from <= last.to) out[out.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else out.push({ from, to });
  };
  let next = 0;
  for (const { from, to } of ranges) {
    for (; next < added.length && added[next]! < from; next++) push(added[next]!, added[next]! + 1);
    push(from, to);
  }
  for (; next < added.length; next++) push(added[next]!, added[next]! + 1);
  return out;
}

/** Without some units; the same list where none of them is in it. */
export function withoutUnits(ranges: readonly UnitRange[], removed: readonly number[]): readonly UnitRange[] {
  const gone = removed.filter((unit) => hasUnit(ranges, unit));
  if (gone.length === 0) return ranges;
  return ranges.flatMap(({ from, to }) => {
    const out: UnitRange[] = [];
    let start = from;
    for (const unit of gone) {
      if (unit < from || unit >= to) continue;
      if (start < unit) out.push({ from: start, to: unit });
      start = unit + 1;
    }
    if (start < to) out.push({ from: start, to });
    return out;
  });
}
