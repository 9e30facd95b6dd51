import type * as z from 'zod/mini';
import { chooseMessages, explainMessages } from './choose-messages';
import type { Message, Part, Role } from './conversation';
import type { ParamsSchema } from './params';
import type { Flag, Reason, Run } from './selection';
import type { MessageRange, Summary } from './summary/summary';

/** A message as libraries see it. Text blocks and tool results are joined with one newline. */
export interface RuleMessage {
  readonly role: Role;
  readonly content: string;
  readonly toolCalls: readonly RuleToolCall[];
  /** On a tool result: the call it answers; null where the source has none. */
  readonly toolCallId: string | null;
  readonly name: string | null;
}

export interface RuleToolCall {
  readonly id: string | null;
  readonly name: string;
  /** As sent: compact JSON. */
  readonly arguments: string;
}

/** The messages a rule may look at: positions 0..count-1 in conversation order. Nothing beyond `count` may be read. */
export interface MessageList {
  readonly count: number;
  at(position: number): RuleMessage;
  /** tokenPrefix[p] = tokens of positions 0..p-1; at least count + 1 entries. */
  readonly tokenPrefix: ArrayLike<number>;
  /** Positions, ascending, of what a later turn replaced: kept for a rule that remembers positions, and without tokens. */
  readonly replaced?: readonly number[];
}

/** A message that is sent with other parts than it was said with: outputs cleared, parts pruned, text cut. */
export interface PositionRewrite {
  readonly position: number;
  readonly parts: readonly Part[];
  readonly tokens: number;
}

export interface ListStep {
  /** From 1. */
  readonly step: number;
  readonly list: MessageList;
  /** Positions from here on are the current turn's messages; `list.count` when the rule sees only the past. */
  readonly current: number;
  /** Tokens of the request outside the list: tool definitions, pins. */
  readonly otherTokens: number;
  /** Those of pins: a limit of the rule is what they leave of it. */
  readonly pinnedTokens: number;
  /** Of them, those of tool results. */
  readonly pinnedResultTokens: number;
}

export interface ListOutput<State> {
  readonly state: State;
  /** Runs over positions, ascending, covering 0..list.count; `condensed` exactly where there is a rewrite. */
  readonly runs: readonly Run[];
  /** Ascending by position. */
  readonly rewrites?: readonly PositionRewrite[];
  /** Of the positions that are `summarized`; stands first in the request, in the role the library gives it. */
  readonly summary?: { readonly summary: Summary; readonly role: 'system' | 'user' };
  readonly flags?: readonly Flag[];
}

/** What a rule knows of the lane besides the list: the same object as long as the list is the same. */
export interface RuleContext<P> {
  readonly params: P;
  /** The message at a position, as it was said. */
  message(position: number): Message;
  /** Tokens of a message's parts, its overhead included; no text is counted anew, a text never counted is estimated. */
  tokensOfParts(parts: readonly Part[]): number;
  /** False: token counts are estimates, and reasons and flags say "about" (`countedTokens`). */
  readonly exact: boolean;
  /** The extractive summary of position ranges, as known at a step. */
  summarize(ranges: readonly MessageRange[], step: number, targetTokens?: number): Summary;
}

/**
 * A library's rule, on messages, as the library has it: one file `frameworks/<id>.strategy.ts` that exports `strategy`
 * (and `goldens`, the library's functions for the conformance tests). `init` and `step` are a pure fold over the steps.
 */
export interface MessageStrategy<S extends ParamsSchema = ParamsSchema, State = unknown> {
  readonly works: 'on-messages';
  readonly id: string;
  /** The library's name of it, e.g. "BufferWindowMemory". */
  readonly title: string;
  /** The rule in one sentence. */
  readonly docs: string;
  readonly order: number;
  readonly group: 'framework';
  readonly library: { readonly name: string; readonly version: string };
  /**
   * `past`: a memory, its rule runs before the user's message is appended. `request`: the whole request, so that even the
   * current message can vanish.
   */
  readonly sees: 'past' | 'request';
  /** The library's parameters under the library's names and defaults; `rule` is the switch of `ruleParam`. */
  readonly params: S;
  readonly needs: { readonly relevance?: boolean; readonly summaries?: boolean };
  /** Of a rule with a token limit: the most tokens that what it keeps of its list may have. */
  limit?(params: z.output<S>): number;
  init(context: RuleContext<z.output<S>>): State;
  step(context: RuleContext<z.output<S>>, state: State, input: ListStep): ListOutput<State>;
  /** Of a rule that keeps a summary: the positions that it was made of, by the state after a step; ascending. */
  summarized?(state: State): readonly MessageRange[];
  /** Reasons per position at a step, made on demand; `state` is the state before the step. */
  explain(context: RuleContext<z.output<S>>, state: State, input: ListStep): (position: number) => Reason;
}

const ON_MESSAGES = { choose: chooseMessages, explainAt: explainMessages };

/** A rule with what makes it a lane's chooser: it comes with the rules, which are loaded when they are needed. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds strategies of any state and parameters.
export type AnyMessageStrategy = MessageStrategy<any, any> & typeof ON_MESSAGES;

export const defineMessageStrategy = <S extends ParamsSchema, State>(
  strategy: MessageStrategy<S, State>,
) => ({
  ...strategy,
  ...ON_MESSAGES,
});

/** As the library is documented to work, or as the shipped code does work. */
export type RuleMode = 'documented' | 'shipped';

/** What a golden case may use besides its own line. */
export interface GoldenTools {
  readonly mode: RuleMode;
  /** o200k_base tokens of a text, special tokens as plain text. */
  o200k(text: string): readonly number[];
}

/**
 * One function of a library on one case of the conformance files (schema: the files' own README). Throws an Error with a
 * sentence when the case is not of its schema.
 */
export interface Golden {
  /** The case's `function`; the case's `library` tells two of the same name apart. */
  readonly function: string;
  readonly library?: string;
  run(input: Readonly<Record<string, unknown>>, tools: GoldenTools): unknown;
}
