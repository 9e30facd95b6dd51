import * as z from 'zod/mini';
import { int } from '../core/params';
import { pushRun, type Run } from '../core/selection';
import { defineStrategy, type LaneContext, type PastView, type StepInput } from '../core/strategy';

const params = z.object({
  budget: int({
    title: 'Budget',
    help: 'the newest whole turns that fit into this many tokens',
    unit: ['token', 'tokens'],
    min: 0,
    max: 2_000_000,
    softMax: 'tokens',
    step: 50,
    default: 4_000,
    urlKey: 'b',
    sweepable: true,
  }),
});

type Context = LaneContext<{ budget: number }>;

/**
 * The first position of the longest suffix that fits. It never moves back as the conversation grows, so one pointer
 * serves all steps: O(n) for the whole run.
 */
function windowStart(past: PastView, from: number, room: number): number {
  let start = Math.min(from, past.count);
  const end = past.tokenPrefix[past.count]!;
  while (start < past.count && end - past.tokenPrefix[start]! > room) start++;
  return start;
}

/** A tool pair that does not fit whole is dropped whole: move the start behind every group it would split. */
function behindSplitGroups(context: Context, past: PastView, start: number): number {
  if (!context.hasGroups) return start;
  let end = start;
  for (let p = start; p < past.count; p++) {
    const members = context.groupOf(past.units[p]!);
    if (members && members[0]! < past.units[end]!) end = p + 1;
  }
  return end;
}

function bounds(context: Context, from: number, { past, reservedTokens }: StepInput) {
  const fits = windowStart(past, from, context.params.budget - reservedTokens);
  return { fits, start: behindSplitGroups(context, past, fits) };
}

export const strategy = defineStrategy({
  id: 'token-window',
  title: 'Token window',
  docs: 'Keeps the newest whole turns while their tokens fit a budget. The cost is fixed; how far back it reaches is not.',
  order: 3,
  group: 'pattern',
  params,
  needs: {},
  init: () => 0,
  step(context, state: number, input) {
    const { fits, start } = bounds(context, state, input);
    const runs: Run[] = [];
    pushRun(runs, 0, start, 'dropped');
    pushRun(runs, start, input.past.count, 'verbatim');
    const over = input.reservedTokens > context.params.budget;
    return {
      state: fits,
      runs,
      ...(over
        ? {
            flags: [{ code: 'over-budget', message: 'The pinned turns alone are over the budget.' } as const],
          }
        : {}),
    };
  },
  explain(context, state: number, input) {
    const { past, reservedTokens } = input;
    const { fits, start } = bounds(context, state, input);
    const { budget } = context.params;
    return (position) => {
      const needed = past.tokenPrefix[past.count]! - past.tokenPrefix[position]! + reservedTokens;
      if (position >= start)
        return { text: `fits: ${format(needed)} of ${format(budget)} tokens up to here` };
      if (position >= fits) return { text: 'its tool call or result does not fit: both are dropped' };
      return { text: `${format(needed - budget)} tokens over budget` };
    };
  },
});

const format = (n: number) => n.toLocaleString('en-US');
