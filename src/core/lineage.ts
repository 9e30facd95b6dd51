import { chooseUnits, type LaneState, selectUnits } from './choose';
import type { BoundStrategy, Chooser, LaneSetup } from './lane-context';
import { listStep, ruleView } from './rule-view';
import type { Run } from './selection';
import type { LaneRun } from './simulate';
import { supersededUnits } from './step-input';
import type { Folded } from './strategy';
import type { Summary } from './summary/summary';
import { hasUnit } from './unit-ranges';

/** How long something has stood in a summary. */
export interface InSummary {
  /** The step from which it stands in the summary without a break. */
  readonly since: number;
  /** How many times the summary was made again since then. */
  readonly again: number;
}

export interface LineageTurn extends InSummary {
  readonly turn: number;
  /** The summary's sentences that cite it; without one it is folded. */
  readonly sentences: readonly string[];
}

/** What a summary was made of. Where a lane counts messages, a turn stands for its messages: the earliest, the most often. */
export interface Lineage {
  readonly summary: Summary;
  /** Ascending. */
  readonly turns: readonly LineageTurn[];
  /** The leading instructions, which are of no turn, went in too. */
  readonly preamble: boolean;
  /** What each making reads besides new turns: the turns' own words, or the summary before; null: the library's own matter. */
  readonly from: 'words' | 'summary' | null;
}

/** A table asks for every turn of one step. */
const latest = new WeakMap<LaneRun, { readonly step: number; readonly lineages: readonly Lineage[] }>();

/**
 * What each summary of a step was made of, made on demand; parallel to the selection's summaries. Empty where nothing is
 * summarized, the step is not simulated yet, or the strategy does not say.
 */
export function lineagesAt(run: LaneRun, step: number): readonly Lineage[] {
  let known = latest.get(run);
  if (known?.step !== step || step > run.done) {
    known = { step, lineages: makeLineages(run, step) };
    latest.set(run, known);
  }
  return known.lineages;
}

function makeLineages(run: LaneRun, step: number): Lineage[] {
  const selection = run.selection(step);
  const state = run.states[step - 1];
  if (!selection || !state || selection.summaries.length === 0) return [];
  const { setup } = run;
  const { chooser } = setup;
  const last = selection.summaries[selection.summaries.length - 1]!;
  if (chooser.kind === 'messages')
    return chooser.rule.summarized
      ? [
          {
            ...lineageOf(setup, last, ruleUnits(run, chooser, step), null),
            preamble: readsPreamble(run, step),
          },
        ]
      : [];
  const out: Lineage[] = [];
  const folded = chooser.compressor ? chooseUnits(setup, state, step).second?.output.folded : undefined;
  if (folded && folded.summary.sentences.length > 0) {
    out.push(lineageOf(setup, folded.summary, foldedLineages(folded), 'summary'));
  }
  if (selection.summaries.length > out.length)
    out.push(lineageOf(setup, last, selectorUnits(run, chooser.selector, step), 'words'));
  return out;
}

/** "in this summary since step 12, re-summarized 3 times" */
export const inSummaryText = ({ since, again }: InSummary): string =>
  `in this summary since step ${since}${again === 0 ? '' : `, re-summarized ${timesText(again)}`}`;

/** "once", "twice", "3 times" */
export const timesText = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

/** Of all that stands in a running summary: by the making that folded it in, the last time it was. */
export function foldedLineages({
  units,
  last,
  summarizations,
}: Omit<Folded, 'summary'>): ReadonlyMap<number, InSummary> {
  const out = new Map<number, InSummary>();
  for (let fold = last; fold; fold = fold.before)
    for (const unit of fold.units)
      if (!out.has(unit) && hasUnit(units, unit))
        out.set(unit, { since: fold.step, again: summarizations - fold.number });
  return out;
}

type ByUnit = ReadonlyMap<number, InSummary>;

function lineageOf(setup: LaneSetup, summary: Summary, units: ByUnit, from: Lineage['from']): Lineage {
  const { turnOfMessage } = setup.prepared.structure.turns;
  const citing = (turn: number) =>
    summary.sentences.filter((s) => s.messages.some((m) => turnOfMessage[m] === turn)).map((s) => s.text);
  const turns = new Map<number, LineageTurn>();
  for (const [unit, { since, again }] of units) {
    const turn = setup.units.turnOf[unit]!;
    const known = turns.get(turn);
    turns.set(turn, {
      turn,
      since: Math.min(since, known?.since ?? since),
      again: Math.max(again, known?.again ?? again),
      sentences: known?.sentences ?? citing(turn),
    });
  }
  return { summary, turns: [...turns.values()].sort((a, b) => a.turn - b.turn), preamble: false, from };
}

/** Whether the summary of a step was made of the leading instructions too: some libraries fold them in. */
export function readsPreamble(run: LaneRun, step: number): boolean {
  const { chooser, prepared } = run.setup;
  if (chooser.kind !== 'messages' || !chooser.rule.summarized || !run.states[step - 1]) return false;
  const [first] = ruleView(run.setup, chooser).messages;
  if (first === undefined || first >= prepared.structure.turns.preambleEnd) return false;
  return chooser.rule.summarized(stateAfter(run, chooser, step)).some(({ from }) => from === 0);
}

/** A summary that the core makes of the units that a selector lets go into it: again whenever they, or its text, change. */
function selectorUnits(run: LaneRun, selector: BoundStrategy, step: number): ByUnit {
  return walkBack(step, (s) => ({
    units: summarizedUnits(selectUnits(run.setup, selector, run.states[s - 1]!, s).selected),
    made: run.selection(s)!.summaries.at(-1)?.text,
  }));
}

function summarizedUnits(runs: readonly Run[]): Set<number> {
  const out = new Set<number>();
  for (const run of runs) if (run.as === 'summarized') for (let u = run.from; u < run.to; u++) out.add(u);
  return out;
}

/** A library keeps its summary until it makes another: then it is another object. What was replaced stands in none. */
function ruleUnits(run: LaneRun, chooser: Extract<Chooser, { kind: 'messages' }>, step: number): ByUnit {
  const { setup } = run;
  const { preambleEnd } = setup.prepared.structure.turns;
  const { messages } = ruleView(setup, chooser);
  const byUnit = walkBack(step, (s) => {
    const units = new Set<number>();
    for (const { from, to } of chooser.rule.summarized!(stateAfter(run, chooser, s)))
      for (let p = from; p < to; p++) if (messages[p]! >= preambleEnd) units.add(messages[p]! - preambleEnd);
    return { units, made: run.selection(s)!.summaries[0] };
  });
  const out = supersededUnits(setup, step);
  return out.length === 0 ? byUnit : new Map([...byUnit].filter(([unit]) => !out.includes(unit)));
}

function stateAfter(run: LaneRun, chooser: Extract<Chooser, { kind: 'messages' }>, step: number): unknown {
  const known: LaneState | undefined = run.states[step];
  if (known) return known.selector;
  const { context } = ruleView(run.setup, chooser);
  const { selector } = run.states[step - 1]!;
  const before = selector === undefined ? chooser.rule.init(context) : selector;
  return chooser.rule.step(context, before, listStep(run.setup, chooser, step)).state;
}

interface Made {
  readonly units: ReadonlySet<number>;
  /** Another value: the summary was made again. */
  readonly made: unknown;
}

/** Since when, and how many times made again, for the units of a step's summary. */
function walkBack(step: number, at: (step: number) => Made): ByUnit {
  const out = new Map<number, InSummary>();
  let later = at(step);
  const open = new Map<number, number>(Array.from(later.units, (unit) => [unit, 0]));
  for (let s = step - 1; open.size > 0; s--) {
    const before: Made = s > 0 ? at(s) : { units: new Set(), made: undefined };
    const again = before.made !== later.made || !sameUnits(before.units, later.units);
    for (const [unit, times] of open) {
      if (before.units.has(unit)) {
        if (again) open.set(unit, times + 1);
        continue;
      }
      out.set(unit, { since: s + 1, again: times });
      open.delete(unit);
    }
    later = before;
  }
  return out;
}

function sameUnits(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if (a.size !== b.size) return false;
  for (const unit of a) if (!b.has(unit)) return false;
  return true;
}
