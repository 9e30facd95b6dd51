import type { LaneRun } from '../core/simulate';

/** The turns that Archive recall brings back at a step, as the run itself has them; ascending. */
export function recalledTurns(run: LaneRun, step: number): readonly number[] {
  const { turnOf } = run.setup.units;
  const out = new Set<number>();
  for (const { from, to, cause } of run.selection(step)?.runs ?? [])
    if (cause === 'recalled') for (let u = from; u < to; u++) out.add(turnOf[u]!);
  return [...out];
}
