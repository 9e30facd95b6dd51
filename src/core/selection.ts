import type { Summary } from './summary/summary';

/** What happens to a run of past units at a step. `pinned` is set by the pins modifier only. */
export type Treatment =
  | 'verbatim'
  | 'retrieved'
  | 'pinned'
  | 'condensed'
  | 'summarized'
  | 'archived'
  | 'dropped'
  | 'pending';

/** A half-open run of past units [from, to) with one treatment. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly as: Treatment;
  /** [0, 1]; 1 where the strategy has no notion of it. */
  readonly weight: number;
  /** Pulled in or kept out for a reason of its own. */
  readonly cause?: 'partner';
}

export interface Flag {
  readonly code: 'over-budget' | 'times-missing' | 'relevance-pending' | 'relevance-lexical';
  readonly message: string;
}

/** What one strategy sends at one step: runs cover all past units, ascending and without overlap. */
export interface Selection {
  readonly step: number;
  /** Number of past units P. */
  readonly past: number;
  readonly runs: readonly Run[];
  readonly summaries: readonly Summary[];
  readonly flags: readonly Flag[];
}

/** Why a past unit has its treatment, in one sentence, with the numbers that decided. */
export interface Reason {
  readonly text: string;
  readonly score?: {
    readonly relevance: number;
    readonly recency: number;
    readonly score: number;
    /** From 1 among the candidates; absent when it was none. */
    readonly rank?: number;
    readonly kept: boolean;
  };
}

export const isKept = (as: Treatment): boolean =>
  as === 'verbatim' || as === 'retrieved' || as === 'pinned' || as === 'condensed';

/** Appends a run, merging with the previous one when nothing differs. */
export function pushRun(
  runs: Run[],
  from: number,
  to: number,
  as: Treatment,
  weight = 1,
  cause?: 'partner',
): void {
  if (to <= from) return;
  const last = runs[runs.length - 1];
  if (last && last.to === from && last.as === as && last.weight === weight && last.cause === cause) {
    runs[runs.length - 1] = { ...last, to };
    return;
  }
  runs.push(cause ? { from, to, as, weight, cause } : { from, to, as, weight });
}
