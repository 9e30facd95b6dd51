import { foldedLineage, inSummaryText } from '../../core/lineage';
import { indexAmong } from '../../core/search';
import type { Folded, LaneContext, PastView } from '../../core/strategy';
import type { Summary } from '../../core/summary/summary';

/** One summary that stands for ever more units: what rolling summaries and restarts carry from step to step. */
export interface RunningSummary extends Omit<Folded, 'summary'> {
  /** null before the first. */
  readonly summary: Summary | null;
}

export const NO_SUMMARY: RunningSummary = {
  units: new Int32Array(0),
  foldedAt: new Int32Array(0),
  foldedIn: new Int32Array(0),
  summarizations: 0,
  summary: null,
};

/** What the summary stands for at a step: without units and sentences that later turns have replaced. */
export function standing<P>(context: LaneContext<P>, running: RunningSummary, step: number): RunningSummary {
  if (!running.summary) return running;
  const summary = context.stillStanding(running.summary, step);
  const out = running.units.findIndex((unit) => context.isSuperseded(unit, step));
  if (out < 0) return summary === running.summary ? running : { ...running, summary };
  const keep = (_: number, i: number) => !context.isSuperseded(running.units[i]!, step);
  return {
    ...running,
    summary,
    units: running.units.filter(keep),
    foldedAt: running.foldedAt.filter(keep),
    foldedIn: running.foldedIn.filter(keep),
  };
}

/** Tokens of the summary as an item of a request; 0 while there is nothing to say. */
export const summaryTokens = ({ summary }: RunningSummary, overhead: number): number =>
  summary && summary.sentences.length > 0 ? overhead + summary.tokens : 0;

/** Index of a unit in the summary, or -1. */
export const indexIn = ({ units }: RunningSummary, unit: number): number => indexAmong(units, unit);

/** Positions of the past that do not stand in the summary, ascending. */
export function standingPositions(running: RunningSummary, past: PastView): number[] {
  const out: number[] = [];
  for (let p = 0; p < past.count; p++) if (indexIn(running, past.units[p]!) < 0) out.push(p);
  return out;
}

/** The old summary and these units, summarized again. What the old one left out cannot come back. */
export function foldIn<P>(
  context: LaneContext<P>,
  running: RunningSummary,
  added: readonly number[],
  step: number,
  targetTokens?: number,
): RunningSummary {
  const summarizations = running.summarizations + 1;
  const entries = [
    ...Array.from(running.units, (unit, i) => [unit, running.foldedAt[i]!, running.foldedIn[i]!] as const),
    ...added.map((unit) => [unit, step, summarizations] as const),
  ].sort((a, b) => a[0] - b[0]);
  return {
    units: Int32Array.from(entries, (e) => e[0]),
    foldedAt: Int32Array.from(entries, (e) => e[1]),
    foldedIn: Int32Array.from(entries, (e) => e[2]),
    summarizations,
    summary: context.summarize(added, step, running.summary, targetTokens),
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

/** What a step's output says of it; nothing before the first summary. */
export const foldedOutput = (running: RunningSummary): { readonly folded?: Folded } =>
  running.summary ? { folded: { ...running, summary: running.summary } } : {};

/** "in this summary since step 12, re-summarized 3 times" */
export const lineageText = (running: RunningSummary, unit: number): string =>
  inSummaryText(foldedLineage(running, indexIn(running, unit)));

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
    for (const u of context.groupOf(past.units[p]!, step) ?? [])
      if (indexIn(running, u) >= 0) partners.add(u);
  let sum = 0;
  if (partners.size > 0)
    for (let p = 0; p < past.count; p++)
      if (partners.has(past.units[p]!)) sum += past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  return sum;
}
