import * as z from 'zod/mini';
import type { RuleMode } from '../../core/message-rule';
import { int, real } from '../../core/params';
import type { Reason } from '../../core/selection';
import { defineStrategy, type LaneContext, type StepInput } from '../../core/strategy';
import { ruleParam } from '../shared-params';
import {
  hoursText,
  known,
  type Recollection,
  type Retrieved,
  recollect,
  retrievalFlags,
  retrievedRuns,
  topPositions,
} from './lib/retrieval';
import { NO_NUMBERS, numberAt, type UnitNumbers, withNumbers } from './lib/unit-numbers';

const weight = (title: string, help: string, urlKey: string) =>
  real({
    title,
    help,
    min: 0,
    max: 5,
    step: 0.1,
    default: 1,
    urlKey,
    sweepable: true,
    advanced: true,
  });

const params = z.object({
  n_count: int({
    title: 'n_count',
    help: 'how many are brought back, best score first',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 60,
    default: 30,
    urlKey: 'n',
    sweepable: true,
  }),
  rule: ruleParam(
    'the memory not used for longest counts as the newest, and the weights are 0.5, 3 and 2 times as set',
    'recency is 0.995^hours, and the weights are as set',
  ),
  recency_w: weight('recency_w', 'weight of recency; as shipped halved besides', 'wr'),
  relevance_w: weight('relevance_w', 'weight of relevance; as shipped tripled besides', 'wv'),
  importance_w: weight(
    'importance_w',
    'weight of importance, assumed from decision and constraint cues; as shipped doubled besides',
    'wi',
  ),
});

type Params = z.output<typeof params>;

/** What the agent knows of its memories, by index, the oldest first. */
export interface AgentMemories {
  /** Since the last access. */
  readonly hours: ArrayLike<number>;
  /** Cosine to the query. */
  readonly relevance: ArrayLike<number>;
  /** [0, 1] */
  readonly importance: ArrayLike<number>;
}

export interface AgentScores {
  readonly recency: ArrayLike<number>;
  /** Components scaled to [0, 1] over the memories, weighted and added. */
  readonly score: ArrayLike<number>;
}

export interface Weights {
  readonly recency: number;
  readonly relevance: number;
  readonly importance: number;
}

/** Per hour since the last access; Park et al. 2023, section 4.1. */
const DECAY_PER_HOUR = 0.995;
/** Per rank in the order of access; `recency_decay` of the shipped code. */
const DECAY_PER_RANK = 0.99;
const EQUAL_WEIGHTS: Weights = { recency: 1, relevance: 1, importance: 1 };
const SHIPPED_WEIGHTS: Weights = { recency: 0.5, relevance: 3, importance: 2 };

/**
 * The score of every memory (semantics.md section 3, framework strategies). Documented: recency 0.995^hours. As shipped:
 * 0.99^rank over the memories sorted by their last access, the longest unused first, so that these count as the most
 * recent; and fixed weights besides the given ones.
 */
export function scoreAgentMemories(memories: AgentMemories, weights: Weights, mode: RuleMode): AgentScores {
  const { hours } = memories;
  const recency = new Float64Array(hours.length);
  if (mode === 'shipped') {
    byLastAccess(hours).forEach((memory, i) => {
      recency[memory] = DECAY_PER_RANK ** (i + 1);
    });
  } else for (let i = 0; i < hours.length; i++) recency[i] = DECAY_PER_HOUR ** hours[i]!;
  const fixed = mode === 'shipped' ? SHIPPED_WEIGHTS : EQUAL_WEIGHTS;
  const score = new Float64Array(hours.length);
  addScaled(score, recency, weights.recency * fixed.recency);
  addScaled(score, memories.relevance, weights.relevance * fixed.relevance);
  addScaled(score, memories.importance, weights.importance * fixed.importance);
  return { recency, score };
}

/** The longest unused first; of equally old accesses the newer memory: the shipped code puts new ones in front. */
const byLastAccess = (hours: ArrayLike<number>): number[] =>
  Array.from(hours, (_, i) => i).sort((a, b) => hours[b]! - hours[a]! || b - a);

/** Scaled to [0, 1] between the least and the greatest; all equal: 0.5. */
function addScaled(score: Float64Array, values: ArrayLike<number>, weight: number): void {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    min = Math.min(min, values[i]!);
    max = Math.max(max, values[i]!);
  }
  for (let i = 0; i < values.length; i++)
    score[i] = score[i]! + weight * (max > min ? (values[i]! - min) / (max - min) : 0.5);
}

interface Retrieval {
  readonly past: Recollection;
  /** Position of each memory. */
  readonly positions: readonly number[];
  readonly memories: AgentMemories;
  readonly scores: AgentScores;
  /** Best first; at least those that are retrieved. */
  readonly ranked: readonly Retrieved[];
}

function retrieve(
  context: LaneContext<Params>,
  accesses: UnitNumbers,
  input: StepInput,
  complete: boolean,
): Retrieval {
  const { n_count, rule, recency_w, relevance_w, importance_w } = context.params;
  const past = recollect(context, input);
  const positions = known(past);
  const hours = new Float64Array(positions.length);
  const relevance = new Float64Array(positions.length);
  const importance = new Float64Array(positions.length);
  positions.forEach((p, i) => {
    hours[i] = past.hours(p, numberAt(accesses, past.unit(p)));
    relevance[i] = past.similarity[p]!;
    importance[i] = past.importance(p);
  });
  const memories = { hours, relevance, importance };
  const weights = { recency: recency_w, relevance: relevance_w, importance: importance_w };
  const scores = scoreAgentMemories(memories, weights, rule);
  const ranked = topPositions(
    [...positions.keys()],
    complete ? positions.length : n_count,
    scores.score,
    'newer',
  );
  return {
    past,
    positions,
    memories,
    scores,
    ranked: ranked.map((m) => ({ position: positions[m]!, score: scores.score[m]! })),
  };
}

export const strategy = defineStrategy({
  id: 'generative-agents',
  title: 'Generative agents',
  docs: 'Brings back what scores best by recency, relevance and importance together; as shipped, what was unused the longest counts as the most recent.',
  order: 35,
  group: 'framework',
  library: { name: 'generative_agents', version: 'Park et al. 2023' },
  params,
  needs: { relevance: true, times: true },
  init: (): UnitNumbers => NO_NUMBERS,
  step(context, accesses: UnitNumbers, input) {
    const { past, ranked } = retrieve(context, accesses, input, false);
    return {
      state: withNumbers(
        accesses,
        ranked.map((m) => past.unit(m.position)),
        () => input.step,
      ),
      runs: retrievedRuns(past, ranked),
      flags: retrievalFlags(past),
    };
  },
  explain(context, accesses: UnitNumbers, input) {
    const { positions, memories, scores, ranked } = retrieve(context, accesses, input, true);
    const memoryAt = new Map(positions.map((position, m) => [position, m]));
    const ranks = new Map(ranked.map(({ position }, i) => [position, i + 1]));
    const retrieved = Math.min(context.params.n_count, ranked.length);
    const n = (x: number) => x.toFixed(2);
    return (position): Reason => {
      const memory = memoryAt.get(position);
      if (memory === undefined) return { text: 'its similarity has not been computed yet' };
      const rank = ranks.get(position)!;
      const recency = scores.recency[memory]!;
      const relevance = memories.relevance[memory]!;
      const score = scores.score[memory]!;
      return {
        text: `recency ${n(recency)} (last access ${hoursText(memories.hours[memory]!)} ago), relevance ${n(relevance)}, importance ${n(memories.importance[memory]!)} (assumed), scaled and weighted = ${score.toFixed(3)}: rank ${rank} of ${ranked.length}, ${retrieved} retrieved`,
        score: { relevance: Math.max(0, relevance), recency, score, rank, kept: rank <= retrieved },
      };
    };
  },
});
