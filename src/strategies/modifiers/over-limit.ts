import type { LaneSetup } from '../../core/lane-context';
import type { Selection } from '../../core/selection';
import { forEachSent } from '../../core/sent';
import { countedTokens, tokensText } from '../../core/strategy';

/**
 * What a modifier brought in behind a library's rule, with a word on the rule's own token limit where it is over that only
 * now: the rule kept to it.
 */
export function flagOverLimit(setup: LaneSetup, before: Selection, after: Selection, by: string): Selection {
  const { chooser, prepared } = setup;
  if (chooser.kind !== 'messages' || !chooser.rule.limit) return after;
  const limit = chooser.rule.limit(chooser.params);
  const counted = (selection: Selection) => {
    let sum = 0;
    forEachSent(setup, selection, ({ kind, tokens }) => {
      if (kind !== 'current' || chooser.rule.sees === 'request') sum += tokens;
    });
    return sum;
  };
  const tokens = counted(after);
  if (tokens <= limit || tokens <= counted(before)) return after;
  const over = countedTokens(tokens - limit, prepared.tokens.exact);
  const flag = {
    code: 'over-budget',
    message: `With what ${by} brought in, the messages are ${over} over the rule’s limit of ${tokensText(limit)}.`,
  } as const;
  return { ...after, flags: [...after.flags.filter(({ code }) => code !== flag.code), flag] };
}
