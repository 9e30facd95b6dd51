/**
 * A whole number per unit, 0 unless it was set, as a value that a fold can keep for every step: setting a few copies their
 * pages only.
 */
export type UnitNumbers = readonly (Int32Array | undefined)[];

export const NO_NUMBERS: UnitNumbers = [];

const PAGE_BITS = 6;
const PAGE = 1 << PAGE_BITS;

export const numberAt = (numbers: UnitNumbers, unit: number): number =>
  numbers[unit >> PAGE_BITS]?.[unit % PAGE] ?? 0;

/** The numbers with those of some units replaced. */
export function withNumbers(
  numbers: UnitNumbers,
  units: Iterable<number>,
  next: (before: number) => number,
): UnitNumbers {
  const pages = [...numbers];
  const own = new Set<number>();
  for (const unit of units) {
    const p = unit >> PAGE_BITS;
    if (!own.has(p)) {
      pages[p] = pages[p]?.slice() ?? new Int32Array(PAGE);
      own.add(p);
    }
    const page = pages[p]!;
    page[unit % PAGE] = next(page[unit % PAGE]!);
  }
  return pages;
}
