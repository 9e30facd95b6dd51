/** What the retrievers among the libraries have in common: similarities, times since the last access, runs and flags. */

import { type Flag, pushRun, type Run } from '../../../core/selection';
import type { LaneContext, StepInput } from '../../../core/strategy';
import { pushUnkept, relevanceFlags } from '../../unknown-relevance';

const HOUR_MS = 3_600_000;
const CUES_FOR_FULL_IMPORTANCE = 3;

/** A step's past as a retriever sees it; positions as in `input.past`. */
export interface Recollection {
  readonly count: number;
  /** By position; NaN where it is not known yet. */
  readonly similarity: Float32Array;
  /** Similarities that are not known yet. */
  readonly pending: number;
  readonly lexical: boolean;
  /** True once `hours` had to count turns. */
  readonly timesMissing: boolean;
  unit(position: number): number;
  /** Hours since a step of access (0: never, then since it was said), at least 0; a turn is an hour where a time is missing. */
  hours(position: number, access: number): number;
  /** [0, 1], assumed: decision and constraint cues, 3 or more count as 1. */
  importance(position: number): number;
}

export function recollect(context: LaneContext<unknown>, { past, step }: StepInput): Recollection {
  const row = context.relevance(step, 'auto');
  const now = context.stepTimeMs(step);
  const unit = (position: number) => past.units[position]!;
  // Similarity by position: pinned units are taken out of the past.
  const similarity = new Float32Array(past.count);
  let pending = 0;
  for (let p = 0; p < past.count; p++) {
    similarity[p] = row.similarity[unit(p)]!;
    if (Number.isNaN(similarity[p]!)) pending++;
  }
  let timesMissing = false;
  return {
    count: past.count,
    similarity,
    pending,
    lexical: row.method === 'lexical',
    get timesMissing() {
      return timesMissing;
    },
    unit,
    hours(position, access) {
      const u = unit(position);
      const hours = (now - (access > 0 ? context.stepTimeMs(access) : context.unitTimeMs(u))) / HOUR_MS;
      if (!Number.isNaN(hours)) return Math.max(0, hours);
      timesMissing = true;
      return step - (access > 0 ? access : context.unitTurn(u));
    },
    importance: (position) => Math.min(1, context.cues(unit(position)) / CUES_FOR_FULL_IMPORTANCE),
  };
}

/** The positions whose similarity is known, ascending. */
export function known({ count, similarity }: Recollection): number[] {
  const positions: number[] = [];
  for (let p = 0; p < count; p++) if (!Number.isNaN(similarity[p]!)) positions.push(p);
  return positions;
}

export interface Retrieved {
  readonly position: number;
  readonly score: number;
}

/** The retrieved positions, drawn by their score relative to the best; the others dropped, or pending while unknown. */
export function retrievedRuns(past: Recollection, retrieved: readonly Retrieved[]): Run[] {
  const best = retrieved.reduce((max, r) => Math.max(max, r.score), 0);
  const runs: Run[] = [];
  let next = 0;
  for (const { position, score } of [...retrieved].sort((a, b) => a.position - b.position)) {
    pushUnkept(runs, next, position, past);
    pushRun(runs, position, position + 1, 'retrieved', best > 0 ? Math.max(0, score / best) : 1);
    next = position + 1;
  }
  pushUnkept(runs, next, past.count, past);
  return runs;
}

export function retrievalFlags({ pending, lexical, timesMissing }: Recollection): Flag[] {
  const flags = relevanceFlags(pending, lexical);
  if (timesMissing)
    flags.push({ code: 'times-missing', message: 'Some times are missing: a turn counts as an hour there.' });
  return flags;
}

/**
 * The `k` positions with the highest scores, best first; ties: the newer or the older first. `positions` ascending,
 * `scores` by position, none NaN.
 */
export function topPositions(
  positions: readonly number[],
  k: number,
  scores: ArrayLike<number>,
  ties: 'newer' | 'older',
): number[] {
  if (k <= 0) return [];
  const sign = ties === 'newer' ? -1 : 1;
  const inOrder = (a: number, b: number) => scores[b]! - scores[a]! || sign * (a - b);
  if (positions.length <= k) return [...positions].sort(inOrder);
  // Sorting plain numbers, then only the best positions, is several times faster than sorting all positions.
  const sorted = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) sorted[i] = scores[positions[i]!]!;
  const threshold = sorted.sort()[positions.length - k]!;
  return positions
    .filter((p) => scores[p]! >= threshold)
    .sort(inOrder)
    .slice(0, k);
}

/** "2 hours", "1 hour", "0.3 hours". */
export function hoursText(hours: number): string {
  const text = hours >= 10 ? hours.toFixed(0) : String(Number(hours.toFixed(1)));
  return `${text} ${text === '1' ? 'hour' : 'hours'}`;
}
