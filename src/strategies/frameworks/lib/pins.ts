/** What pins are to a rule with a token limit: outside its list, always in, and charged to the limit first. */
import type { ListStep } from '../../../core/message-rule';
import type { Flag } from '../../../core/selection';
import { countedTokens } from '../../../core/strategy';

/** A word on pins that leave nothing of a limit. */
export const pinFlags = ({ pinnedTokens }: ListStep, limit: number, exact: boolean): Flag[] =>
  pinnedTokens > limit
    ? [
        {
          code: 'over-budget',
          message: `The pinned turns alone are ${countedTokens(pinnedTokens - limit, exact)} over the limit.`,
        },
      ]
    : [];

/** Says that a number of tokens has the pins in it. */
export const withPins = ({ pinnedTokens }: ListStep): string =>
  pinnedTokens > 0 ? ', with the pinned turns,' : '';
