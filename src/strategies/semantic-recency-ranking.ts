import type * as z from 'zod/mini';
import { indexAmong } from '../core/search';
import type { LaneContext, StepInput } from '../core/strategy';
import type { semanticRecencyParams } from './semantic-recency.strategy';

type Params = z.output<typeof semanticRecencyParams>;
type Context = LaneContext<Params>;

/** Step of the last retrieval per unit; being retrieved is an access (weighted formula only). */
export type Access = ReadonlyMap<number, number>;

export interface Candidate {
  readonly position: number;
  /** [0, 1] */
  readonly relevance: number;
  /** What age leaves of it, [0, 1] (additive: (1 - decayRate)^hours). */
  readonly recency: number;
  readonly importance: number;
  readonly score: number;
}

export interface Ranking {
  /** Positions from here on are always kept. */
  readonly recentFrom: number;
  /** By score, best first; ties: newer first. Complete only when asked for; else at least the kept ones. */
  readonly ordered: readonly Candidate[];
  readonly kept: readonly Candidate[];
  /** Candidates that did not fit: tokens over the budget by position. */
  readonly overBudget: ReadonlyMap<number, number>;
  readonly recentOverBudget: number;
  readonly similarity: Float32Array;
  readonly pending: number;
  readonly lexical: boolean;
  readonly timesMissing: boolean;
  recencyAt(position: number): number;
}

const HOUR_MS = 3_600_000;
/** Per hour since last access; source: generative agents (Park et al. 2023), section 4.1. */
const WEIGHTED_DECAY = 0.995;
const CUES_FOR_FULL_IMPORTANCE = 3;

/** Scores all candidates of a step and keeps the best within the budget (formulas: semantics.md section 3.5). */
export function rankCandidates(
  context: Context,
  access: Access,
  input: StepInput,
  complete: boolean,
): Ranking {
  const { params } = context;
  const { past, step, pastUnits } = input;
  const row = context.relevance(step, params.query);
  const recentFrom = Math.max(0, past.count - params.alwaysRecent);
  const now = context.stepTimeMs(step);
  let timesMissing = false;

  /** Hours since a time; where one is missing, turns since then stand in, and the lane says so. */
  const hoursOr = (sinceMs: number, turns: number) => {
    const hours = (now - sinceMs) / HOUR_MS;
    if (!Number.isNaN(hours)) return Math.max(0, hours);
    timesMissing = true;
    return turns;
  };
  const recencyAt = (position: number): number => {
    const unit = past.units[position]!;
    const turns = step - context.unitTurn(unit);
    if (params.formula === 'half-life') {
      const units =
        params.halfLifeIn === 'hours' ? hoursOr(context.unitTimeMs(unit), turns) : pastUnits - unit;
      return params.floor + (1 - params.floor) * 2 ** (-units / params.halfLife);
    }
    if (params.formula === 'additive')
      return (1 - params.decayRate) ** hoursOr(context.unitTimeMs(unit), turns);
    const at = access.get(unit);
    const since =
      at === undefined
        ? hoursOr(context.unitTimeMs(unit), turns)
        : hoursOr(context.stepTimeMs(at), step - at);
    return WEIGHTED_DECAY ** since;
  };

  // Similarity by position: pinned units are taken out of the past.
  const similarity = new Float32Array(past.count);
  for (let p = 0; p < past.count; p++) similarity[p] = row.similarity[past.units[p]!]!;

  const candidates: Candidate[] = [];
  let pending = 0;
  for (let p = 0; p < recentFrom; p++) {
    const sim = similarity[p]!;
    if (Number.isNaN(sim)) {
      pending++;
      continue;
    }
    const relevance = Math.max(0, sim);
    if (relevance <= params.minRelevance) continue;
    const recency = recencyAt(p);
    const importance =
      params.formula === 'weighted'
        ? Math.min(1, context.cues(past.units[p]!) / CUES_FOR_FULL_IMPORTANCE)
        : 0;
    const score =
      params.formula === 'half-life'
        ? relevance * recency
        : params.formula === 'additive'
          ? sim + recency
          : 0;
    candidates.push({ position: p, relevance, recency, importance, score });
  }
  const scored = params.formula === 'weighted' ? weigh(candidates, params) : candidates;

  const limited = params.budget !== null;
  const ordered =
    complete || limited || context.hasGroups ? [...scored].sort(byScore) : best(scored, params.topK);
  const { kept, overBudget, recentOverBudget } = fill(context, input, ordered, recentFrom);
  return {
    recentFrom,
    ordered,
    kept,
    overBudget,
    recentOverBudget,
    similarity,
    pending,
    lexical: row.method === 'lexical',
    timesMissing,
    recencyAt,
  };
}

const byScore = (a: Candidate, b: Candidate) => b.score - a.score || b.position - a.position;

/** The k best in order, without sorting the rest. */
function best(candidates: readonly Candidate[], k: number): Candidate[] {
  const top: Candidate[] = [];
  for (const candidate of candidates) {
    if (top.length >= k && (k === 0 || byScore(candidate, top[k - 1]!) > 0)) continue;
    let i = Math.min(top.length, k - 1);
    while (i > 0 && byScore(candidate, top[i - 1]!) < 0) {
      top[i] = top[i - 1]!;
      i--;
    }
    top[i] = candidate;
  }
  return top;
}

/** Each component min-max scaled over the candidates (all equal: 0.5), then weighted and added. */
function weigh(candidates: readonly Candidate[], params: Params): Candidate[] {
  const scale = (pick: (c: Candidate) => number) => {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const c of candidates) {
      min = Math.min(min, pick(c));
      max = Math.max(max, pick(c));
    }
    return (c: Candidate) => (max > min ? (pick(c) - min) / (max - min) : 0.5);
  };
  const recency = scale((c) => c.recency);
  const relevance = scale((c) => c.relevance);
  const importance = scale((c) => c.importance);
  return candidates.map((c) => ({
    ...c,
    score:
      params.weightRecency * recency(c) +
      params.weightRelevance * relevance(c) +
      params.weightImportance * importance(c),
  }));
}

/**
 * Keeps the best `topK` that fit: the recent units are charged first, then candidates by rank; one that does not fit is
 * skipped and the next gets its chance. A tool pair is charged, and dropped, whole.
 */
function fill(context: Context, input: StepInput, ordered: readonly Candidate[], recentFrom: number) {
  const { params } = context;
  const { past, reservedTokens } = input;
  const tokensAt = (p: number) => past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  const charged = new Set<number>();
  const recentTokens = past.tokenPrefix[past.count]! - past.tokenPrefix[recentFrom]!;
  let used = reservedTokens + recentTokens;
  if (context.hasGroups) {
    for (let p = recentFrom; p < past.count; p++) charged.add(past.units[p]!);
    for (let p = recentFrom; p < past.count; p++)
      used += partnerTokens(context, input, past.units[p]!, charged);
  }
  const budget = params.budget ?? Number.POSITIVE_INFINITY;
  const recentOverBudget = Math.max(0, used - budget);
  const kept: Candidate[] = [];
  const overBudget = new Map<number, number>();
  for (const candidate of ordered) {
    if (kept.length >= params.topK) break;
    const unit = past.units[candidate.position]!;
    if (charged.has(unit)) {
      kept.push(candidate);
      continue;
    }
    const trial = new Set(charged).add(unit);
    const cost =
      tokensAt(candidate.position) + (context.hasGroups ? partnerTokens(context, input, unit, trial) : 0);
    if (used + cost > budget) {
      overBudget.set(candidate.position, used + cost - budget);
      continue;
    }
    used += cost;
    for (const u of trial) charged.add(u);
    kept.push(candidate);
  }
  return { kept, overBudget, recentOverBudget };
}

/** Tokens of the past partners of a unit that are not charged yet; marks them as charged. */
function partnerTokens(
  context: Context,
  { past, step }: StepInput,
  unit: number,
  charged: Set<number>,
): number {
  let sum = 0;
  for (const partner of context.groupOf(unit, step) ?? []) {
    if (charged.has(partner)) continue;
    charged.add(partner);
    const p = indexAmong(past.units, partner);
    if (p >= 0) sum += past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  }
  return sum;
}

export function scoreText(formula: Params['formula'], c: Candidate): string {
  const n = (x: number) => x.toFixed(2);
  if (formula === 'half-life')
    return `relevance ${n(c.relevance)} × recency ${n(c.recency)} = ${c.score.toFixed(3)}`;
  if (formula === 'additive')
    return `similarity ${n(c.score - c.recency)} + recency ${n(c.recency)} = ${c.score.toFixed(3)}`;
  return `recency ${n(c.recency)}, relevance ${n(c.relevance)}, importance ${n(c.importance)} (assumed), scaled and weighted = ${c.score.toFixed(3)}`;
}
