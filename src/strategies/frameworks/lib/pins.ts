/**
 * What pins are to a rule: outside its list and its counts, and always in. Their tokens are charged to a limit first, and
 * are part of the size that a trigger looks at.
 */
import type { ListStep } from '../../../core/message-rule';
import type { Flag } from '../../../core/selection';
import { countedTokens } from '../../../core/strategy';

/** A word on pins that leave nothing of a limit. */
export const pinFlags = (
  { pinnedTokens }: Pick<ListStep, 'pinnedTokens'>,
  limit: number,
  exact: boolean,
): Flag[] =>
  pinnedTokens > limit
    ? [
        {
          code: 'over-budget',
          message: `The pinned turns alone are ${countedTokens(pinnedTokens - limit, exact)} over the limit.`,
        },
      ]
    : [];

/** Says that a size has the pins in it. */
export const pinsCounted = ({ pinnedTokens }: ListStep): string =>
  pinnedTokens > 0 ? ' (tokens of pinned turns counted)' : '';

/** Says that a number of tokens has the pins in it. */
export const withPins = ({ pinnedTokens }: ListStep): string =>
  pinnedTokens > 0 ? ', with the pinned turns,' : '';
