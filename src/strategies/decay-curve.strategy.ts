import * as z from 'zod/mini';
import { choice, int, real } from '../core/params';
import { firstWhere } from '../core/search';
import { type Flag, isKept, pushRun, type Reason, type Run, type Treatment } from '../core/selection';
import { defineStrategy, type LaneContext, type StepInput } from '../core/strategy';
import {
  type DecayParams,
  type Memory,
  NO_MEMORY,
  rehearse,
  strengthAt,
  strengthOf,
  strengthsUpTo,
} from './decay-curve-strength';
import { overflowParam } from './shared-params';
import { relevanceFlags } from './unknown-relevance';

export const decayCurveParams = z.object({
  halfLife: int({
    title: 'Half-life',
    help: 'age at which half the strength is left, or everything is gone at one step',
    unit: 'unit',
    min: 1,
    max: 100_000,
    softMax: 40,
    default: 10,
    urlKey: 'h',
    sweepable: true,
    when: { param: 'curve', in: ['exponential', 'linear', 'step'] },
  }),
  b: real({
    title: 'Exponent b',
    help: 'strength is (1 + age) to the power of -b: fast at first, then ever slower',
    min: 0,
    max: 5,
    softMax: 2,
    step: 0.05,
    default: 0.5,
    urlKey: 'b',
    sweepable: true,
    when: { param: 'curve', in: ['power'] },
  }),
  stability: int({
    title: 'Stability',
    help: 'age at which 37 % of the strength is left; every rehearsal adds as much again',
    unit: 'unit',
    min: 1,
    max: 100_000,
    softMax: 40,
    default: 5,
    urlKey: 's',
    sweepable: true,
    when: { param: 'curve', in: ['ebbinghaus'] },
  }),
  keepAbove: real({
    title: 'Word for word from',
    help: 'what is at least this strong is kept as it was said',
    min: 0,
    max: 1,
    step: 0.01,
    default: 0.5,
    urlKey: 'k',
    sweepable: true,
  }),
  summarizeAbove: real({
    title: 'Summarized from',
    help: 'what is at least this strong goes into the summary; no summary where this is not the lower one',
    min: 0,
    max: 1,
    step: 0.01,
    default: 0.2,
    urlKey: 'm',
    sweepable: true,
  }),
  rehearsalAt: real({
    title: 'Rehearsed from',
    help: 'a question at least this similar to older turns makes them fresh again',
    min: 0,
    max: 1,
    step: 0.01,
    default: 0.6,
    urlKey: 'r',
    sweepable: true,
    when: { param: 'curve', in: ['ebbinghaus'] },
  }),
  curve: choice({
    title: 'Curve',
    help: 'how strength falls with age; Ebbinghaus’ curve starts anew when a later question is about it',
    options: [
      { value: 'exponential', label: 'Exponential' },
      { value: 'power', label: 'Power' },
      { value: 'ebbinghaus', label: 'Ebbinghaus' },
      { value: 'linear', label: 'Linear' },
      { value: 'step', label: 'Step' },
    ],
    default: 'exponential',
    urlKey: 'c',
    sweepable: false,
  }),
  overflow: overflowParam,
});

type Context = LaneContext<DecayParams>;

/** The strength below which nothing of a unit is left. */
const lowest = ({ keepAbove, summarizeAbove }: DecayParams): number => Math.min(keepAbove, summarizeAbove);

const outAs = ({ overflow }: DecayParams): Treatment => (overflow === 'archive' ? 'archived' : 'dropped');

/**
 * The treatment of a unit of strength R. `retrieved` means verbatim because later turns spoke of it: without them it would
 * be below `keepAbove` by now. An unknown similarity can only have made a unit stronger, so what is strong enough without
 * is settled, and the rest is pending.
 */
function treatmentOf(
  params: DecayParams,
  memory: Memory,
  unit: number,
  pastUnits: number,
  value: number,
): Treatment {
  if (value >= params.keepAbove)
    return strengthAt(params, pastUnits - unit) >= params.keepAbove ? 'verbatim' : 'retrieved';
  if (memory.unknown[unit] === 1) return 'pending';
  return value >= params.summarizeAbove ? 'summarized' : outAs(params);
}

/** Without rehearsal a step costs what is inside, however long the past. What is out has no weight to show. */
function runsByAge(params: DecayParams, { past, pastUnits }: StepInput): Run[] {
  const strengths = strengthsUpTo(params, pastUnits);
  const limit = lowest(params);
  // Strength never grows with age: what is out comes before all the rest.
  const low = firstWhere(past.count, (p) => strengths[pastUnits - past.units[p]!]! >= limit);
  const runs: Run[] = [];
  pushRun(runs, 0, low, outAs(params));
  for (let p = low; p < past.count; p++) {
    const value = strengths[pastUnits - past.units[p]!]!;
    pushRun(runs, p, p + 1, value >= params.keepAbove ? 'verbatim' : 'summarized', value);
  }
  return runs;
}

function runsByMemory(params: DecayParams, memory: Memory, { past, pastUnits }: StepInput): Run[] {
  const runs: Run[] = [];
  let from = 0;
  let as: Treatment = 'dropped';
  let weight = 1;
  // Most of a long past is out: its runs are pushed whole, not grown unit by unit.
  for (let p = 0; p < past.count; p++) {
    const unit = past.units[p]!;
    const value = strengthOf(params, memory, unit, pastUnits);
    const nextAs = treatmentOf(params, memory, unit, pastUnits, value);
    const nextWeight = isKept(nextAs) || nextAs === 'summarized' ? value : 1;
    if (nextAs === as && nextWeight === weight) continue;
    pushRun(runs, from, p, as, weight);
    from = p;
    as = nextAs;
    weight = nextWeight;
  }
  pushRun(runs, from, past.count, as, weight);
  return runs;
}

function flagsOf(context: Context, step: number, runs: readonly Run[]): Flag[] {
  let pending = 0;
  for (const run of runs) if (run.as === 'pending') pending += run.to - run.from;
  return relevanceFlags(pending, context.relevance(step, 'auto').method === 'lexical');
}

const n = (x: number): string => x.toFixed(2);

/** What follows from a strength, with the thresholds that decided. */
function fateText(params: DecayParams, as: Treatment, unrehearsed: number): string {
  const { keepAbove, summarizeAbove } = params;
  if (as === 'verbatim') return `word for word (${n(keepAbove)} or more)`;
  if (as === 'retrieved') return `word for word again (${n(unrehearsed)} without rehearsal)`;
  if (as === 'summarized') return `summarized (${n(summarizeAbove)} to ${n(keepAbove)})`;
  if (as === 'pending') return 'whether a question was about it has not been computed yet';
  return `${as} (below ${n(lowest(params))})`;
}

function reasonText(params: DecayParams, memory: Memory, unit: number, pastUnits: number): string {
  const value = strengthOf(params, memory, unit, pastUnits);
  const as = treatmentOf(params, memory, unit, pastUnits, value);
  const fate = fateText(params, as, strengthAt(params, pastUnits - unit));
  const age = pastUnits - (memory.since[unit] ?? unit);
  const times = memory.times[unit] ?? 0;
  if (times === 0) return `strength ${n(value)} at age ${age}: ${fate}`;
  const stability = params.stability * (1 + times);
  return `strength ${n(value)} at age ${age} since step ${memory.step[unit]} rehearsed it, stability ${stability}: ${fate}`;
}

/**
 * Strength fades with age along a curve. Ebbinghaus' is a fold: the state is what rehearsal has done to each unit so far,
 * the question of the step itself included, so that a unit the question is about is fresh at that very step.
 */
export const strategy = defineStrategy({
  id: 'decay-curve',
  title: 'Fading memory',
  docs: 'Every turn loses strength with age: strong ones stay word for word, weaker ones go into one summary, the faintest are gone. On Ebbinghaus’ curve, what later questions are about is remembered longer.',
  order: 7,
  group: 'pattern',
  params: decayCurveParams,
  needs: { relevance: ({ curve }) => curve === 'ebbinghaus', summaries: true },
  init: (): Memory => NO_MEMORY,
  step(context, state: Memory, input) {
    const { params } = context;
    if (params.curve !== 'ebbinghaus') return { state, runs: runsByAge(params, input) };
    const memory = rehearse(context, state, input);
    const runs = runsByMemory(params, memory, input);
    return { state: memory, runs, flags: flagsOf(context, input.step, runs) };
  },
  explain(context, state: Memory, input) {
    const { params } = context;
    const memory = params.curve === 'ebbinghaus' ? rehearse(context, state, input) : state;
    return (position): Reason => ({
      text: reasonText(params, memory, input.past.units[position]!, input.pastUnits),
    });
  },
});
