import type { ParamValues } from './params';
import type { UnitKind } from './units';

/** One strategy with its settings: a column of the comparison. */
export interface Lane {
  readonly id: string;
  readonly strategyId: string;
  readonly params: ParamValues;
  /** A strategy that compresses what the lane's own one kept. */
  readonly compress?: { readonly strategyId: string; readonly params: ParamValues } | null | undefined;
  readonly unit: UnitKind;
  /** Modifiers that are on, with their parameters. */
  readonly modifiers: Readonly<Record<string, ParamValues>>;
}

export const MAX_LANES = 6;
