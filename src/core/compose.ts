/** What makes a compressor act on what a selector kept. It comes with the compressors, which are loaded when needed. */
import type { BoundStrategy, LaneSetup } from './lane-context';
import { foldedLineages, inSummaryText } from './lineage';
import { firstWhere } from './search';
import { isKept, pushRun, type Run } from './selection';
import { type LaneStepInput, unitRuns, viewOf } from './step-input';
import type { Folded, PastView, StepOutput } from './strategy';
import type { Summary } from './summary/summary';
import type { UnitRange } from './unit-ranges';

export interface Compressed {
  /** What the compressor saw: the units that the selector kept. */
  readonly input: LaneStepInput;
  readonly output: StepOutput<unknown>;
}

/** `composed`: runs over all past units. `summary`: of the selector's own summarized runs. */
function compose(
  setup: LaneSetup,
  { strategy, context }: BoundStrategy,
  state: unknown,
  input: LaneStepInput,
  selected: readonly Run[],
  summary: Summary | null,
): { readonly second: Compressed; readonly composed: readonly Run[] } {
  let count = -input.fixed.length;
  for (const run of selected) if (isKept(run.as)) count += run.to - run.from;
  const past = count === input.past.count ? input.past : keptView(setup, selected, input);
  const summaryTokens = summary ? setup.prepared.tokens.overhead + summary.tokens : 0;
  const own: LaneStepInput = { ...input, past, otherTokens: input.otherTokens + summaryTokens };
  const second = { input: own, output: strategy.step(context, state, own) };
  return { second, composed: overlay(selected, second) };
}

/** Why the units of a running summary are in it, in one sentence each. */
const explainFolded = (folded: Folded): ReadonlyMap<number, string> =>
  new Map([...foldedLineages(folded)].map(([unit, lineage]) => [unit, inSummaryText(lineage)]));

/** What a strategy has that follows another one. */
export const compressing = { compose, explainFolded };

/** What the selector kept, without what stays whatever it does. */
function keptView(setup: LaneSetup, selected: readonly Run[], { fixed, step }: LaneStepInput): PastView {
  const out = new Set(fixed);
  const kept: number[] = [];
  for (const run of selected)
    if (isKept(run.as)) for (let u = run.from; u < run.to; u++) if (!out.has(u)) kept.push(u);
  return viewOf(setup, setup.supersededAt(step), Int32Array.from(kept));
}

/** The selector's runs, where the compressor did not change them; what stands in its summary is summarized. */
function overlay(selected: readonly Run[], { input, output }: Compressed): Run[] {
  const out: Run[] = [];
  const changed = output.runs
    .filter((run) => run.as !== 'verbatim')
    .flatMap((run) => unitRuns(input.past, run));
  const folded = output.folded?.units ?? [];
  for (const run of selected) {
    const pushOwn = (from: number, to: number) => {
      if (isKept(run.as)) pushRun(out, from, to, run.as, run.weight, run.cause);
      else
        forEachPart(from, to, folded, (start, end, fold) => {
          if (fold) pushRun(out, start, end, 'summarized');
          else pushRun(out, start, end, run.as, run.weight, run.cause);
        });
    };
    forEachPart(run.from, run.to, changed, (from, to, over) => {
      if (over) pushRun(out, from, to, over.as, over.weight, over.cause);
      else pushOwn(from, to);
    });
  }
  return out;
}

/** Visits from..to-1 in order, cut where ranges (ascending, disjoint) begin and end; null between them. */
function forEachPart<R extends UnitRange>(
  from: number,
  to: number,
  ranges: readonly R[],
  visit: (from: number, to: number, range: R | null) => void,
): void {
  let next = firstWhere(ranges.length, (r) => ranges[r]!.to > from);
  for (let start = from; start < to; ) {
    const range = ranges[next];
    const inside = range !== undefined && range.from <= start;
    const end = Math.min(to, (inside ? range.to : range?.from) ?? to);
    visit(start, end, inside ? range : null);
    if (inside) next++;
    start = end;
  }
}
