import type { LaneSetup } from './lane-context';
import { firstWhere, lowerBound } from './search';
import { pushRun, type Run } from './selection';
import type { PastView, StepInput } from './strategy';
import type { SupersededAt } from './supersession-links';

/** What a strategy sees of a step, and what is settled before it chooses. */
export interface LaneStepInput extends StepInput {
  /** Past units that are in whatever the strategy does, ascending: pins, and tool partners of pinned or current messages. */
  readonly fixed: readonly number[];
  /** Past units that a later turn replaced, ascending: out whatever the strategy does. */
  readonly superseded: readonly number[];
}

export function stepInput(setup: LaneSetup, step: number): LaneStepInput {
  const past = setup.units.pastCount[step]!;
  const superseded = supersededUnits(setup, step);
  const pinned = pinnedBefore(setup, past, superseded);
  const partners = partnersOf(setup, step, past, pinned, superseded);
  const fixed = partners.size > 0 ? [...pinned, ...partners].sort((a, b) => a - b) : pinned;
  const replaced = setup.supersededAt(step);
  const view: PastView =
    partners.size > 0 || superseded.length > 0 || replaced.marks.length > 0
      ? viewWithout(setup, [...partners, ...superseded], replaced, past)
      : {
          count: lowerBound(setup.eligible, past),
          units: setup.eligible,
          tokenPrefix: setup.eligiblePrefix,
        };
  let reservedTokens = 0;
  if (fixed.length > 0) {
    const tokensOf = unitTokens(setup, replaced);
    for (const u of fixed) reservedTokens += tokensOf(u);
  }
  const otherTokens =
    setup.preambleTokens +
    setup.prepared.options.toolDefinitionTokens +
    currentTokens(setup, step) +
    reservedTokens;
  return { step, pastUnits: past, past: view, reservedTokens, otherTokens, fixed, superseded };
}

const NONE: readonly number[] = [];

/** Pinned past units that are not replaced, ascending. */
function pinnedBefore(
  { pinnedUnits }: LaneSetup,
  past: number,
  superseded: readonly number[],
): readonly number[] {
  if (pinnedUnits.length === 0) return NONE;
  const out: number[] = [];
  for (let i = 0; i < pinnedUnits.length && pinnedUnits[i]! < past; i++) {
    if (!superseded.includes(pinnedUnits[i]!)) out.push(pinnedUnits[i]!);
  }
  return out;
}

/** Past units that a later turn replaced, ascending. */
export function supersededUnits(setup: LaneSetup, step: number): readonly number[] {
  const { units } = setup.supersededAt(step);
  const past = setup.units.pastCount[step]!;
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

/** The eligible units without some, of the last step that asked: the same are out, and marked, for many steps. */
interface Reduced {
  readonly taken: string;
  readonly replaced: SupersededAt;
  readonly view: PastView;
}
const reduced = new WeakMap<LaneSetup, Reduced>();

function viewWithout(
  setup: LaneSetup,
  units: readonly number[],
  replaced: SupersededAt,
  past: number,
): PastView {
  const taken = units.join();
  let known = reduced.get(setup);
  if (known?.taken !== taken || known.replaced !== replaced) {
    const out = new Set(units);
    const left = setup.eligible.filter((u) => !out.has(u));
    known = { taken, replaced, view: viewOf(setup, replaced, left) };
    reduced.set(setup, known);
  }
  return { ...known.view, count: lowerBound(known.view.units, past) };
}

/** These units, ascending, as a strategy's past. */
export function viewOf(setup: LaneSetup, replaced: SupersededAt, units: Int32Array): PastView {
  const tokensOf = unitTokens(setup, replaced);
  const tokenPrefix = new Float64Array(units.length + 1);
  units.forEach((u, p) => {
    tokenPrefix[p + 1] = tokenPrefix[p]! + tokensOf(u);
  });
  return { count: units.length, units, tokenPrefix };
}

/** Tokens of a unit as it is sent while something is replaced: marks are words too. */
export function unitTokens(setup: LaneSetup, { marks }: SupersededAt): (unit: number) => number {
  const { units, unitPrefix, prepared } = setup;
  const more = new Map<number, number>();
  for (const { message, tokens } of marks) {
    const unit = units.ofMessage(message);
    more.set(unit, (more.get(unit) ?? 0) + tokens - prepared.tokens.message[message]!);
  }
  return (unit) => unitPrefix[unit + 1]! - unitPrefix[unit]! + (more.get(unit) ?? 0);
}

/** A run over positions as runs over units: one for every stretch of the past without a gap. */
export function unitRuns({ units }: PastView, run: Run): Run[] {
  const out: Run[] = [];
  for (let p = run.from; p < run.to; ) {
    const from = units[p]!;
    const length = firstWhere(run.to - p, (i) => units[p + i]! > from + i);
    out.push({ ...run, from, to: from + length });
    p += length;
  }
  return out;
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
    for (const { from, to } of unitRuns(past, run)) {
      settledBefore(from);
      pushRun(runs, from, to, run.as, run.weight, run.cause);
    }
  }
  settledBefore(pastUnits);
  return runs;
}
