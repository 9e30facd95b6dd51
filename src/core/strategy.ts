import type * as z from 'zod/mini';
import type { compressing } from './compose';
import { formatCount } from './format';
import type { ParamsSchema } from './params';
import type { QueryMode, RelevanceRow } from './relevance';
import type { Flag, Reason, Rewrite, Run } from './selection';
import type { StampFormat } from './stamps';
import type { MessageRange, Summary } from './summary/summary';
import type { ToolUse } from './tool-output';
import type { Segmentation } from './turns';
import type { UnitRange } from './unit-ranges';
import type { UnitKind } from './units';

/**
 * The past units a strategy may choose from at a step, ascending; pinned ones and their tool partners are already taken
 * out, so that they use up no window slots. Positions 0..count-1 index `units`. Only the first `count` entries may be read (causality).
 */
export interface PastView {
  readonly count: number;
  readonly units: Int32Array;
  /** tokenPrefix[p] = tokens of positions 0..p-1, time stamps included; length units.length + 1. */
  readonly tokenPrefix: Float64Array;
}

export interface StepInput {
  /** From 1. */
  readonly step: number;
  /** P: all past units, the pinned ones included; unit j (from 0) has age pastUnits - j. */
  readonly pastUnits: number;
  readonly past: PastView;
  /** Tokens already charged to the budget: pins, and the tool partners of pinned or current messages. */
  readonly reservedTokens: number;
  /**
   * Tokens of the request outside `past`: preamble, tool definitions, the current message, what is reserved, and (for a
   * compressor) the selector's summary.
   */
  readonly otherTokens: number;
}

/** The parameter-independent facts and the parameters a strategy sees; the same object for all steps of a run. */
export interface LaneContext<P> {
  readonly params: P;
  readonly unitKind: UnitKind;
  readonly segmentation: Segmentation;
  /** Milliseconds since the epoch, NaN where missing. */
  unitTimeMs(unit: number): number;
  stepTimeMs(step: number): number;
  relevance(step: number, query: QueryMode): RelevanceRow;
  /** Decision and constraint cues in a unit's text. */
  cues(unit: number): number;
  /** The turn (from 1) a unit stands in: where a time is missing, formulas in hours count turns. */
  unitTurn(unit: number): number;
  /** Past units that must stay whole with this one (call and result) at a step, itself included; null when it stands alone. */
  groupOf(unit: number, step: number): readonly number[] | null;
  /** The groups that a window which starts with this unit would split at a step, and maybe others. */
  groupsAcross(unit: number, step: number): readonly (readonly number[])[];
  /** True when some tool pair spans units: lets budgets skip the check. */
  readonly hasGroups: boolean;
  readonly unitCount: number;
  messagesOf(unit: number): MessageRange;
  /** All answered tool calls, in the order of their results. */
  readonly toolUses: readonly ToolUse[];
  /** A message as sent with the results of these of its tool uses replaced by the placeholder. */
  cleared(message: number, uses: readonly ToolUse[]): Rewrite;
  /** Units as a summary; with a previous one, both together are summarized again (what it left out cannot come back). */
  summarize(units: readonly number[], step: number, previous: Summary | null, targetTokens?: number): Summary;
  /** Units that later turns have replaced as known at a step, ascending: out of every summary. */
  supersededUnits(step: number): readonly number[];
  /** A summary made before without what has been replaced since; the same object while nothing of it has. */
  stillStanding(summary: Summary, step: number): Summary;
  /** Tokens of a message, without a time stamp. */
  messageTokens(message: number): number;
  /** Added per message of a request. */
  readonly messageOverhead: number;
  /** False: token counts are estimates, and reasons and flags say "about" (`countedTokens`). */
  readonly exact: boolean;
}

export interface StepOutput<State> {
  readonly state: State;
  /** Runs over positions of `past`, ascending, covering 0..count. */
  readonly runs: readonly Run[];
  readonly flags?: readonly Flag[];
  /** Messages sent in another form; ascending. */
  readonly rewrites?: readonly Rewrite[];
  /** Of a strategy that keeps one running summary. Without it the core summarizes the runs that are `summarized`. */
  readonly folded?: Folded;
}

/** One making of a running summary: what was folded in by it. */
export interface Fold {
  /** Ascending. */
  readonly units: readonly number[];
  readonly step: number;
  /** From 1. */
  readonly number: number;
  readonly before: Fold | null;
}

/** A running summary and what stands in it. */
export interface Folded {
  readonly summary: Summary;
  /** Units that stand in it, whether or not they are in `past` now. */
  readonly units: readonly UnitRange[];
  readonly last: Fold | null;
  readonly summarizations: number;
}

/**
 * A context strategy: one file `<id>.strategy.ts` that exports `strategy`; the registry finds it.
 * `init` and `step` are a pure fold over the steps 1..n; all steps together should cost one pass.
 */
export interface Strategy<S extends ParamsSchema = ParamsSchema, State = unknown> {
  readonly id: string;
  readonly title: string;
  /** For people: what it keeps and what it costs, in one or two sentences; a library's rule in one. */
  readonly docs: string;
  /** Order in the picker. */
  readonly order: number;
  readonly group: 'pattern' | 'framework';
  /** Of a library's own rule. */
  readonly library?: { readonly name: string; readonly version: string };
  /** It acts on what a selector kept, so it may follow one (composition); alone it follows the full history. */
  readonly compresses?: typeof compressing;
  readonly params: S;
  readonly needs: {
    /** Similarities; where only some settings look at them, by the parameters. */
    readonly relevance?: boolean | ((params: z.output<S>) => boolean);
    readonly summaries?: boolean;
    readonly times?: boolean;
  };
  /** The strategy itself stamps messages with their time. */
  stamps?(params: z.output<S>): StampFormat;
  init(context: LaneContext<z.output<S>>): State;
  step(context: LaneContext<z.output<S>>, state: State, input: StepInput): StepOutput<State>;
  /** Reasons per position at a step, made on demand; `state` is the state before the step. */
  explain(context: LaneContext<z.output<S>>, state: State, input: StepInput): (position: number) => Reason;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds strategies of any state and parameters.
export type AnyStrategy = Strategy<any, any>;

export const defineStrategy = <S extends ParamsSchema, State>(
  strategy: Strategy<S, State>,
): Strategy<S, State> => strategy;

/** The fold of a strategy that keeps everything word for word. */
export const keepsAll = {
  init: () => null,
  step: (_context: unknown, state: null, { past }: StepInput): StepOutput<null> => ({
    state,
    runs: past.count > 0 ? [{ from: 0, to: past.count, as: 'verbatim', weight: 1 }] : [],
  }),
};

/** "1 token", "1,024 tokens". */
export const tokensText = (n: number): string => `${formatCount(n)} ${n === 1 ? 'token' : 'tokens'}`;

/** What was counted: "about 473 tokens" where counts are estimates. A limit that somebody set is `tokensText`. */
export const countedTokens = (n: number, exact: boolean): string =>
  `${exact ? '' : 'about '}${tokensText(n)}`;

/** "473" or "about 473", where the unit is said with the limit behind it: "about 473 of 4,000 tokens". */
export const countedNumber = (n: number, exact: boolean): string =>
  `${exact ? '' : 'about '}${formatCount(n)}`;

/** "rank 16 of 22; the top 6 are kept": a rank counts the candidates, and how many are kept is a rule. */
export function rankText(rank: number, candidates: number, top: number): string {
  const rule =
    top === 0
      ? 'none is kept'
      : top >= candidates
        ? `up to ${formatCount(top)} ${top === 1 ? 'is' : 'are'} kept`
        : top === 1
          ? 'the first is kept'
          : `the top ${formatCount(top)} are kept`;
  return `rank ${rank} of ${candidates}; ${rule}`;
}

/** "the last turn", "one of the last 5 turns" */
export const oneOfLast = (kind: UnitKind, n: number): string =>
  n === 1 ? `the last ${kind}` : `one of the last ${n} ${unitWord(kind, n)}`;

/** Singular or plural word for what the lane counts: "1 turn", "5 messages". */
export const unitWord = (kind: UnitKind, count: number): string => (count === 1 ? kind : `${kind}s`);
