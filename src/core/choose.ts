import type { Compressed } from './compose';
import type { BoundStrategy, LaneSetup } from './lane-context';
import {
  type Flag,
  isKept,
  isMarked,
  NO_EXTRAS,
  type Rewrite,
  type Run,
  runOf,
  type Selection,
  withUnits,
} from './selection';
import { type LaneStepInput, stepInput, toUnitRuns } from './step-input';
import type { StepOutput } from './strategy';
import type { MessageRange, Summary } from './summary/summary';
import type { SupersededAt } from './supersession-links';

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
  if (setup.chooser.kind === 'messages') return setup.chooser.rule.choose(setup, setup.chooser, state, step);
  const { input, first, second, summary, runs } = chooseUnits(setup, state, step);
  const folded = second?.output.folded?.summary;
  const own = folded && folded.sentences.length > 0 ? folded : null;
  return {
    state: stateAfter(state, first.state, second ? second.output.state : null),
    selection: {
      ...NO_EXTRAS,
      step,
      past: input.pastUnits,
      runs,
      summaries: own || summary ? [own, summary].filter((s) => s !== null) : NO_EXTRAS.summaries,
      flags: flagsOf(setup, step, input.superseded, first.flags, second?.output.flags),
      rewrites: sentRewrites(
        setup,
        runs,
        both(second?.output.rewrites, first.rewrites),
        setup.supersededAt(step),
      ),
    },
  };
}

// A slider asks for hundreds of steps in every frame: what most of them do not have must not become garbage.

const NOTHING: readonly never[] = [];

/** The same object where nothing was learned. */
const stateAfter = (before: LaneState, selector: unknown, compressor: unknown): LaneState =>
  before.selector === selector && before.compressor === compressor ? before : { selector, compressor };

const both = <T>(first: readonly T[] = NOTHING, second: readonly T[] = NOTHING): readonly T[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];

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
  const { compose } = compressor.strategy.compresses!;
  const { second, composed } = compose(setup, compressor, state.compressor, input, selected, summary);
  return { input, first, second, summary, runs: keepGroupsWhole(setup, composed, input) };
}

/** What the selector alone chooses: before a compressor, modifiers, and the summary of what it summarizes. */
export function selectUnits(setup: LaneSetup, selector: BoundStrategy, state: LaneState, step: number) {
  const input = stepInput(setup, step);
  const first = selector.strategy.step(selector.context, state.selector, input);
  return { input, first, selected: keepGroupsWhole(setup, toUnitRuns(setup, input, first.runs), input) };
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
  const pulled = new Map<number, Omit<Run, 'from' | 'to'>>();
  for (const group of groups.across(boundaries, end)) {
    const members = group.filter((u) => u < input.pastUnits).map((u) => ({ u, run: runOf(runs, u) }));
    const keeper = members.find(({ run }) => isKept(run.as))?.run.as;
    if (!keeper) continue;
    for (const { u, run } of members)
      if (!isKept(run.as) && run.cause !== 'superseded')
        pulled.set(u, { as: keeper === 'retrieved' ? 'retrieved' : 'verbatim', weight: 1, cause: 'partner' });
  }
  return withUnits(runs, pulled);
}

/** The summary of the runs that are to be summarized; null when they hold nothing to say. */
function summaryOf(setup: LaneSetup, step: number, runs: readonly Run[]): Summary | null {
  const { prepared, units } = setup;
  if (!runs.some((run) => run.as === 'summarized')) return null;
  const ranges: MessageRange[] = [];
  for (const run of runs) {
    if (run.as === 'summarized') ranges.push({ from: units.start[run.from]!, to: units.start[run.to]! });
  }
  const summary = prepared.summarize(ranges, {
    before: prepared.structure.turns.list[step - 1]!.currentEnd,
    tokensOf: prepared.tokens.tokensOf,
    exclude: setup.supersededAt(step).sentences,
  });
  return summary.sentences.length === 0 ? null : summary;
}

const PIN_SUPERSEDED: Flag = {
  code: 'pin-superseded',
  message: 'A pinned turn is out: a later turn replaced it.',
};
const UNTIMED: readonly Flag[] = [
  { code: 'times-missing', message: 'Some times are missing: a message without one carries no stamp.' },
];

/** With a word on pins that are out because a later turn replaced them, and on stamps that have no time to show. */
export function flagsOf(
  setup: LaneSetup,
  step: number,
  superseded: readonly number[],
  first: readonly Flag[] = NOTHING,
  second: readonly Flag[] = NOTHING,
): readonly Flag[] {
  let flags = both(first, second);
  if (superseded.some((u) => setup.pinnedUnits.includes(u))) flags = [...flags, PIN_SUPERSEDED];
  const { currentEnd } = setup.prepared.structure.turns.list[step - 1]!;
  if (setup.untimedFrom >= currentEnd || flags.some(({ code }) => code === 'times-missing')) return flags;
  return both(flags, UNTIMED);
}

/** Ascending, one per message (the first given wins, with its marks), and only of units that are kept. */
export function sentRewrites(
  setup: LaneSetup,
  runs: readonly Run[],
  rewrites: readonly Rewrite[],
  { marks, mark }: SupersededAt,
): readonly Rewrite[] {
  if (rewrites.length === 0 && marks.length === 0) return NO_EXTRAS.rewrites;
  const byMessage = new Map<number, Rewrite>();
  for (const rewrite of rewrites)
    if (!byMessage.has(rewrite.message))
      byMessage.set(rewrite.message, isMarked(rewrite) ? rewrite : mark(rewrite));
  for (const said of marks) if (!byMessage.has(said.message)) byMessage.set(said.message, said);
  const ordered = [...byMessage.values()].sort((a, b) => a.message - b.message);
  const { start } = setup.units;
  let r = 0;
  return ordered.filter(({ message }) => {
    while (r < runs.length && start[runs[r]!.to]! <= message) r++;
    const run = runs[r];
    return run !== undefined && start[run.from]! <= message && isKept(run.as);
  });
}

/** What a modifier brought in, or put back in its own words, says what later turns replaced as everything else does. */
export function withMarks(setup: LaneSetup, selection: Selection): Selection {
  const replaced = setup.supersededAt(selection.step);
  if (replaced.marks.length === 0) return selection;
  const left = new Set(selection.omitted);
  const rewrites = sentRewrites(setup, selection.runs, selection.rewrites, replaced);
  return { ...selection, rewrites: rewrites.filter(({ message }) => !left.has(message)) };
}
