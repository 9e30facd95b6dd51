import type { ResolvedProbe } from '../probes';
import type { RequestAccount } from '../requests';
import type { LaneRun } from '../simulate';
import type { SupersessionLink } from '../supersession-links';

export interface Prices {
  /** Dollars per million input tokens. */
  readonly inputPerMillion: number;
  readonly cachedPerMillion: number;
  /** Shortest prefix a provider caches, in tokens. */
  readonly minCachedPrefix: number;
}

export const DEFAULT_PRICES: Prices = { inputPerMillion: 3, cachedPerMillion: 0.3, minCachedPrefix: 1_024 };

/** What a model takes in one request. */
export interface ModelLimit {
  /** Tokens, the reply included. */
  readonly tokens: number;
  /** Of these kept free for the reply. */
  readonly outputReserve: number;
}

export const DEFAULT_LIMIT: ModelLimit = { tokens: 128_000, outputReserve: 4_096 };

/** Tokens that a request may have; at least 1. */
export const inputLimit = ({ tokens, outputReserve }: ModelLimit): number =>
  Math.max(1, tokens - outputReserve);

/** The turns in focus, and which of their messages are evidence. */
export interface MetricFocus {
  /** Ascending, never empty. */
  readonly turns: readonly number[];
  /** Message indexes; empty for a turn that was chosen by hand and is not needed. */
  readonly evidence: readonly number[];
}

/** What metrics may look at; the same for all lanes of a comparison. */
export interface MetricInput {
  readonly run: LaneRun;
  readonly account: RequestAccount;
  readonly step: number;
  readonly probes: readonly ResolvedProbe[];
  /** What the headline is about; null without a question and a chosen turn. */
  readonly focus: MetricFocus | null;
  readonly supersessions: readonly SupersessionLink[];
  readonly prices: Prices;
  readonly limit: ModelLimit;
}

export interface MetricValue {
  /** For comparing lanes; null when the metric says nothing here. */
  readonly value: number | null;
  readonly text: string;
  /** Shown before `text` and not compared: the "13.1 ¢ → " of a cost without a cache. */
  readonly lead?: string;
  /** Set apart from the value, e.g. "+ 69 % in summaries". */
  readonly detail?: string;
}

/** One row of the comparison: one file `<id>.metric.ts` that exports `metric`; the registry finds it. */
export interface Metric {
  readonly id: string;
  readonly order: number;
  /** null: the row is left out for this conversation. */
  title(input: Pick<MetricInput, 'focus' | 'supersessions' | 'probes'>): string | null;
  readonly help: string;
  /** Which end is marked by a word, if any. */
  readonly best: { readonly end: 'highest' | 'lowest'; readonly word: string } | null;
  /** Depends on the step that is looked at; all others are one value per run. */
  readonly stepwise?: true;
  compute(input: MetricInput): MetricValue;
}

/** "about " where token counts are estimates: what stands on them is one as well. */
export const aboutTokens = (run: LaneRun): string => (run.setup.prepared.tokens.exact ? '' : 'about ');

/** To compare lanes by what they save: null for one that does not ask its questions, because that is no saving. */
export const savingValue = (run: LaneRun, value: number): number | null =>
  run.questionsLost() === 0 ? value : null;

export const formatShare = (share: number): string => `${Math.round(share * 100)} %`;
export const formatCents = (dollars: number): string => {
  const cents = dollars * 100;
  return cents >= 100 ? `$${dollars.toFixed(2)}` : `${cents.toFixed(cents < 1 ? 2 : 1)} ¢`;
};
