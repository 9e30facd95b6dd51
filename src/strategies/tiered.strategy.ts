import * as z from 'zod/mini';
import { flag, int } from '../core/params';
import { pushRun, type Run } from '../core/selection';
import { defineStrategy, unitWord } from '../core/strategy';
import { overflowParam } from './shared-params';

const params = z.object({
  recentN: int({
    title: 'Verbatim, then summarized',
    help: 'up to which age turns stay word for word, and up to which they are summarized',
    unit: 'unit',
    min: 0,
    max: 100_000,
    softMax: 'units',
    default: 5,
    urlKey: 'r',
    sweepable: true,
    rangeWith: 'summaryN',
  }),
  summaryN: int({
    title: 'Summarized up to age',
    help: 'older turns are dropped or archived',
    unit: 'unit',
    min: 0,
    max: 100_000,
    softMax: 'units',
    default: 20,
    urlKey: 's',
    sweepable: true,
  }),
  resummarizeEvery: int({
    title: 'Summarize again every',
    help: 'between two summaries, turns that age past the verbatim tier wait there word for word',
    unit: 'unit',
    min: 1,
    max: 1_000,
    softMax: 20,
    default: 1,
    urlKey: 'e',
    sweepable: true,
    advanced: true,
  }),
  overflow: overflowParam,
  literalSlices: flag({
    title: 'Literal slices',
    help: 'the pattern’s own slice code with its faults: messages[-0:] is everything, not nothing',
    default: false,
    urlKey: 'l',
    sweepable: false,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;

/** Half-open position ranges: [summaryFrom, summaryTo) summarized, [recentFrom, P) verbatim, the rest falls out. */
export interface Tiers {
  readonly summaryFrom: number;
  readonly summaryTo: number;
  readonly recentFrom: number;
}

/**
 * The tiers over P past units. Plain reading: age <= recentN verbatim, recentN < age <= summaryN summarized.
 * `resummarizeEvery` r > 1: the tiers move only when r further units have left the verbatim tier, so the summary and the
 * prompt's start stay as they are in between, and nothing is lost.
 */
export function tiersOf(P: number, { recentN, summaryN, resummarizeEvery, literalSlices }: Params): Tiers {
  if (literalSlices) {
    const recentFrom = sliceFrom(P, recentN);
    const summaryFrom = sliceFrom(P, summaryN);
    const summaryTo = sliceFrom(P, recentN);
    // messages[-0:] reaches to the end, but as an end index -0 is 0: the middle slice is then empty.
    return { recentFrom, summaryFrom, summaryTo: Math.max(summaryFrom, recentN === 0 ? 0 : summaryTo) };
  }
  const waiting = P > recentN ? (P - recentN) % resummarizeEvery : 0;
  const settled = P - waiting;
  const recentFrom = Math.max(0, settled - recentN);
  const summaryFrom = Math.min(recentFrom, Math.max(0, settled - summaryN));
  return { recentFrom, summaryFrom, summaryTo: recentFrom };
}

/** Start index of Python's messages[-n:] over P items; -0 is 0, so n = 0 starts at the beginning. */
const sliceFrom = (P: number, n: number) => (n === 0 ? 0 : Math.max(0, P - n));

export const strategy = defineStrategy({
  id: 'tiered',
  title: 'Tiered context',
  docs: 'Recent turns word for word, the middle as one short summary, the old gone. A decision survives as long as a summary sentence cites it.',
  order: 4,
  group: 'pattern',
  params,
  needs: { summaries: true },
  init: () => null,
  step(context, state, { past }) {
    const { summaryFrom, summaryTo, recentFrom } = tiersOf(past.count, context.params);
    const out = context.params.overflow === 'archive' ? 'archived' : 'dropped';
    const runs: Run[] = [];
    // Literal slices can overlap; the verbatim tier wins, as the reader of the request would see it.
    pushRun(runs, 0, Math.min(summaryFrom, recentFrom), out);
    pushRun(runs, summaryFrom, Math.min(summaryTo, recentFrom), 'summarized');
    pushRun(runs, Math.min(Math.max(summaryTo, summaryFrom), recentFrom), recentFrom, out);
    pushRun(runs, recentFrom, past.count, 'verbatim');
    return { state, runs };
  },
  explain(context, _state, { past }) {
    const { recentN, summaryN, overflow, literalSlices } = context.params;
    const { summaryFrom, summaryTo, recentFrom } = tiersOf(past.count, context.params);
    return (position) => {
      const age = past.count - position;
      if (position >= recentFrom) {
        if (age <= recentN)
          return { text: `age ${age}, within the last ${recentN} ${unitWord(context.unitKind, recentN)}` };
        return literalSlices
          ? { text: `age ${age}: the slice [-0:] keeps everything` }
          : { text: `age ${age}, waiting word for word for the next summary` };
      }
      if (position >= summaryFrom && position < summaryTo) {
        if (age <= summaryN)
          return { text: `age ${age}, past ${recentN} and up to ${summaryN}: goes into the summary` };
        return literalSlices
          ? { text: `age ${age}, past ${recentN}: the slice [-0:] summarizes everything before` }
          : { text: `age ${age} is past ${summaryN}, but in the summary until the next one is made` };
      }
      return { text: `age ${age} is past ${summaryN}: ${overflow === 'archive' ? 'archived' : 'dropped'}` };
    };
  },
});
