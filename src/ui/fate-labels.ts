import type { Fate } from '../core/fate-codes';

/** The word that stands beside every swatch; colour never carries a fate alone. */
export const FATE_LABELS: Readonly<Record<Fate, string>> = {
  none: 'not yet spoken',
  current: 'current turn',
  pinned: 'pinned',
  retrieved: 'retrieved',
  verbatim: 'verbatim',
  condensed: 'condensed',
  summarized: 'summarized',
  folded: 'folded',
  archived: 'archived',
  dropped: 'dropped',
  pending: 'pending',
};

/** The order of legends and of stacked bars' names. */
export const LEGEND_ORDER: readonly Fate[] = [
  'current',
  'verbatim',
  'retrieved',
  'summarized',
  'dropped',
  'pinned',
  'condensed',
  'folded',
  'archived',
  'pending',
];
