import { FATE, type FateMatrix } from './fate-codes';
import type { Run, Selection, Treatment } from './selection';
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

export function emptyFates(turns: number): FateMatrix {
  return {
    turns,
    fates: new Uint8Array(turns * turns),
    weights: new Uint8Array(turns * turns),
    fractions: new Uint8Array(turns * turns),
  };
}

/**
 * THE function that turns a selection into fates, so that the map and the preview cannot disagree.
 * Precedence (semantics.md section 2): pinned > retrieved > verbatim > condensed > summarized > folded > archived >
 * dropped. A turn counted in messages takes the best fate of its messages; its fraction is kept tokens / turn tokens.
 */
export function writeFates(
  matrix: FateMatrix,
  selection: Selection,
  units: Units,
  tokenPrefix: Float64Array,
): void {
  const { turns, fates, weights, fractions } = matrix;
  const base = (selection.step - 1) * turns;
  const cited = citedMessages(selection);
  const kept = units.kind === 'message' ? new Float64Array(turns + 1) : null;
  const total = kept ? new Float64Array(turns + 1) : null;
  const keptUnits = new Int32Array(kept ? turns + 1 : 0);
  const allUnits = new Int32Array(kept ? turns + 1 : 0);
  for (const run of selection.runs) {
    for (let u = run.from; u < run.to; u++) {
      const turn = units.turnOf[u]!;
      const cell = base + turn - 1;
      const code = run.as === 'summarized' ? summarizedCode(units, u, cited) : CODE[run.as];
      const weight = Math.round(run.weight * 255);
      const before = fates[cell]!;
      if (before === FATE.none || code < before) {
        fates[cell] = code;
        weights[cell] = weight;
      } else if (code === before && weight > weights[cell]!) weights[cell] = weight;
      if (kept && total) {
        const tokens = tokenPrefix[u + 1]! - tokenPrefix[u]!;
        total[turn] = total[turn]! + tokens;
        allUnits[turn] = allUnits[turn]! + 1;
        if (isWhole(run)) {
          kept[turn] = kept[turn]! + tokens;
          keptUnits[turn] = keptUnits[turn]! + 1;
        }
      } else fractions[cell] = 255;
    }
  }
  if (kept && total) {
    for (let turn = 1; turn < selection.step; turn++) {
      const none = keptUnits[turn] === 0;
      const share = total[turn]! > 0 ? kept[turn]! / total[turn]! : keptUnits[turn]! / allUnits[turn]!;
      // A partly kept turn must never round up to whole: metrics take "verbatim" as fraction 1.
      fractions[base + turn - 1] =
        none || keptUnits[turn] === allUnits[turn]
          ? 255
          : Math.min(254, Math.max(1, Math.round(share * 255)));
    }
  }
  const current = base + selection.step - 1;
  fates[current] = FATE.current;
  weights[current] = 255;
  fractions[current] = 255;
}

const isWhole = (run: Run) => run.as === 'verbatim' || run.as === 'retrieved' || run.as === 'pinned';

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
