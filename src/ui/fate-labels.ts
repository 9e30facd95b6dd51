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

/** What each word means, in place: a tooltip beside it. */
export const FATE_HELP: Readonly<Record<Fate, string>> = {
  none: 'not said yet at this step',
  current: 'the turn to be answered: always in the context',
  pinned: 'pinned by hand: always in the context',
  retrieved: 'brought back word for word because it is like the question',
  verbatim: 'in the context word for word; pale above where only a part is',
  condensed: 'in the context, with its tool output cleared or shortened',
  summarized: 'a sentence of a summary cites it',
  folded: 'it went into a summary, but no sentence cites it: nothing of it is left',
  archived: 'not in the context, but stored and can be brought back',
  dropped: 'not in the context',
  pending: 'not decided yet: similarities are on their way',
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
