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

/** Whose parameters: '' is the lane's own strategy, `COMPRESSOR` the one that follows, else a modifier's id. */
export type LanePart = string;

export const COMPRESSOR: LanePart = 'compress';

/** The parameters of a part; null where the lane does not have it. */
export const partParams = ({ params, compress, modifiers }: Lane, part: LanePart): ParamValues | null =>
  part === '' ? params : part === COMPRESSOR ? (compress?.params ?? null) : (modifiers[part] ?? null);

/** The lane with other values of a part's parameters; itself where it does not have the part. */
export function withParams(lane: Lane, part: LanePart, values: ParamValues): Lane {
  const own = partParams(lane, part);
  if (!own) return lane;
  const params = { ...own, ...values };
  if (part === '') return { ...lane, params };
  if (part === COMPRESSOR) return { ...lane, compress: { ...lane.compress!, params } };
  return { ...lane, modifiers: { ...lane.modifiers, [part]: params } };
}
