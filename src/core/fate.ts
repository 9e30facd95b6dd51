import { FATE, type FateMatrix } from './fate-codes';
import type { LaneSetup } from './lane-context';
import { isKept, isShortened, type Selection, type Treatment } from './selection';
import { forEachSent, isPlainSelection } from './sent';
import type { Units } from './units';

const CODE: Record<Exclude<Treatment, 'summarized'>, number> = {
  verbatim: FATE.verbatim,
  retrieved: FATE.retrieved,
  pinned: FATE.pinned,
  condensed: FATE.condensed,
  archived: FATE.archived,
  dropped: FATE.dropped,
  pending: FATE.pending,
};

/** A matrix that is being written. */
interface GrowingFates extends FateMatrix {
  weights: Uint8Array;
  fractions: Uint8Array;
  /** What both are until something else is written. */
  readonly whole: Uint8Array;
}

export function emptyFates(turns: number): GrowingFates {
  const whole = wholeTurns(turns);
  return { turns, fates: new Uint8Array(turns * turns), weights: whole, fractions: whole, whole };
}

let lastWhole = new Uint8Array(0);

/**
 * Full weight, and all of the turn, in every cell: most strategies know nothing else. One array that all runs of a size
 * read and none writes: two more of turns x turns bytes for every value of a slider would send the garbage collector
 * through the whole heap every few seconds of a drag.
 */
function wholeTurns(turns: number): Uint8Array {
  if (lastWhole.length !== turns * turns) lastWhole = new Uint8Array(turns * turns).fill(255);
  return lastWhole;
}

function setWeights(matrix: GrowingFates, weight: number, from: number, to: number): void {
  if (matrix.weights === matrix.whole) {
    if (weight === 255) return;
    matrix.weights = matrix.whole.slice();
  }
  // A call costs more than a byte.
  if (to - from === 1) matrix.weights[from] = weight;
  else matrix.weights.fill(weight, from, to);
}

function setFraction(matrix: GrowingFates, cell: number, fraction: number): void {
  if (matrix.fractions === matrix.whole) matrix.fractions = matrix.whole.slice();
  matrix.fractions[cell] = fraction;
}

/**
 * THE function that turns a selection into fates, so that the map and the preview cannot disagree.
 * Precedence (semantics.md section 2): pinned > retrieved > verbatim > condensed > summarized > folded > archived >
 * dropped. A turn takes the best fate of its units; where a message of a verbatim turn is cleared or shortened, the turn is
 * condensed. Its fraction is kept tokens / turn tokens.
 */
export function writeFates(matrix: GrowingFates, selection: Selection, setup: LaneSetup): void {
  const { turns, fates } = matrix;
  const { units } = setup;
  const base = (selection.step - 1) * turns;
  const cited = selection.summaries.length > 0 ? citedMessages(selection) : NOTHING;
  for (const run of selection.runs) {
    const weight = Math.round(run.weight * 255);
    if (units.kind === 'turn' && run.as !== 'summarized') {
      // A turn is one unit and a unit has one run.
      fates.fill(CODE[run.as], base + run.from, base + run.to);
      setWeights(matrix, weight, base + run.from, base + run.to);
      continue;
    }
    for (let u = run.from; u < run.to; u++) {
      const cell = base + units.turnOf[u]! - 1;
      const code = run.as === 'summarized' ? summarizedCode(units, u, cited) : CODE[run.as];
      const before = fates[cell]!;
      if (before === FATE.none || code < before) {
        fates[cell] = code;
        setWeights(matrix, weight, cell, cell + 1);
      } else if (code === before && weight > matrix.weights[cell]!)
        setWeights(matrix, weight, cell, cell + 1);
    }
  }
  const current = base + selection.step - 1;
  fates[current] = FATE.current;
  setWeights(matrix, 255, current, current + 1);
  if (units.kind === 'message' || !isPlainSelection(selection)) writeFractions(matrix, selection, setup);
}

const NOTHING: ReadonlySet<number> = new Set();

/** Sums per turn, reused: hundreds of steps for every value of a slider. */
let sums = { kept: new Float64Array(0), messages: new Int32Array(0), shortened: new Uint8Array(0) };

function writeFractions(matrix: GrowingFates, selection: Selection, setup: LaneSetup): void {
  const { turns, fates } = matrix;
  const { units, prepared } = setup;
  const { structure } = prepared;
  if (sums.kept.length < turns + 1) {
    sums = {
      kept: new Float64Array(turns + 1),
      messages: new Int32Array(turns + 1),
      shortened: new Uint8Array(turns + 1),
    };
  }
  const { kept, messages, shortened } = sums;
  kept.fill(0, 0, turns + 1);
  messages.fill(0, 0, turns + 1);
  shortened.fill(0, 0, turns + 1);
  forEachSent(setup, selection, ({ message, rewrite, tokens }) => {
    const turn = structure.turns.turnOfMessage[message]!;
    kept[turn] = kept[turn]! + tokens;
    messages[turn] = messages[turn]! + 1;
    if (isShortened(rewrite)) shortened[turn] = 1;
  });
  const base = (selection.step - 1) * turns;
  for (let turn = 1; turn <= selection.step; turn++) {
    const { start, end, currentEnd } = structure.turns.list[turn - 1]!;
    const isCurrent = turn === selection.step;
    const to = isCurrent ? currentEnd : end;
    const cell = base + turn - 1;
    if (messages[turn] === 0) {
      // Nothing of a kept turn is sent: a library's rule or a filter took all its messages.
      if (fates[cell]! <= FATE.condensed && to > start)
        fates[cell] = isCurrent ? FATE.dropped : bestUnsent(selection, units, turn);
      continue;
    }
    if (shortened[turn] === 1 && fates[cell] === FATE.verbatim) fates[cell] = FATE.condensed;
    if (messages[turn] === to - start && shortened[turn] === 0) continue;
    let total = 0;
    for (let m = start; m < to; m++) total += setup.messageTokens[m]!;
    const share = total > 0 ? kept[turn]! / total : messages[turn]! / (to - start);
    // A partly kept turn must never round up to whole: metrics take "verbatim" as fraction 1.
    setFraction(matrix, cell, Math.min(254, Math.max(1, Math.round(share * 255))));
  }
}

/** The best fate of a turn's units that are not kept; dropped when there is none. */
function bestUnsent(selection: Selection, units: Units, turn: number): number {
  const cited = citedMessages(selection);
  let best: number = FATE.dropped;
  for (const run of selection.runs) {
    if (isKept(run.as)) continue;
    for (let u = run.from; u < run.to; u++) {
      if (units.turnOf[u] !== turn) continue;
      best = Math.min(best, run.as === 'summarized' ? summarizedCode(units, u, cited) : CODE[run.as]);
    }
  }
  return best;
}

function citedMessages(selection: Selection): Set<number> {
  const out = new Set<number>();
  for (const summary of selection.summaries) {
    for (const sentence of summary.sentences) for (const m of sentence.messages) out.add(m);
  }
  return out;
}

function summarizedCode(units: Units, unit: number, cited: ReadonlySet<number>): number {
  for (let m = units.start[unit]!; m < units.start[unit + 1]!; m++) if (cited.has(m)) return FATE.summarized;
  return FATE.folded;
}
