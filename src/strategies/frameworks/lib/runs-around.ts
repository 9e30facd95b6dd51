import { pushRun, type Run, type Treatment } from '../../../core/selection';

/** Runs over 0..count: the given segments, which do not overlap, in any order, and one treatment between them. */
export function runsAround(
  segments: readonly Pick<Run, 'from' | 'to' | 'as'>[],
  count: number,
  between: Treatment = 'dropped',
): Run[] {
  const runs: Run[] = [];
  let next = 0;
  for (const { from, to, as } of segments.filter((s) => s.from < s.to).sort((a, b) => a.from - b.from)) {
    pushRun(runs, next, from, between);
    pushRun(runs, from, to, as);
    next = to;
  }
  pushRun(runs, next, count, between);
  return runs;
}
