import type { Part } from './conversation';
import type { Notes } from './notes';
import { firstWhere } from './search';
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

/**
 * Why a run is what it is when it was not the strategy's choice: the other side of a tool call, replaced by a later turn,
 * brought back from the archive, mended or taken out by the repair.
 */
export type Cause = 'partner' | 'superseded' | 'recalled' | 'repaired';

/** Why a message of a unit that is kept is not sent. */
export type LeavesOut = 'repaired' | 'filtered';

/** A half-open run of past units [from, to) with one treatment. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly as: Treatment;
  /** [0, 1]; 1 where the strategy has no notion of it. */
  readonly weight: number;
  readonly cause?: Cause;
}

export interface Flag {
  readonly code:
    | 'over-budget'
    | 'times-missing'
    | 'relevance-pending'
    | 'relevance-lexical'
    | 'pin-superseded';
  readonly message: string;
}

/** A message that is sent with other parts than it was said with. */
export interface Rewrite {
  readonly message: number;
  /**
   * Tool output cleared; text or parts left out; or only marked as replaced in part (then its own words are all there, and
   * it counts as verbatim).
   */
  readonly kind: 'cleared' | 'shortened' | 'marked';
  /** Cleared or shortened, it says of a sentence that is left that a later turn replaced it. */
  readonly marks?: number;
  readonly parts: readonly Part[];
  /** Where some are left out: which of the parts as said each of `parts` is; -1 for what stands in for them. */
  readonly of?: readonly number[];
  /** With the per-message overhead, without a time stamp. */
  readonly tokens: number;
}

/** What few selections have. */
export interface SelectionExtras {
  readonly summaries: readonly Summary[];
  readonly flags: readonly Flag[];
  /** Ascending by message; only messages that are sent. */
  readonly rewrites: readonly Rewrite[];
  /** Messages that are not sent although their unit is kept, or they stand in the preamble or the current turn; ascending. */
  readonly omitted: readonly number[];
  readonly notes: Notes | null;
  /** The role in which summaries are sent. */
  readonly summaryRole: 'system' | 'user';
  /** Neighbours of one role are sent as one message. */
  readonly merged: boolean;
}

export const NO_EXTRAS: SelectionExtras = {
  summaries: [],
  flags: [],
  rewrites: [],
  omitted: [],
  notes: null,
  summaryRole: 'system',
  merged: false,
};

/** What one strategy sends at one step: runs cover all past units, ascending and without overlap. */
export interface Selection extends SelectionExtras {
  readonly step: number;
  /** Number of past units P. */
  readonly past: number;
  readonly runs: readonly Run[];
}

/** Why a past unit has its treatment, in one sentence, with the numbers that decided. */
export interface Reason {
  readonly text: string;
  /** The rule is not about this unit at all: of a turn's reasons it says the least. */
  readonly beside?: true;
  readonly score?: {
    readonly relevance: number;
    readonly recency: number;
    readonly score: number;
    /** From 1 among the candidates; absent when it was none. */
    readonly rank?: number;
    readonly kept: boolean;
  };
}

/** Whether a part as said is sent with its message, in whatever form. */
export const isPartSent = (rewrite: Rewrite | null, part: number): boolean =>
  rewrite?.of?.includes(part) ?? true;

/** Not all of its own words are sent. */
export const isShortened = (rewrite: Rewrite | null): boolean =>
  rewrite !== null && rewrite.kind !== 'marked';

/** It says of some of its words that a later turn replaced them. */
export const isMarked = ({ kind, marks = 0 }: Rewrite): boolean => kind === 'marked' || marks > 0;

export const isKept = (as: Treatment): boolean =>
  as === 'verbatim' || as === 'retrieved' || as === 'pinned' || as === 'condensed';

/** Appends a run, merging with the previous one when nothing differs. */
export function pushRun(
  runs: Run[],
  from: number,
  to: number,
  as: Treatment,
  weight = 1,
  cause?: Cause,
): void {
  if (to <= from) return;
  const last = runs[runs.length - 1];
  if (last && last.to === from && last.as === as && last.weight === weight && last.cause === cause) {
    runs[runs.length - 1] = { ...last, to };
    return;
  }
  runs.push(cause ? { from, to, as, weight, cause } : { from, to, as, weight });
}

/** The run that holds a unit. */
export const runOf = (runs: readonly Run[], unit: number): Run =>
  runs[firstWhere(runs.length, (r) => runs[r]!.to > unit)]!;

/** The runs with some units changed. */
export function withUnits(
  runs: readonly Run[],
  changed: ReadonlyMap<number, Omit<Run, 'from' | 'to'>>,
): readonly Run[] {
  if (changed.size === 0) return runs;
  const units = [...changed.keys()].sort((a, b) => a - b);
  const out: Run[] = [];
  let next = 0;
  for (const { from, to, as, weight, cause } of runs) {
    let open = from;
    for (; next < units.length && units[next]! < to; next++) {
      const u = units[next]!;
      const own = changed.get(u)!;
      pushRun(out, open, u, as, weight, cause);
      pushRun(out, u, u + 1, own.as, own.weight, own.cause);
      open = u + 1;
    }
    pushRun(out, open, to, as, weight, cause);
  }
  return out;
}
