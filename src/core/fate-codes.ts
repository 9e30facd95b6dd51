/**
 * The fate of a turn at a step, as one byte so that a whole map is one typed array.
 * Order of precedence among the kept ones, and the meaning of each: semantics.md section 2.
 */
export const FATES = [
  'none',
  'current',
  'pinned',
  'retrieved',
  'verbatim',
  'condensed',
  'summarized',
  'folded',
  'archived',
  'dropped',
  'pending',
] as const;

export type Fate = (typeof FATES)[number];

/** `none`: not spoken yet. `pending`: the facts that decide it (similarities) have not arrived. */
export const FATE = Object.fromEntries(FATES.map((name, code) => [name, code])) as {
  readonly [K in Fate]: number;
};

/**
 * One byte per (step, turn): index (step - 1) * turns + (turn - 1). Weight and fraction are scaled to 0..255, and mean
 * nothing where the fate is `none`.
 */
export interface FateMatrix {
  readonly turns: number;
  readonly fates: Uint8Array;
  readonly weights: Uint8Array;
  readonly fractions: Uint8Array;
}

export const fateAt = (matrix: FateMatrix, step: number, turn: number): Fate =>
  FATES[matrix.fates[(step - 1) * matrix.turns + turn - 1] ?? 0] ?? 'none';

/** Something of it is in the context (in any form that a model can read). */
export const isPresent = (fate: Fate): boolean =>
  fate === 'current' ||
  fate === 'pinned' ||
  fate === 'retrieved' ||
  fate === 'verbatim' ||
  fate === 'condensed' ||
  fate === 'summarized';

/** Its own words are in the context (whole, when the fraction is 1). */
export const isVerbatim = (fate: Fate): boolean =>
  fate === 'current' || fate === 'pinned' || fate === 'retrieved' || fate === 'verbatim';
