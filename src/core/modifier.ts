import type * as z from 'zod/mini';
import type { LaneSetup } from './lane-context';
import type { leftOutAt } from './left-out';
import type { ParamsSchema } from './params';
import type { LeavesOut, Selection } from './selection';
import type { StampFormat } from './stamps';

/**
 * Acts around a strategy: one file `<id>.modifier.ts` that exports `modifier`. Applied in ascending `order`, which is the
 * order semantics.md gives (supersession, [the strategy], archive recall, pins, repair, message filters). What must be
 * settled before the strategy chooses (pins, supersession, stamps) has a hook of its own; `amend` acts on what it chose.
 */
export interface Modifier<S extends ParamsSchema = ParamsSchema> {
  readonly id: string;
  readonly title: string;
  readonly docs: string;
  readonly order: number;
  readonly params: S;
  /** On in a new lane. */
  readonly onByDefault: boolean;
  readonly needs?: { readonly relevance?: boolean };
  /** Units that are always in: taken out of the strategy's view, charged first, put back at their place. */
  pinnedUnits?(params: z.output<S>, facts: PinFacts): readonly number[];
  /** Stamps every message with its time; strategies' budgets count it. */
  stamps?(params: z.output<S>): StampFormat;
  /** What later turns replaced is out of the strategy's sight, or marked in the text that is sent. */
  readonly supersedes?: true;
  /** Why a message that `amend` leaves out is not sent. */
  readonly leavesOut?: { readonly cause: LeavesOut; readonly explainAt: typeof leftOutAt };
  /** A step's selection, amended. Pure; uses nothing of later steps. */
  amend?(params: z.output<S>, selection: Selection, setup: LaneSetup): Selection;
}

export interface PinFacts {
  /** Of the conversation: pinned in every lane. */
  readonly pinnedTurns: ReadonlySet<number>;
  /** The numbers of the turns that hold one of these messages. */
  turnsHolding(messageIds: readonly string[]): ReadonlySet<number>;
  /** Turn number of each unit. */
  readonly turnOf: Int32Array;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds modifiers of any parameters.
export type AnyModifier = Modifier<any>;
