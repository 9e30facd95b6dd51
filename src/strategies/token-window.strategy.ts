import * as z from 'zod/mini';
import { int } from '../core/params';
import { firstWhere, indexAmong } from '../core/search';
import { pushRun, type Run } from '../core/selection';
import {
  countedNumber,
  countedTokens,
  defineStrategy,
  type LaneContext,
  type PastView,
  type StepInput,
  tokensText,
} from '../core/strategy';
import { tokenParam } from './shared-params';

const params = z.object({
  budget: int({
    title: 'Budget',
    help: 'the newest whole turns that fit into this many tokens',
    ...tokenParam,
    default: 4_000,
    urlKey: 'b',
    sweepable: true,
  }),
});

type Context = LaneContext<{ budget: number }>;

/** The first position of the longest suffix that fits into `room` tokens. */
const windowStart = ({ tokenPrefix, count }: PastView, room: number): number =>
  firstWhere(count, (p) => tokenPrefix[count]! - tokenPrefix[p]! <= room);

/** A tool pair that does not fit whole is dropped whole: move the start behind every group it would split. */
function behindSplitGroups(context: Context, past: PastView, step: number, start: number): number {
  if (!context.hasGroups) return start;
  let end = start;
  for (let at = -1; at !== end && end < past.count; ) {
    at = end;
    const first = past.units[end]!;
    for (const group of context.groupsAcross(first, step)) {
      if (group[0]! >= first) continue;
      for (const u of group) {
        const p = indexAmong(past.units, u);
        if (p < past.count) end = Math.max(end, p + 1);
      }
    }
  }
  return end;
}

function bounds(context: Context, { past, step, reservedTokens }: StepInput) {
  const fits = windowStart(past, context.params.budget - reservedTokens);
  return { fits, start: behindSplitGroups(context, past, step, fits) };
}

export const strategy = defineStrategy({
  id: 'token-window',
  title: 'Token window',
  docs: 'Keeps the newest whole turns while their tokens fit a budget. The cost is fixed; how far back it reaches is not.',
  order: 3,
  group: 'pattern',
  params,
  needs: {},
  init: () => null,
  step(context, state, input) {
    const { start } = bounds(context, input);
    const runs: Run[] = [];
    pushRun(runs, 0, start, 'dropped');
    pushRun(runs, start, input.past.count, 'verbatim');
    const over = input.reservedTokens > context.params.budget;
    return {
      state,
      runs,
      ...(over
        ? {
            flags: [{ code: 'over-budget', message: 'The pinned turns alone are over the budget.' } as const],
          }
        : {}),
    };
  },
  explain(context, _state, input) {
    const { past, reservedTokens } = input;
    const { fits, start } = bounds(context, input);
    const { budget } = context.params;
    return (position) => {
      const needed = past.tokenPrefix[past.count]! - past.tokenPrefix[position]! + reservedTokens;
      if (position >= start)
        return { text: `fits: ${countedNumber(needed, context.exact)} of ${tokensText(budget)} up to here` };
      if (position >= fits) return { text: 'its tool call or result does not fit: both are dropped' };
      return { text: `${countedTokens(needed - budget, context.exact)} over budget` };
    };
  },
});
