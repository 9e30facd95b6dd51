import { chooseAt, type LaneState } from './choose';
import type { LaneSetup } from './lane-context';
import { isKept, type LeavesOut, type Reason, type Run } from './selection';

/** What modifiers left out of a step's request, in words. */
export interface LeftOut {
  /** A unit's reason, with what was taken of it. */
  amended(run: Run, unit: number, reason: Reason): Reason;
  /** Why a message is not sent; null where no modifier left it out. */
  ofMessage(message: number): Reason | null;
}

interface Found {
  readonly by: ReadonlyMap<number, LeavesOut>;
  readonly summaries: boolean;
}

/** Which modifier left out which message: the step's modifiers once more, each compared with the one before. */
export function leftOutAt(setup: LaneSetup, state: LaneState, step: number): LeftOut {
  const by = new Map<number, LeavesOut>();
  let summaries = false;
  let { selection } = chooseAt(setup, state, step);
  for (const { modifier, params } of setup.amending) {
    const before = new Set(selection.omitted);
    const had = selection.summaries.length;
    selection = modifier.amend!(params, selection, setup);
    if (modifier.leavesOut)
      for (const m of selection.omitted) if (!before.has(m)) by.set(m, modifier.leavesOut.cause);
    summaries ||= selection.summaries.length < had;
  }
  return {
    amended: (run, unit, reason) => reasonAmended(setup, { by, summaries }, run, unit, reason),
    ofMessage(message) {
      const cause = by.get(message);
      return cause ? { text: OUT[cause] } : null;
    },
  };
}

const OUT: Record<LeavesOut, string> = {
  filtered: 'taken out by the message filter',
  repaired: 'left out by the repair, without the other side of its tool call',
};

/** A unit's reason, with what modifiers took of it: all, some of its messages, the summary it stands in. */
function reasonAmended(
  { units }: LaneSetup,
  { by, summaries }: Found,
  run: Run,
  unit: number,
  reason: Reason,
): Reason {
  const add = (text: string): Reason => ({ ...reason, text: `${reason.text}; ${text}` });
  if (run.as === 'summarized' && summaries) return add(`the summary is ${OUT.filtered}`);
  if (!isKept(run.as)) return reason;
  const size = units.start[unit + 1]! - units.start[unit]!;
  const counts = new Map<LeavesOut, number>();
  for (let m = units.start[unit]!; m < units.start[unit + 1]!; m++) {
    const cause = by.get(m);
    if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  for (const [cause, n] of counts) if (n === size) return { text: OUT[cause] };
  const parts = [...counts].map(([cause, n]) => `${n} of its ${size} messages ${OUT[cause]}`);
  return parts.length === 0 ? reason : add(parts.join(', '));
}
