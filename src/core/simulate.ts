import { emptyFates, writeFates } from './fate';
import type { FateMatrix } from './fate-codes';
import type { Lane } from './lane';
import { type LaneSetup, type Registry, setUpLane } from './lane-context';
import type { PreparedConversation } from './prepared';
import { isKept, pushRun, type Run, type Selection, type Treatment } from './selection';
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
  /** Index step - 1. */
  readonly selections: readonly Selection[];
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
  const selections: Selection[] = [];
  const states: unknown[] = [];
  const tokens = new Float64Array(steps);
  const tokensByKind = new Float64Array(steps * TOKEN_KINDS.length);
  const fates = emptyFates(steps);
  let state = setup.strategy.init(setup.context);
  let done = 0;
  return {
    setup,
    steps,
    selections,
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
        selections.push(selection);
        tokens[done] = countTokens(setup, selection, tokensByKind.subarray(done * TOKEN_KINDS.length));
        writeFates(fates, selection, setup.units, setup.unitPrefix);
        done = step;
      }
      return done >= steps;
    },
  };
}

export function stepInput(setup: LaneSetup, step: number): StepInput {
  const past = setup.units.pastCount[step]!;
  const view: PastView = {
    count: lowerBound(setup.eligible, past),
    units: setup.eligible,
    tokenPrefix: setup.eligiblePrefix,
  };
  let reservedTokens = 0;
  for (const u of setup.pinnedUnits) if (u < past) reservedTokens += unitTokens(setup, u);
  return { step, pastUnits: past, past: view, reservedTokens };
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
  input: StepInput,
  positionRuns: readonly Run[],
  flags: Selection['flags'],
): Selection {
  const past = setup.units.pastCount[input.step]!;
  let runs = setup.pinnedUnits.length === 0 ? positionRuns : toUnitRuns(setup, positionRuns, past);
  if (setup.units.groups.any) runs = keepGroupsWhole(setup, runs, past);
  return { step: input.step, past, runs, summaries: summariesOf(setup, runs, input.step), flags };
}

/** Positions back to units, with pinned units at their chronological place. */
function toUnitRuns(setup: LaneSetup, positionRuns: readonly Run[], past: number): Run[] {
  const runs: Run[] = [];
  let pin = 0;
  let next = 0;
  const pinsBefore = (unit: number) => {
    for (; pin < setup.pinnedUnits.length && setup.pinnedUnits[pin]! < unit; pin++) {
      const pinned = setup.pinnedUnits[pin]!;
      pushRun(runs, pinned, pinned + 1, 'pinned');
    }
  };
  for (const run of positionRuns) {
    for (next = run.from; next < run.to; next++) {
      const unit = setup.eligible[next]!;
      pinsBefore(unit);
      pushRun(runs, unit, unit + 1, run.as, run.weight, run.cause);
    }
  }
  pinsBefore(past);
  return runs;
}

/** A tool pair that is whole in the past stays whole: where one side is kept, the other is pulled in. */
function keepGroupsWhole(setup: LaneSetup, runs: readonly Run[], past: number): readonly Run[] {
  let perUnit: Run[] | null = null;
  const expand = () => {
    const list: Run[] = [];
    for (const run of runs) for (let u = run.from; u < run.to; u++) list.push(run);
    return list;
  };
  for (const members of setup.units.groups.members) {
    if (members[0]! >= past) continue;
    perUnit ??= expand();
    let keeper: Treatment | null = null;
    for (const u of members) if (u < past && isKept(perUnit[u]!.as)) keeper ??= perUnit[u]!.as;
    if (!keeper) continue;
    for (const u of members) {
      if (u >= past || isKept(perUnit[u]!.as)) continue;
      perUnit[u] = {
        from: u,
        to: u + 1,
        as: keeper === 'retrieved' ? 'retrieved' : 'verbatim',
        weight: 1,
        cause: 'partner',
      };
    }
  }
  if (!perUnit) return runs;
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

function countTokens(setup: LaneSetup, selection: Selection, byKind: Float64Array): number {
  const { prepared, unitPrefix } = setup;
  const add = (kind: TokenKind, tokens: number) => {
    const k = TOKEN_KINDS.indexOf(kind);
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
