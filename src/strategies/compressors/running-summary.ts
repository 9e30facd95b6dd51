import { firstWhere } from '../../core/search';
import { pushRun, type Run } from '../../core/selection';
import type { Folded, LaneContext, PastView, StepOutput } from '../../core/strategy';
import type { Summary } from '../../core/summary/summary';
import { hasUnit, withoutUnits, withUnits } from '../../core/unit-ranges';

/** Positions of a past that do not stand in the summary, ascending. */
interface Open {
  readonly past: PastView;
  readonly positions: readonly number[];
}

/**
 * One summary that stands for ever more units: what rolling summaries and restarts carry from step to step. A step shares
 * all that it does not change with the one before.
 */
export interface RunningSummary extends Omit<Folded, 'summary'> {
  /** null before the first. */
  readonly summary: Summary | null;
  /** As of the last step. */
  readonly open: Open | null;
}

export const NO_SUMMARY: RunningSummary = {
  units: [],
  last: null,
  summarizations: 0,
  summary: null,
  open: null,
};

/** What the summary stands for at a step: without units and sentences that later turns have replaced. */
export function standing<P>(context: LaneContext<P>, running: RunningSummary, step: number): RunningSummary {
  if (!running.summary) return running;
  const summary = context.stillStanding(running.summary, step);
  const units = withoutUnits(running.units, context.supersededUnits(step));
  if (units === running.units && summary === running.summary) return running;
  return { ...running, summary, units };
}

/** Tokens of the summary as an item of a request; 0 while there is nothing to say. */
export const summaryTokens = ({ summary }: RunningSummary, overhead: number): number =>
  summary && summary.sentences.length > 0 ? overhead + summary.tokens : 0;

export const isFolded = ({ units }: RunningSummary, unit: number): boolean => hasUnit(units, unit);

/** Positions of the past that do not stand in the summary, ascending. Costs what is new since the last step of the same past. */
export function standingPositions({ units, open }: RunningSummary, past: PastView): readonly number[] {
  const known = open?.past.units === past.units && open.past.count <= past.count ? open : null;
  const added: number[] = [];
  for (let p = known?.past.count ?? 0; p < past.count; p++)
    if (!hasUnit(units, past.units[p]!)) added.push(p);
  return known ? known.positions.concat(added) : added;
}

/** The old summary and these units, summarized again. What the old one left out cannot come back. */
export function foldIn<P>(
  context: LaneContext<P>,
  running: RunningSummary,
  added: readonly number[],
  step: number,
  targetTokens?: number,
): RunningSummary {
  const number = running.summarizations + 1;
  return {
    units: withUnits(running.units, added),
    last: { units: added, step, number, before: running.last },
    summarizations: number,
    summary: context.summarize(added, step, running.summary, targetTokens),
    open: null,
  };
}

/** A step's output: what stands open word for word, the rest of the past in the summary. */
export function outputOf(
  running: RunningSummary,
  past: PastView,
  positions: readonly number[],
  overLimit: string | null,
): StepOutput<RunningSummary> {
  const runs: Run[] = [];
  let next = 0;
  for (const p of positions) {
    pushRun(runs, next, p, 'summarized');
    pushRun(runs, p, p + 1, 'verbatim');
    next = p + 1;
  }
  pushRun(runs, next, past.count, 'summarized');
  return {
    state: { ...running, open: { past, positions } },
    runs,
    flags: overLimit === null ? [] : [{ code: 'over-budget', message: overLimit }],
    ...(running.summary ? { folded: { ...running, summary: running.summary } } : {}),
  };
}

/** The units of a group that must be folded together with one, as far as they stand at `positions`; itself included. */
export function foldedTogether<P>(
  context: LaneContext<P>,
  past: PastView,
  positions: readonly number[],
  position: number,
  step: number,
): number[] {
  const group = context.groupOf(past.units[position]!, step);
  if (!group) return [position];
  return positions.filter((p) => group.includes(past.units[p]!));
}

/** Tokens of folded units that are sent word for word all the same, because the other side of their tool calls stands open. */
export function partnerTokens<P>(
  context: LaneContext<P>,
  running: RunningSummary,
  past: PastView,
  open: readonly number[],
  step: number,
): number {
  if (!context.hasGroups || running.units.length === 0) return 0;
  const partners = new Set<number>();
  for (const p of open)
    for (const u of context.groupOf(past.units[p]!, step) ?? []) if (isFolded(running, u)) partners.add(u);
  let sum = 0;
  for (const u of partners) {
    const p = firstWhere(past.count, (at) => past.units[at]! >= u);
    if (p < past.count && past.units[p] === u) sum += past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  }
  return sum;
}
