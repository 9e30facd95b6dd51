import { chooseMessages } from './choose-messages';
import type { BoundStrategy, LaneSetup } from './lane-context';
import { firstWhere } from './search';
import {
  type Flag,
  isKept,
  NO_EXTRAS,
  pushRun,
  type Rewrite,
  type Run,
  type Selection,
  type Treatment,
} from './selection';
import { type LaneStepInput, stepInput, toUnitRuns, unitRuns, viewOf } from './step-input';
import type { PastView, StepOutput } from './strategy';
import type { MessageRange, Summary } from './summary/summary';
import type { UnitRange } from './unit-ranges';

/** What the strategies of a lane carry from step to step. */
export interface LaneState {
  readonly selector: unknown;
  readonly compressor: unknown;
}

export function initialState({ chooser }: LaneSetup): LaneState {
  if (chooser.kind === 'messages') return { selector: undefined, compressor: null };
  const { selector, compressor } = chooser;
  return {
    selector: selector.strategy.init(selector.context),
    compressor: compressor ? compressor.strategy.init(compressor.context) : null,
  };
}

export interface Chosen {
  readonly state: LaneState;
  readonly selection: Selection;
}

/** One step of a lane's fold: the selector, then the compressor on what it kept, then what must stay whole. */
export function chooseAt(setup: LaneSetup, state: LaneState, step: number): Chosen {
  if (setup.chooser.kind === 'messages') return chooseMessages(setup, setup.chooser, state, step);
  const { input, first, second, summary, runs } = chooseUnits(setup, state, step);
  const own = second?.output.folded?.summary;
  const summaries: Summary[] = [];
  if (own && own.sentences.length > 0) summaries.push(own);
  if (summary) summaries.push(summary);
  return {
    state: { selector: first.state, compressor: second ? second.output.state : null },
    selection: {
      ...NO_EXTRAS,
      step,
      past: input.pastUnits,
      runs,
      summaries: summaries.length > 0 ? summaries : NO_EXTRAS.summaries,
      flags: flagsOf(setup, input, first.flags, second?.output.flags),
      rewrites: sentRewrites(setup, runs, [
        ...(second?.output.rewrites ?? []),
        ...(first.rewrites ?? []),
        ...setup.supersededAt(step).marks,
      ]),
    },
  };
}

export interface Compressed {
  /** What the compressor saw: the units that the selector kept. */
  readonly input: LaneStepInput;
  readonly output: StepOutput<unknown>;
}

export interface ChosenUnits {
  readonly input: LaneStepInput;
  readonly first: StepOutput<unknown>;
  readonly second: Compressed | null;
  /** Of the selector's own summarized runs. */
  readonly summary: Summary | null;
  /** Over all past units. */
  readonly runs: readonly Run[];
}

export function chooseUnits(setup: LaneSetup, state: LaneState, step: number): ChosenUnits {
  if (setup.chooser.kind !== 'units') throw new Error('a rule on messages does not choose units');
  const { compressor } = setup.chooser;
  const { input, first, selected } = selectUnits(setup, setup.chooser.selector, state, step);
  const summary = summaryOf(setup, step, selected);
  if (!compressor) return { input, first, second: null, summary, runs: selected };
  const second = compress(setup, compressor, state.compressor, input, selected, summary);
  const runs = keepGroupsWhole(setup, overlay(selected, second), input);
  return { input, first, second, summary, runs };
}

/** What the selector alone chooses: before a compressor, modifiers, and the summary of what it summarizes. */
export function selectUnits(setup: LaneSetup, selector: BoundStrategy, state: LaneState, step: number) {
  const input = stepInput(setup, step);
  const first = selector.strategy.step(selector.context, state.selector, input);
  return { input, first, selected: keepGroupsWhole(setup, toUnitRuns(setup, input, first.runs), input) };
}

function compress(
  setup: LaneSetup,
  { strategy, context }: BoundStrategy,
  state: unknown,
  input: LaneStepInput,
  selected: readonly Run[],
  summary: Summary | null,
): Compressed {
  let count = -input.fixed.length;
  for (const run of selected) if (isKept(run.as)) count += run.to - run.from;
  const past = count === input.past.count ? input.past : keptView(setup, selected, input);
  const summaryTokens = summary ? setup.prepared.tokens.overhead + summary.tokens : 0;
  const own: LaneStepInput = { ...input, past, otherTokens: input.otherTokens + summaryTokens };
  return { input: own, output: strategy.step(context, state, own) };
}

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

/** A tool pair that is whole in the past stays whole: where one side is kept, the other is pulled in. */
function keepGroupsWhole(setup: LaneSetup, runs: readonly Run[], input: LaneStepInput): readonly Run[] {
  const { groups } = setup.units;
  if (!groups.any) return runs;
  const end = setup.prepared.structure.turns.list[input.step - 1]!.currentEnd;
  // Only a group that lies on both sides of such a boundary can be kept in part.
  const boundaries: number[] = [];
  for (let i = 1; i < runs.length; i++)
    if (isKept(runs[i]!.as) !== isKept(runs[i - 1]!.as)) boundaries.push(runs[i]!.from);
  const pulled = new Map<number, Treatment>();
  for (const group of groups.across(boundaries, end)) {
    const members = group
      .filter((u) => u < input.pastUnits)
      .map((u) => ({ u, run: runs[firstWhere(runs.length, (i) => runs[i]!.to > u)]! }));
    const keeper = members.find(({ run }) => isKept(run.as))?.run.as;
    if (!keeper) continue;
    for (const { u, run } of members)
      if (!isKept(run.as) && run.cause !== 'superseded')
        pulled.set(u, keeper === 'retrieved' ? 'retrieved' : 'verbatim');
  }
  return pulled.size === 0 ? runs : withPartners(runs, pulled);
}

/** The runs with some units as partners of others. */
function withPartners(runs: readonly Run[], pulled: ReadonlyMap<number, Treatment>): Run[] {
  const units = [...pulled.keys()].sort((a, b) => a - b);
  const out: Run[] = [];
  let next = 0;
  for (const { from, to, as, weight, cause } of runs) {
    let open = from;
    for (; next < units.length && units[next]! < to; next++) {
      const u = units[next]!;
      pushRun(out, open, u, as, weight, cause);
      pushRun(out, u, u + 1, pulled.get(u)!, 1, 'partner');
      open = u + 1;
    }
    pushRun(out, open, to, as, weight, cause);
  }
  return out;
}

/** The summary of the runs that are to be summarized; null when they hold nothing to say. */
function summaryOf(setup: LaneSetup, step: number, runs: readonly Run[]): Summary | null {
  const { prepared, units } = setup;
  const ranges: MessageRange[] = [];
  for (const run of runs) {
    if (run.as === 'summarized') ranges.push({ from: units.start[run.from]!, to: units.start[run.to]! });
  }
  if (ranges.length === 0) return null;
  const summary = prepared.summarize(ranges, {
    before: prepared.structure.turns.list[step - 1]!.currentEnd,
    tokensOf: prepared.tokens.tokensOf,
    exclude: setup.supersededAt(step).sentences,
  });
  return summary.sentences.length === 0 ? null : summary;
}

function flagsOf(
  setup: LaneSetup,
  input: LaneStepInput,
  first: readonly Flag[] = [],
  second: readonly Flag[] = [],
): readonly Flag[] {
  const beaten = input.superseded.filter((u) => setup.pinnedUnits.includes(u)).length;
  if (beaten === 0 && second.length === 0) return first;
  const flag: Flag = { code: 'pin-superseded', message: 'A pinned turn is out: a later turn replaced it.' };
  return [...first, ...second, ...(beaten > 0 ? [flag] : [])];
}

/** Ascending, one per message (the first given wins), and only of units that are kept. */
function sentRewrites(
  setup: LaneSetup,
  runs: readonly Run[],
  rewrites: readonly Rewrite[],
): readonly Rewrite[] {
  if (rewrites.length === 0) return NO_EXTRAS.rewrites;
  const byMessage = new Map<number, Rewrite>();
  for (const rewrite of rewrites)
    if (!byMessage.has(rewrite.message)) byMessage.set(rewrite.message, rewrite);
  const ordered = [...byMessage.values()].sort((a, b) => a.message - b.message);
  const { start } = setup.units;
  let r = 0;
  return ordered.filter(({ message }) => {
    while (r < runs.length && start[runs[r]!.to]! <= message) r++;
    const run = runs[r];
    return run !== undefined && start[run.from]! <= message && isKept(run.as);
  });
}
