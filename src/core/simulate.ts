import { emptyFates, writeFates } from './fate';
import type { FateMatrix } from './fate-codes';
import type { Lane } from './lane';
import { type LaneSetup, type Registry, setUpLane } from './lane-context';
import type { PreparedConversation } from './prepared';
import { type Flag, isKept, pushRun, type Run, type Selection, type Treatment } from './selection';
import { SelectionStore } from './selection-store';
import type { PastView, StepInput } from './strategy';
import type { MessageRange, Summary } from './summary/summary';

/** Where a request's tokens come from, in drawing order. */
export const TOKEN_KINDS = [
  'preamble',
  'summary',
  'pinned',
  'retrieved',
  'verbatim',
  'condensed',
  'current',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A lane simulated over a conversation; filled step by step, so that a long run can be spread over frames. */
export interface LaneRun {
  readonly setup: LaneSetup;
  readonly steps: number;
  /** Steps finished so far; everything below is valid up to it. */
  readonly done: number;
  /** What is sent at a step; undefined while it is not simulated. Made anew at every call. */
  selection(step: number): Selection | undefined;
  /** Whether a flag is raised at some step. */
  hasFlag(code: Flag['code']): boolean;
  /** Strategy state before each step, for reasons on demand. Index step - 1. */
  readonly states: readonly unknown[];
  /** Tokens of the (first) request of each step. Index step - 1. */
  readonly tokens: Float64Array;
  /** Tokens by kind: index (step - 1) * TOKEN_KINDS.length + kind. */
  readonly tokensByKind: Float64Array;
  readonly fates: FateMatrix;
  /** Simulates up to `count` further steps; true when all are done. */
  advance(count: number): boolean;
}

/** Simulates a lane over all steps. null: no such strategy. */
export function simulateLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneRun | null {
  const run = startLane(prepared, lane, registry);
  run?.advance(Number.POSITIVE_INFINITY);
  return run;
}

export function startLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneRun | null {
  const setup = setUpLane(prepared, lane, registry);
  if (!setup) return null;
  const steps = prepared.structure.turns.list.length;
  const store = new SelectionStore(steps);
  const states: unknown[] = [];
  const tokens = new Float64Array(steps);
  const tokensByKind = new Float64Array(steps * TOKEN_KINDS.length);
  const fates = emptyFates(steps);
  let state = setup.strategy.init(setup.context);
  let done = 0;
  return {
    setup,
    steps,
    selection: (step) => store.at(step),
    hasFlag: (code) => store.hasFlag(code),
    states,
    tokens,
    tokensByKind,
    fates,
    get done() {
      return done;
    },
    advance(count) {
      const until = Math.min(steps, done + count);
      while (done < until) {
        const step = done + 1;
        const input = stepInput(setup, step);
        const output = setup.strategy.step(setup.context, state, input);
        states.push(state);
        state = output.state;
        const selection = finishSelection(setup, input, output.runs, output.flags ?? []);
        store.push(selection);
        tokens[done] = countTokens(setup, selection, tokensByKind, done * TOKEN_KINDS.length);
        writeFates(fates, selection, setup.units, setup.unitPrefix);
        done = step;
      }
      return done >= steps;
    },
  };
}

/** What a strategy sees of a step, and what is settled before it chooses. */
export interface LaneStepInput extends StepInput {
  /** Past units that are in whatever the strategy does, ascending: pins, and tool partners of pinned or current messages. */
  readonly fixed: readonly number[];
}

export function stepInput(setup: LaneSetup, step: number): LaneStepInput {
  const past = setup.units.pastCount[step]!;
  const { pinnedUnits } = setup;
  const fixed: number[] = [];
  for (let i = 0; i < pinnedUnits.length && pinnedUnits[i]! < past; i++) fixed.push(pinnedUnits[i]!);
  const partners = partnersOf(setup, step, past, fixed);
  let view: PastView = {
    count: lowerBound(setup.eligible, past),
    units: setup.eligible,
    tokenPrefix: setup.eligiblePrefix,
  };
  if (partners.size > 0) {
    fixed.push(...partners);
    fixed.sort((a, b) => a - b);
    view = without(setup, view, partners);
  }
  let reservedTokens = 0;
  for (const u of fixed) reservedTokens += unitTokens(setup, u);
  return { step, pastUnits: past, past: view, reservedTokens, fixed };
}

const NO_PARTNERS: ReadonlySet<number> = new Set();

/** Past units that hold the other side of a tool call or result that is pinned or current. */
function partnersOf(
  setup: LaneSetup,
  step: number,
  past: number,
  pinned: readonly number[],
): ReadonlySet<number> {
  const { units, prepared } = setup;
  // The common case, in every step of every value of a slider: no garbage.
  if (!units.groups.any) return NO_PARTNERS;
  const out = new Set<number>();
  const end = prepared.structure.turns.list[step - 1]!.currentEnd;
  const anchors = [...pinned];
  for (let u = past; u < units.count && units.start[u]! < end; u++) anchors.push(u);
  const taken = new Set(pinned);
  for (const anchor of anchors) {
    for (const u of units.groups.of(anchor, end) ?? []) if (u < past && !taken.has(u)) out.add(u);
  }
  return out;
}

function without(setup: LaneSetup, view: PastView, taken: ReadonlySet<number>): PastView {
  const units = view.units.subarray(0, view.count).filter((u) => !taken.has(u));
  const tokenPrefix = new Float64Array(units.length + 1);
  units.forEach((u, p) => {
    tokenPrefix[p + 1] = tokenPrefix[p]! + unitTokens(setup, u);
  });
  return { count: units.length, units, tokenPrefix };
}

export const unitTokens = (setup: LaneSetup, unit: number): number =>
  setup.unitPrefix[unit + 1]! - setup.unitPrefix[unit]!;

/** First index whose value is not below `value`, in an ascending array. */
function lowerBound(array: Int32Array, value: number): number {
  let low = 0;
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function finishSelection(
  setup: LaneSetup,
  input: LaneStepInput,
  positionRuns: readonly Run[],
  flags: Selection['flags'],
): Selection {
  const past = input.pastUnits;
  let runs = input.fixed.length === 0 ? positionRuns : toUnitRuns(setup, input, positionRuns);
  if (setup.units.groups.any) runs = keepGroupsWhole(setup, runs, input);
  return { step: input.step, past, runs, summaries: summariesOf(setup, runs, input.step), flags };
}

/** Positions back to units, with pinned units and tool partners at their chronological place. */
function toUnitRuns(setup: LaneSetup, input: LaneStepInput, positionRuns: readonly Run[]): Run[] {
  const { fixed, past, pastUnits } = input;
  const pinned = new Set(setup.pinnedUnits);
  const runs: Run[] = [];
  let next = 0;
  const fixedBefore = (unit: number) => {
    for (; next < fixed.length && fixed[next]! < unit; next++) {
      const u = fixed[next]!;
      if (pinned.has(u)) pushRun(runs, u, u + 1, 'pinned');
      else pushRun(runs, u, u + 1, 'verbatim', 1, 'partner');
    }
  };
  for (const run of positionRuns) {
    for (let p = run.from; p < run.to; p++) {
      const unit = past.units[p]!;
      fixedBefore(unit);
      pushRun(runs, unit, unit + 1, run.as, run.weight, run.cause);
    }
  }
  fixedBefore(pastUnits);
  return runs;
}

/** A tool pair that is whole in the past stays whole: where one side is kept, the other is pulled in. */
function keepGroupsWhole(setup: LaneSetup, runs: readonly Run[], input: LaneStepInput): readonly Run[] {
  const past = input.pastUnits;
  const end = setup.prepared.structure.turns.list[input.step - 1]!.currentEnd;
  const perUnit: Run[] = [];
  for (const run of runs) for (let u = run.from; u < run.to; u++) perUnit.push(run);
  let changed = false;
  for (const members of setup.units.groups.at(end)) {
    let keeper: Treatment | null = null;
    for (const u of members) if (u < past && isKept(perUnit[u]!.as)) keeper ??= perUnit[u]!.as;
    if (!keeper) continue;
    for (const u of members) {
      if (u >= past || isKept(perUnit[u]!.as)) continue;
      changed = true;
      perUnit[u] = {
        from: u,
        to: u + 1,
        as: keeper === 'retrieved' ? 'retrieved' : 'verbatim',
        weight: 1,
        cause: 'partner',
      };
    }
  }
  if (!changed) return runs;
  const out: Run[] = [];
  perUnit.forEach((run, u) => {
    pushRun(out, u, u + 1, run.as, run.weight, run.cause);
  });
  return out;
}

function summariesOf(setup: LaneSetup, runs: readonly Run[], step: number): Summary[] {
  const ranges: MessageRange[] = [];
  for (const run of runs) {
    if (run.as === 'summarized')
      ranges.push({ from: setup.units.start[run.from]!, to: setup.units.start[run.to]! });
  }
  if (ranges.length === 0) return [];
  const { prepared } = setup;
  const summary = prepared.summarize(ranges, {
    before: prepared.structure.turns.list[step - 1]!.currentEnd,
    tokensOf: prepared.tokens.tokensOf,
  });
  return summary.sentences.length === 0 ? [] : [summary];
}

const KIND_INDEX = Object.fromEntries(TOKEN_KINDS.map((kind, k) => [kind, k])) as Record<TokenKind, number>;

/** Adds the step's tokens to its row of `byKind`, which begins at `row`. */
function countTokens(setup: LaneSetup, selection: Selection, byKind: Float64Array, row: number): number {
  const { prepared, unitPrefix } = setup;
  const add = (kind: TokenKind, tokens: number) => {
    const k = row + KIND_INDEX[kind];
    byKind[k] = byKind[k]! + tokens;
    return tokens;
  };
  let sum = add('preamble', setup.preambleTokens + prepared.options.toolDefinitionTokens);
  for (const run of selection.runs) {
    if (!isKept(run.as)) continue;
    sum += add(run.as as TokenKind, unitPrefix[run.to]! - unitPrefix[run.from]!);
  }
  for (const summary of selection.summaries) sum += add('summary', prepared.tokens.overhead + summary.tokens);
  const turn = prepared.structure.turns.list[selection.step - 1]!;
  for (let m = turn.start; m < turn.currentEnd; m++) sum += add('current', setup.messageTokens[m]!);
  return sum;
}
