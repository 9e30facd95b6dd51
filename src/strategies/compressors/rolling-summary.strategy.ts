import * as z from 'zod/mini';
import { compressing } from '../../core/compose';
import { foldedLineages, inSummaryText } from '../../core/lineage';
import { int } from '../../core/params';
import {
  countedNumber,
  countedTokens,
  defineStrategy,
  type LaneContext,
  type StepInput,
  tokensText,
} from '../../core/strategy';
import { tokenParam } from '../shared-params';
import {
  foldedTogether,
  foldIn,
  NO_SUMMARY,
  outputOf,
  partnerTokens,
  type RunningSummary,
  standing,
  standingPositions,
  summaryTokens,
} from './running-summary';

const params = z.object({
  budget: int({
    title: 'Budget',
    help: 'past turns stay word for word until they are over this many tokens; then the oldest are folded into the summary',
    ...tokenParam,
    default: 4_000,
    urlKey: 'b',
    sweepable: true,
  }),
});

/** Share of the budget that the summary is to stay within (semantics.md section 3.8). */
const SUMMARY_SHARE = 0.15;

type Context = LaneContext<{ budget: number }>;

interface Folded {
  readonly running: RunningSummary;
  /** Positions that stay word for word, ascending. */
  readonly open: readonly number[];
  /** What the past costs then: summary, standing units and what is reserved. */
  readonly tokens: number;
}

/**
 * While the past is over the budget: the oldest unit (with its whole tool group) is folded into the summary, which is made
 * again out of the old one and the unit; the past is counted with the new summary; until it fits or one unit remains.
 */
function fold(context: Context, before: RunningSummary, { past, step, reservedTokens }: StepInput): Folded {
  const { budget } = context.params;
  const tokensAt = (p: number) => past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  let running = standing(context, before, step);
  let open: readonly number[] = standingPositions(running, past);
  let verbatim = open.reduce((sum, p) => sum + tokensAt(p), 0);
  const total = () =>
    reservedTokens +
    verbatim +
    partnerTokens(context, running, past, open, step) +
    summaryTokens(running, context.messageOverhead);
  while (total() > budget && open.length > 1) {
    const out = foldedTogether(context, past, open, open[0]!, step);
    if (out.length === open.length) break;
    const leaving = new Set(out);
    open = open.filter((p) => !leaving.has(p));
    verbatim -= out.reduce((sum, p) => sum + tokensAt(p), 0);
    running = foldIn(
      context,
      running,
      out.map((p) => past.units[p]!),
      step,
      Math.floor(SUMMARY_SHARE * budget),
    );
  }
  return { running, open, tokens: total() };
}

export const strategy = defineStrategy({
  id: 'rolling-summary',
  title: 'Rolling summary',
  docs: 'Word for word until the past is over a budget; then the oldest turns are folded into one running summary that is made again each time.',
  order: 8,
  group: 'pattern',
  compresses: compressing,
  params,
  needs: { summaries: true },
  init: () => NO_SUMMARY,
  step(context, state: RunningSummary, input) {
    const { running, open, tokens } = fold(context, state, input);
    const over = tokens - context.params.budget;
    const overLimit =
      over > 0 ? `What cannot be folded is ${countedTokens(over, context.exact)} over the budget.` : null;
    return outputOf(running, input.past, open, overLimit);
  },
  explain(context, state: RunningSummary, input) {
    const { running, open, tokens } = fold(context, state, input);
    const { budget } = context.params;
    const lineages = foldedLineages(running);
    return (position) => {
      const unit = input.past.units[position]!;
      const lineage = lineages.get(unit);
      if (lineage) return { text: inSummaryText(lineage) };
      if (tokens > budget && open.length === 1)
        return {
          text: `the last one standing: ${countedTokens(tokens - budget, context.exact)} over budget`,
        };
      return { text: `fits: the past is ${countedNumber(tokens, context.exact)} of ${tokensText(budget)}` };
    };
  },
});
