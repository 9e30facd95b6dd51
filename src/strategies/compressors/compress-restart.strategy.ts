import * as z from 'zod/mini';
import { compressing } from '../../core/compose';
import { foldedLineages, inSummaryText } from '../../core/lineage';
import { int } from '../../core/params';
import {
  countedNumber,
  countedTokens,
  defineStrategy,
  type LaneContext,
  oneOfLast,
  type StepInput,
  tokensText,
} from '../../core/strategy';
import { tokenParam } from '../shared-params';
import {
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
  trigger: int({
    title: 'Compress above',
    help: 'tokens of the whole request at which everything past becomes one summary',
    ...tokenParam,
    default: 4_000,
    urlKey: 't',
    sweepable: true,
  }),
  keepLast: int({
    title: 'Keep the last',
    help: 'turns that stay word for word when the window restarts',
    unit: 'unit',
    min: 0,
    max: 1_000,
    softMax: 20,
    default: 2,
    urlKey: 'k',
    sweepable: true,
  }),
});

type Context = LaneContext<{ trigger: number; keepLast: number }>;

interface Restart {
  readonly running: RunningSummary;
  /** Positions that stay word for word, ascending. */
  readonly open: readonly number[];
  /** Tokens of the request before and after. */
  readonly before: number;
  readonly after: number;
}

/** At most once a step, before sending: over the trigger, all of the past but the last units is summarized (again). */
function restart(context: Context, known: RunningSummary, input: StepInput): Restart {
  const { past, step, otherTokens } = input;
  const state = standing(context, known, step);
  const { trigger, keepLast } = context.params;
  const tokensAt = (p: number) => past.tokenPrefix[p + 1]! - past.tokenPrefix[p]!;
  const size = (running: RunningSummary, positions: readonly number[]) =>
    otherTokens +
    summaryTokens(running, context.messageOverhead) +
    partnerTokens(context, running, past, positions, step) +
    positions.reduce((sum, p) => sum + tokensAt(p), 0);
  const open = standingPositions(state, past);
  const before = size(state, open);
  const kept = new Set(keepLast === 0 ? [] : open.slice(-keepLast));
  for (const p of [...kept])
    for (const u of context.groupOf(past.units[p]!, step) ?? [])
      for (const q of open) if (past.units[q] === u) kept.add(q);
  const leaving = open.filter((p) => !kept.has(p));
  if (before <= trigger || leaving.length === 0) return { running: state, open, before, after: before };
  const running = foldIn(
    context,
    state,
    leaving.map((p) => past.units[p]!),
    step,
  );
  const staying = open.filter((p) => kept.has(p));
  return { running, open: staying, before, after: size(running, staying) };
}

export const strategy = defineStrategy({
  id: 'compress-restart',
  title: 'Compress & restart',
  docs: 'When the request is over a limit, everything past becomes one summary and the window starts anew. Cheap between two restarts; each restart is a cliff.',
  order: 9,
  group: 'pattern',
  compresses: compressing,
  params,
  needs: { summaries: true },
  init: () => NO_SUMMARY,
  step(context, state: RunningSummary, input) {
    const { running, open, after } = restart(context, state, input);
    const over = after - context.params.trigger;
    const overLimit =
      over > 0
        ? `Compressed as far as it goes, the request is ${countedTokens(over, context.exact)} over the limit.`
        : null;
    return outputOf(running, input.past, open, overLimit);
  },
  explain(context, state: RunningSummary, input) {
    const { running, before } = restart(context, state, input);
    const { trigger, keepLast } = context.params;
    const restarted = running.summarizations > state.summarizations;
    const lineages = foldedLineages(running);
    return (position) => {
      const unit = input.past.units[position]!;
      const lineage = lineages.get(unit);
      if (lineage) {
        const now = restarted && lineage.since === input.step;
        return {
          text: now
            ? `summarized: the request was ${countedTokens(before, context.exact)}, over ${tokensText(trigger)}`
            : inSummaryText(lineage),
        };
      }
      if (restarted)
        return {
          text: `${oneOfLast(context.unitKind, keepLast)}, kept when the window restarted`,
        };
      const since = running.summarizations > 0 ? 'since the last restart' : 'no restart yet';
      return {
        text: `${since}: the request is ${countedNumber(before, context.exact)} of ${tokensText(trigger)}`,
      };
    };
  },
});
