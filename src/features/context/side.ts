import { FATES, type Fate, fateAt, isVerbatim } from '../../core/fate-codes';
import { type ContextItem, contextItems } from '../../core/items';
import type { ResolvedProbe } from '../../core/probes';
import { reasonsAt } from '../../core/reasons';
import { isKept, isShortened, type Reason, type Run, type Selection } from '../../core/selection';
import type { LaneRun } from '../../core/simulate';
import type { SummarySentence } from '../../core/summary/summary';
import { type NamedReason, namedReasons } from '../../state/turn-reasons';

/** One reading column: what a lane sends at a step, and why. */
export interface Side {
  readonly id: 'left' | 'right';
  readonly letter: string;
  readonly title: string;
  /** "Tiered context", or "Tiered context, step 29" where both columns are the same lane. */
  readonly heading: string;
  /** Over the fate cells: the letter, or the step where both columns are the same lane. */
  readonly mark: string;
  readonly run: LaneRun;
  readonly step: number;
  readonly selection: Selection;
  readonly items: readonly ContextItem[];
  readonly tokens: number;
  /** False: token counts are estimates and are shown as such. */
  readonly exact: boolean;
  /** Index: past unit. */
  readonly reasons: readonly Reason[];
}

export interface SideNames {
  readonly id: Side['id'];
  readonly letter: string;
  readonly title: string;
  readonly proper?: boolean;
  readonly heading: string;
  readonly mark: string;
}

/** null while the lane has not been simulated up to the step. */
export function makeSide(names: SideNames, run: LaneRun, step: number): Side | null {
  const selection = run.selection(step);
  if (!selection || step < 1) return null;
  return {
    ...names,
    run,
    step,
    selection,
    items: contextItems(run.setup, selection),
    tokens: run.tokens[step - 1]!,
    exact: run.setup.prepared.tokens.exact,
    reasons: reasonsAt(run, step),
  };
}

export const fateOn = (side: Side, turn: number): Fate =>
  turn < 1 || turn > side.step ? 'none' : fateAt(side.run.fates, side.step, turn);

export interface TurnOnSide {
  readonly fate: Fate;
  /** 0..255 each. */
  readonly weight: number;
  readonly fraction: number;
}

export function turnOn(side: Side, turn: number): TurnOnSide {
  if (turn < 1 || turn > side.step) return { fate: 'none', weight: 0, fraction: 0 };
  const cell = (side.step - 1) * side.run.fates.turns + turn - 1;
  const { fates, weights, fractions } = side.run.fates;
  return { fate: FATES[fates[cell]!] ?? 'none', weight: weights[cell]!, fraction: fractions[cell]! };
}

/** Message indexes of a turn that the question needs. */
export const evidenceOfTurn = (side: Side, turn: number, probe: ResolvedProbe | null): readonly number[] =>
  probe?.evidence.filter((m) => side.run.setup.prepared.structure.turns.turnOfMessage[m] === turn) ?? [];

/** Half-open range of the past units that make up a turn. */
export function unitsOfTurn(run: LaneRun, turn: number): { from: number; to: number } {
  const { units, prepared } = run.setup;
  if (units.kind === 'turn') return { from: turn - 1, to: turn };
  const { start, end } = prepared.structure.turns.list[turn - 1]!;
  const { preambleEnd } = prepared.structure.turns;
  return { from: start - preambleEnd, to: end - preambleEnd };
}

/**
 * The distinct reasons of a past turn's units, the one that decided its fate first; empty for other turns. Where the lane
 * counts messages, each names its messages.
 */
export function reasonsOfTurn(
  side: Side,
  turn: number,
  evidence: readonly number[] = [],
): readonly NamedReason[] {
  if (turn < 1 || turn >= side.step) return [];
  const reasons = namedReasons(side.run, side.reasons, turn, evidence);
  if (reasons.length < 2) return reasons;
  const deciding = decidingTexts(side, turn);
  const rank = ({ reason }: NamedReason) => (deciding.has(reason.text) ? 0 : 2) + (reason.beside ? 1 : 0);
  return [...reasons].sort((a, b) => rank(a) - rank(b));
}

/** What is said of the units that give a turn its fate: those that are sent, and changed where it is condensed. */
function decidingTexts(side: Side, turn: number): ReadonlySet<string> {
  const { selection, run } = side;
  const { start } = run.setup.units;
  const { from, to } = unitsOfTurn(run, turn);
  const fate = fateOn(side, turn);
  const isChanged = (message: number) =>
    selection.rewrites.some((r) => r.message === message && isShortened(r));
  const decides = ({ as }: Run, unit: number): boolean => {
    const message = start[unit]!;
    if (fate === 'condensed') return isChanged(message) && !selection.omitted.includes(message);
    if (isVerbatim(fate)) return isKept(as) && !selection.omitted.includes(message);
    return as === (fate === 'folded' ? 'summarized' : fate);
  };
  const texts = new Set<string>();
  for (const r of selection.runs)
    for (let u = Math.max(from, r.from); u < Math.min(to, r.to); u++)
      if (decides(r, u)) texts.add(side.reasons[u]?.text ?? '');
  return texts;
}

/** The step from which a turn has had its present fate without a break; null when it has always had it. */
export function sinceStep(side: Side, turn: number): number | null {
  // Backwards over the bytes: a long request asks this for hundreds of turns at every step.
  const { fates, turns } = side.run.fates;
  const at = (step: number) => fates[(step - 1) * turns + turn - 1];
  const now = at(side.step);
  let step = side.step;
  while (step > turn + 1 && at(step - 1) === now) step--;
  return step > turn + 1 ? step : null;
}

export function sentencesOfTurn(side: Side, turn: number): readonly SummarySentence[] {
  const { turnOfMessage } = side.run.setup.prepared.structure.turns;
  return side.selection.summaries.flatMap((s) =>
    s.sentences.filter((x) => x.messages.some((m) => turnOfMessage[m] === turn)),
  );
}

/** Ascending numbers of the turns that went into a summary at this step, cited or not. */
export function summarizedTurns(side: Side): number[] {
  const { turnOf } = side.run.setup.units;
  const turns = new Set<number>();
  for (const run of side.selection.runs)
    if (run.as === 'summarized') for (let u = run.from; u < run.to; u++) turns.add(turnOf[u]!);
  return [...turns].sort((a, b) => a - b);
}
