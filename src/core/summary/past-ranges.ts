import type { MessageRange } from './summary';

/** Ascending, without overlaps or seams, and without the future: nothing at or after the message `before`. */
export function pastRanges(ranges: readonly MessageRange[], before: number): MessageRange[] {
  const isSorted = ranges.every((r, i) => i === 0 || ranges[i - 1]!.from <= r.from);
  const out: MessageRange[] = [];
  for (const { from, to } of isSorted ? ranges : ranges.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, before);
    const last = out.at(-1);
    if (from >= end) continue;
    if (last !== undefined && from <= last.to)
      out[out.length - 1] = { from: last.from, to: Math.max(last.to, end) };
    else out.push({ from, to: end });
  }
  return out;
}
