import type { Reason } from './selection';
import type { LaneRun } from './simulate';
import { stepInput } from './simulate';

/** Why each past unit has its treatment at a step, made on demand. Index: unit. */
export function reasonsAt(run: LaneRun, step: number): Reason[] {
  const { setup } = run;
  const selection = run.selection(step);
  if (!selection) return [];
  const input = stepInput(setup, step);
  const explain = setup.strategy.explain(setup.context, run.states[step - 1], input);
  const positionOf = new Map<number, number>();
  for (let p = 0; p < input.past.count; p++) positionOf.set(input.past.units[p]!, p);
  const out: Reason[] = [];
  for (const r of selection.runs) {
    for (let unit = r.from; unit < r.to; unit++) {
      const position = positionOf.get(unit);
      if (r.as === 'pinned') out.push({ text: 'pinned: always in the context' });
      else if (r.cause === 'partner' || position === undefined)
        out.push({
          text: `kept so that a tool call and its result stay together: ${partnerText(run, unit)}`,
        });
      else out.push(explain(position));
    }
  }
  return out;
}

function partnerText(run: LaneRun, unit: number): string {
  const { units, prepared } = run.setup;
  const inside = (m: number) => m >= units.start[unit]! && m < units.start[unit + 1]!;
  const pair = prepared.structure.toolPairs.pairs.find(
    (p) =>
      inside(p.callMessage) !== inside(p.resultMessage) && (inside(p.callMessage) || inside(p.resultMessage)),
  );
  return pair ? `partner of call ${pair.callId ?? pair.name}` : 'partner of a tool call';
}
