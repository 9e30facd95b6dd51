import type { LaneSetup } from './lane-context';
import { pushRun, type Run } from './selection';
import type { PastView, StepInput } from './strategy';

/** What a strategy sees of a step, and what is settled before it chooses. */
export interface LaneStepInput extends StepInput {
  /** Past units that are in whatever the strategy does, ascending: pins, and tool partners of pinned or current messages. */
  readonly fixed: readonly number[];
  /** Past units that a later turn replaced, ascending: out whatever the strategy does. */
  readonly superseded: readonly number[];
}

export function stepInput(setup: LaneSetup, step: number): LaneStepInput {
  const past = setup.units.pastCount[step]!;
  const superseded = supersededUnits(setup, step, past);
  const { pinnedUnits } = setup;
  const fixed: number[] = [];
  for (let i = 0; i < pinnedUnits.length && pinnedUnits[i]! < past; i++) {
    if (!superseded.includes(pinnedUnits[i]!)) fixed.push(pinnedUnits[i]!);
  }
  const partners = partnersOf(setup, step, past, fixed, superseded);
  let view: PastView = {
    count: lowerBound(setup.eligible, past),
    units: setup.eligible,
    tokenPrefix: setup.eligiblePrefix,
  };
  if (partners.size > 0 || superseded.length > 0) {
    if (partners.size > 0) fixed.push(...partners);
    fixed.sort((a, b) => a - b);
    view = without(setup, view, new Set([...partners, ...superseded]));
  }
  let reservedTokens = 0;
  for (const u of fixed) reservedTokens += unitTokens(setup, u);
  const otherTokens =
    setup.preambleTokens +
    setup.prepared.options.toolDefinitionTokens +
    currentTokens(setup, step) +
    reservedTokens;
  return { step, pastUnits: past, past: view, reservedTokens, otherTokens, fixed, superseded };
}

const NONE: readonly number[] = [];

function supersededUnits(setup: LaneSetup, step: number, past: number): readonly number[] {
  const { units } = setup.supersededAt(step);
  return units.length === 0 ? NONE : units.filter((u) => u < past);
}

export function currentTokens(setup: LaneSetup, step: number): number {
  const turn = setup.prepared.structure.turns.list[step - 1]!;
  let sum = 0;
  for (let m = turn.start; m < turn.currentEnd; m++) sum += setup.messageTokens[m]!;
  return sum;
}

const NO_PARTNERS: ReadonlySet<number> = new Set();

/** Past units that hold the other side of a tool call or result that is pinned or current. */
function partnersOf(
  setup: LaneSetup,
  step: number,
  past: number,
  pinned: readonly number[],
  superseded: readonly number[],
): ReadonlySet<number> {
  const { units, prepared } = setup;
  // The common case, in every step of every value of a slider: no garbage.
  if (!units.groups.any) return NO_PARTNERS;
  const out = new Set<number>();
  const end = prepared.structure.turns.list[step - 1]!.currentEnd;
  const anchors = [...pinned];
  for (let u = past; u < units.count && units.start[u]! < end; u++) anchors.push(u);
  const taken = new Set([...pinned, ...superseded]);
  for (const anchor of anchors) {
    for (const u of units.groups.of(anchor, end) ?? []) if (u < past && !taken.has(u)) out.add(u);
  }
  return out;
}

function without(setup: LaneSetup, view: PastView, taken: ReadonlySet<number>): PastView {
  return viewOf(
    setup,
    view.units.subarray(0, view.count).filter((u) => !taken.has(u)),
  );
}

/** These units, ascending, as a strategy's past. */
export function viewOf(setup: LaneSetup, units: Int32Array): PastView {
  const tokenPrefix = new Float64Array(units.length + 1);
  units.forEach((u, p) => {
    tokenPrefix[p + 1] = tokenPrefix[p]! + unitTokens(setup, u);
  });
  return { count: units.length, units, tokenPrefix };
}

export const unitTokens = (setup: LaneSetup, unit: number): number =>
  setup.unitPrefix[unit + 1]! - setup.unitPrefix[unit]!;

/** First index whose value is not below `value`, in an ascending array. */
export function lowerBound(array: Int32Array, value: number): number {
  let low = 0;
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions back to units, with what was settled before (pins, tool partners, replaced units) at its place. */
export function toUnitRuns(
  setup: LaneSetup,
  input: LaneStepInput,
  positionRuns: readonly Run[],
): readonly Run[] {
  const { fixed, superseded, past, pastUnits } = input;
  if (fixed.length === 0 && superseded.length === 0) return positionRuns;
  const pinned = new Set(setup.pinnedUnits);
  const runs: Run[] = [];
  let nextFixed = 0;
  let nextGone = 0;
  const settledBefore = (unit: number) => {
    while (true) {
      const f = fixed[nextFixed] ?? Number.POSITIVE_INFINITY;
      const g = superseded[nextGone] ?? Number.POSITIVE_INFINITY;
      if (Math.min(f, g) >= unit) return;
      if (g < f) {
        pushRun(runs, g, g + 1, 'dropped', 1, 'superseded');
        nextGone++;
      } else {
        if (pinned.has(f)) pushRun(runs, f, f + 1, 'pinned');
        else pushRun(runs, f, f + 1, 'verbatim', 1, 'partner');
        nextFixed++;
      }
    }
  };
  for (const run of positionRuns) {
    for (let p = run.from; p < run.to; p++) {
      const unit = past.units[p]!;
      settledBefore(unit);
      pushRun(runs, unit, unit + 1, run.as, run.weight, run.cause);
    }
  }
  settledBefore(pastUnits);
  return runs;
}
