import type * as z from 'zod/mini';
import type { ParamsSchema } from './params';
import type { StampFormat } from './stamps';

/**
 * Acts around a strategy: one file `<id>.modifier.ts` that exports `modifier`. Applied in ascending `order`, which is the
 * order semantics.md gives (supersession, [the strategy], archive recall, pins, repair, message filters).
 */
export interface Modifier<S extends ParamsSchema = ParamsSchema> {
  readonly id: string;
  readonly title: string;
  readonly docs: string;
  readonly order: number;
  readonly params: S;
  /** On in a new lane. */
  readonly onByDefault: boolean;
  /** Units that are always in: taken out of the strategy's view, charged first, put back at their place. */
  pinnedUnits?(facts: PinFacts): readonly number[];
  /** Stamps every message with its time; strategies' budgets count it. */
  stamps?(params: z.output<S>): StampFormat;
}

export interface PinFacts {
  readonly pinnedTurns: ReadonlySet<number>;
  /** Turn number of each unit. */
  readonly turnOf: Int32Array;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds modifiers of any parameters.
export type AnyModifier = Modifier<any>;
