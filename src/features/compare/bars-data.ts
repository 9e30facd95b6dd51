import { FATE } from '../../core/fate-codes';
import { type LaneRun, TOKEN_KINDS } from '../../core/simulate';
import type { ResultsState } from '../../state/results';
import type { MarginBarsData, SummaryBracket } from '../../ui/canvas/margin-bars-painter';
import type { TokenBarsData } from '../../ui/canvas/token-bars-painter';

const widestCache = new WeakMap<object, number>();

/** Tokens of the largest turn: one scale for all lanes of a conversation. */
function widestTurn(run: LaneRun): number {
  const { tokens, structure } = run.setup.prepared;
  let widest = widestCache.get(tokens);
  if (widest === undefined) {
    widest = 1;
    for (const turn of structure.turns.list) {
      let sum = 0;
      for (let m = turn.start; m < turn.end; m++) sum += tokens.message[m]!;
      widest = Math.max(widest, sum);
    }
    widestCache.set(tokens, widest);
  }
  return widest;
}

/** This step's tokens per turn, in the rows of the map. */
export function marginData(run: LaneRun, step: number): MarginBarsData {
  const { setup, steps, fates } = run;
  const { turns } = setup.prepared.structure;
  const tokens = new Float64Array(steps);
  const codes = fates.fates.subarray((step - 1) * steps, step * steps);
  const fractions = fates.fractions.subarray((step - 1) * steps, step * steps);
  for (let i = 0; i < step; i++) {
    const code = codes[i]!;
    const whole =
      code === FATE.verbatim || code === FATE.retrieved || code === FATE.pinned || code === FATE.condensed;
    if (!whole && code !== FATE.current) continue;
    const turn = turns.list[i]!;
    const to = code === FATE.current ? turn.currentEnd : turn.end;
    let sum = 0;
    for (let m = turn.start; m < to; m++) sum += setup.messageTokens[m]!;
    tokens[i] = code === FATE.current ? sum : (sum * fractions[i]!) / 255;
  }
  const summaries: SummaryBracket[] = [];
  const selection = run.selection(step)!;
  const folded = selection.runs.filter((r) => r.as === 'summarized');
  if (selection.summaries.length > 0 && folded.length > 0) {
    const sum = selection.summaries.reduce(
      (total, s) => total + s.tokens + setup.prepared.tokens.overhead,
      0,
    );
    summaries.push({
      firstTurn: setup.units.turnOf[folded[0]!.from]!,
      lastTurn: setup.units.turnOf[folded[folded.length - 1]!.to - 1]!,
      tokens: sum,
    });
  }
  return { tokens, fates: codes, summaries, maxTokens: widestTurn(run) };
}

/** One scale for all lanes: the dearest step of any of them. */
export function highestTokens(lanes: ResultsState['lanes'], budget: number): number {
  let max = budget > 0 ? budget * 1.08 : 1;
  for (const { run } of Object.values(lanes)) {
    const { tokens } = partsOf(run);
    if (tokens > max) max = tokens;
  }
  return max;
}

interface Parts {
  /** A run grows in place. */
  readonly done: number;
  readonly parts: TokenBarsData['parts'];
  /** Those of its dearest step. */
  readonly tokens: number;
}
const partsCache = new WeakMap<LaneRun, Parts>();

function partsOf(run: LaneRun): Parts {
  const known = partsCache.get(run);
  if (known && known.done === run.done) return known;
  let tokens = 0;
  for (let i = 0; i < run.done; i++) tokens = Math.max(tokens, run.tokens[i]!);
  const parts = { done: run.done, parts: tokenParts(run), tokens };
  partsCache.set(run, parts);
  return parts;
}

/** Tokens in context per step by what they are made of; the same object while the run does not grow. */
export const tokenPartsOf = (run: LaneRun): TokenBarsData['parts'] => partsOf(run).parts;

function tokenParts(run: LaneRun) {
  const n = TOKEN_KINDS.length;
  const series = (...kinds: (typeof TOKEN_KINDS)[number][]) => {
    const out = new Float64Array(run.steps);
    for (const kind of kinds) {
      const k = TOKEN_KINDS.indexOf(kind);
      for (let i = 0; i < run.done; i++) out[i] = out[i]! + run.tokensByKind[i * n + k]!;
    }
    return out;
  };
  return {
    other: series('preamble'),
    // Notes are inserted as summaries are: said by nobody, made of what has left.
    summary: series('summary', 'note'),
    pinned: series('pinned'),
    retrieved: series('retrieved'),
    verbatim: series('verbatim', 'condensed'),
    current: series('current'),
  };
}
