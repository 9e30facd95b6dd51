import * as z from 'zod/mini';
import type { RuleMode } from '../../core/message-rule';
import { choice, int, real } from '../../core/params';
import { pushRun, type Reason, type Run } from '../../core/selection';
import { defineStrategy, type LaneContext, type StepInput } from '../../core/strategy';
import { ruleParam } from '../shared-params';
import { known, type Recollection, recollect, retrievalFlags, topPositions } from './lib/retrieval';
import { NO_NUMBERS, numberAt, type UnitNumbers, withNumbers } from './lib/unit-numbers';

const params = z.object({
  keepAt: real({
    title: 'Keep at',
    help: 'retention below which a memory is forgotten; MemoryBank itself forgets by chance',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
    urlKey: 'a',
    sweepable: true,
  }),
  k: int({
    title: 'Recalled',
    help: 'the most relevant of a step, above 0.2 and still kept, that count as recalled',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 20,
    default: 6,
    urlKey: 'k',
    sweepable: true,
  }),
  rule: ruleParam('a recall makes a memory fade faster, e^(-t·S/5)', 'slower, e^(-t/S)'),
  sends: choice({
    title: 'Sends',
    help: 'all that is kept, or of that only what is recalled, as MemoryBank does',
    options: [
      { value: 'kept', label: 'All kept' },
      { value: 'recalled', label: 'Recalled' },
    ],
    default: 'kept',
    urlKey: 's',
    sweepable: false,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;

const HOURS_PER_DAY = 24;
/** A recall is relevant: our assumption, as semantic recency's minimum. */
const RECALL_ABOVE = 0.2;

/**
 * Retention after `days` at a strength S, in [0, 1] (semantics.md section 3, framework strategies). Documented e^(-t/S);
 * as shipped e^(-t x S/5), so that strength speeds forgetting.
 */
export const retention = (days: number, strength: number, mode: RuleMode): number =>
  Math.exp(mode === 'shipped' ? (-days * strength) / 5 : -days / strength);

/** What recalls leave behind, per unit. */
interface Bank {
  /** Step of the last recall; 0: never. */
  readonly recalledAt: UnitNumbers;
  /** How often it was recalled; strength starts at 1 and grows by 1 with each. */
  readonly recalls: UnitNumbers;
}

interface Remembering {
  readonly past: Recollection;
  /** By position, [0, 1]. */
  readonly retention: Float64Array;
  /** Ranks (from 1) of the k most relevant positions. */
  readonly ranks: ReadonlyMap<number, number>;
}

const fading = (bank: Bank, past: Recollection, position: number) => {
  const unit = past.unit(position);
  return {
    days: past.hours(position, numberAt(bank.recalledAt, unit)) / HOURS_PER_DAY,
    strength: 1 + numberAt(bank.recalls, unit),
  };
};

function remember(context: LaneContext<Params>, bank: Bank, input: StepInput): Remembering {
  const { k, rule } = context.params;
  const past = recollect(context, input);
  const left = new Float64Array(past.count);
  for (let p = 0; p < past.count; p++) {
    const { days, strength } = fading(bank, past, p);
    left[p] = retention(days, strength, rule);
  }
  const top = topPositions(known(past), k, past.similarity, 'newer');
  return { past, retention: left, ranks: new Map(top.map((position, i) => [position, i + 1])) };
}

/** A recall: among the k most relevant of the step, with a relevance above 0.2, and kept. */
const isRecalled = (remembering: Remembering, keepAt: number, position: number): boolean =>
  remembering.ranks.has(position) &&
  remembering.past.similarity[position]! > RECALL_ABOVE &&
  remembering.retention[position]! >= keepAt;

function runsOf(remembering: Remembering, { keepAt, sends }: Params): Run[] {
  const { past, retention: left } = remembering;
  const runs: Run[] = [];
  let next = 0;
  for (let p = 0; p < past.count; p++) {
    if (left[p]! < keepAt) continue;
    pushRun(runs, next, p, 'dropped');
    if (isRecalled(remembering, keepAt, p)) pushRun(runs, p, p + 1, 'retrieved', left[p]!);
    else if (sends === 'kept') pushRun(runs, p, p + 1, 'verbatim', left[p]!);
    else pushRun(runs, p, p + 1, Number.isNaN(past.similarity[p]!) ? 'pending' : 'archived');
    next = p + 1;
  }
  pushRun(runs, next, past.count, 'dropped');
  return runs;
}

export const strategy = defineStrategy({
  id: 'memory-bank',
  title: 'MemoryBank',
  docs: 'Memories fade by the day until they are forgotten, unless a recall, which here is to be among the most relevant of a step, renews and strengthens them.',
  order: 36,
  group: 'framework',
  library: { name: 'MemoryBank-SiliconFriend', version: 'Zhong et al. 2023' },
  params,
  needs: { relevance: true, times: true },
  init: (): Bank => ({ recalledAt: NO_NUMBERS, recalls: NO_NUMBERS }),
  step(context, bank: Bank, input) {
    const remembering = remember(context, bank, input);
    const { past, ranks } = remembering;
    const recalled = [...ranks.keys()]
      .filter((p) => isRecalled(remembering, context.params.keepAt, p))
      .map((p) => past.unit(p));
    return {
      state: {
        recalledAt: withNumbers(bank.recalledAt, recalled, () => input.step),
        recalls: withNumbers(bank.recalls, recalled, (n) => n + 1),
      },
      runs: runsOf(remembering, context.params),
      flags: retrievalFlags(past),
    };
  },
  explain(context, bank: Bank, input) {
    const remembering = remember(context, bank, input);
    const { past, retention: retained, ranks } = remembering;
    const { keepAt, rule, sends } = context.params;
    return (position): Reason => {
      const { days, strength } = fading(bank, past, position);
      const t = days.toFixed(2);
      const exponent = rule === 'shipped' ? `${t} × ${strength} / 5` : `${t} / ${strength}`;
      const left = retained[position]!;
      const faded = `retention e^-(${exponent}) = ${left.toFixed(2)} after ${t} days at strength ${strength}`;
      if (left < keepAt) return { text: `${faded}, below ${keepAt}: forgotten` };
      if (isRecalled(remembering, keepAt, position)) {
        return {
          text: `${faded}, at least ${keepAt}: kept; recalled, ${past.similarity[position]!.toFixed(2)} is number ${ranks.get(position)} by relevance`,
        };
      }
      return {
        text: `${faded}, at least ${keepAt}: ${sends === 'kept' ? 'kept' : 'kept, but not recalled'}`,
      };
    };
  },
});
