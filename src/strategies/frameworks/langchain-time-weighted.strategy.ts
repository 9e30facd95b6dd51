import * as z from 'zod/mini';
import type { Golden, RuleMode } from '../../core/message-rule';
import { int, names, namesOf, real } from '../../core/params';
import type { Reason } from '../../core/selection';
import { defineStrategy, type LaneContext, type StepInput, unitWord } from '../../core/strategy';
import { ruleParam } from '../shared-params';
import { arrayOf, type Json, numberOf, objectOf, optionalNames, optionalNumber } from './lib/golden-input';
import {
  hoursText,
  known,
  type Recollection,
  recollect,
  retrievalFlags,
  retrievedRuns,
  topPositions,
} from './lib/retrieval';
import { NO_NUMBERS, numberAt, type UnitNumbers, withNumbers } from './lib/unit-numbers';

const params = z.object({
  k: int({
    title: 'k',
    help: 'how many the retriever is asked for; as shipped it returns one more',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 20,
    default: 4,
    urlKey: 'k',
    sweepable: true,
  }),
  decayRate: real({
    title: 'decayRate',
    help: 'share of recency lost per hour since the last access',
    min: 0,
    max: 1,
    step: 0.005,
    softMax: 0.3,
    default: 0.01,
    urlKey: 'd',
    sweepable: true,
  }),
  rule: ruleParam('k + 1 come back', 'k do'),
  searchKwargs: int({
    title: 'searchKwargs',
    help: 'how many of the most similar are candidates, besides the last ones added',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 200,
    default: 100,
    urlKey: 's',
    sweepable: true,
    advanced: true,
  }),
  defaultSalience: real({
    title: 'defaultSalience',
    help: 'stands in for the similarity of those among the last ones that the search did not find',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0,
    urlKey: 'z',
    sweepable: true,
    advanced: true,
  }),
  otherScoreKeys: names({
    title: 'otherScoreKeys',
    help: 'added to the score; importance is assumed from decision and constraint cues',
    options: [{ value: 'importance', label: 'Importance' }],
    default: '',
    urlKey: 'o',
    sweepable: false,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;

/** What the retriever knows of its memories, in the order in which they were added. */
export interface Memories {
  /** Positions 0..count-1; `searchable` are those that the vector store can find. */
  readonly count: number;
  readonly searchable: readonly number[];
  /** Cosine to the query, by position. */
  readonly similarity: ArrayLike<number>;
  /** Since the last access; below 0 for a time to come. */
  hours(position: number): number;
  /** Added to the score: the `otherScoreKeys`. */
  others(position: number): readonly number[];
}

export interface TimeWeightedRule {
  readonly k: number;
  readonly decayRate: number;
  readonly searchKwargs: number;
  readonly defaultSalience: number;
  /** A vector store that returns nothing below; null: one that returns all. */
  readonly minSimilarity: number | null;
}

export interface ScoredMemory {
  readonly position: number;
  readonly salience: number;
  readonly hours: number;
  /** (1 - decayRate)^hours */
  readonly recency: number;
  readonly score: number;
}

/**
 * All candidates, best first, ties in order of position: the last k added (k = 0: all), and of the `searchKwargs` most
 * similar ones those that the store returns (golden/README.md, timeWeighted).
 */
export function scoreMemories(memories: Memories, rule: TimeWeightedRule): ScoredMemory[] {
  // NaN: no candidate.
  const salience = new Float64Array(memories.count).fill(Number.NaN);
  salience.fill(rule.defaultSalience, rule.k === 0 ? 0 : Math.max(0, memories.count - rule.k));
  for (const p of topPositions(memories.searchable, rule.searchKwargs, memories.similarity, 'older')) {
    const similarity = memories.similarity[p]!;
    if (rule.minSimilarity === null || similarity >= rule.minSimilarity) salience[p] = similarity;
  }
  const candidates: ScoredMemory[] = [];
  for (let position = 0; position < memories.count; position++) {
    const own = salience[position]!;
    if (Number.isNaN(own)) continue;
    const hours = memories.hours(position);
    const recency = (1 - rule.decayRate) ** hours;
    const score = memories.others(position).reduce((sum, x) => sum + x, recency) + own;
    candidates.push({ position, salience: own, hours, recency, score });
  }
  return candidates.sort((a, b) => b.score - a.score);
}

/** As shipped, the retriever stops after the one beyond k (langchainjs #1731); documented, and in Python, at k. */
export const returnedCount = (k: number, mode: RuleMode): number => (mode === 'shipped' ? k + 1 : k);

interface Retrieval {
  readonly past: Recollection;
  /** All candidates, best first. */
  readonly candidates: readonly ScoredMemory[];
  readonly returned: readonly ScoredMemory[];
}

function retrieve(context: LaneContext<Params>, accesses: UnitNumbers, input: StepInput): Retrieval {
  const { k, rule, otherScoreKeys, ...numbers } = context.params;
  const past = recollect(context, input);
  const withImportance = namesOf(otherScoreKeys).includes('importance');
  const candidates = scoreMemories(
    {
      count: past.count,
      searchable: known(past),
      similarity: past.similarity,
      hours: (p) => past.hours(p, numberAt(accesses, past.unit(p))),
      others: (p) => (withImportance ? [past.importance(p)] : []),
    },
    { ...numbers, k, minSimilarity: null },
  ).filter((c) => !Number.isNaN(past.similarity[c.position]!));
  return { past, candidates, returned: candidates.slice(0, returnedCount(k, rule)) };
}

export const strategy = defineStrategy({
  id: 'langchain-time-weighted',
  title: 'TimeWeightedVectorStoreRetriever',
  docs: 'Brings back what scores best by similarity plus recency, where being brought back counts as an access and renews the recency.',
  order: 26,
  group: 'framework',
  library: { name: '@langchain/classic', version: '1.0.50' },
  params,
  needs: { relevance: true, times: true },
  init: (): UnitNumbers => NO_NUMBERS,
  step(context, accesses: UnitNumbers, input) {
    const { past, returned } = retrieve(context, accesses, input);
    return {
      state: withNumbers(
        accesses,
        returned.map((c) => past.unit(c.position)),
        () => input.step,
      ),
      runs: retrievedRuns(past, returned),
      flags: retrievalFlags(past),
    };
  },
  explain(context, accesses: UnitNumbers, input) {
    const { past, candidates, returned } = retrieve(context, accesses, input);
    const ranks = new Map(candidates.map((c, i) => [c.position, i + 1]));
    const { k, searchKwargs } = context.params;
    const units = (n: number) => `${n} ${unitWord(context.unitKind, n)}`;
    return (position): Reason => {
      const similarity = past.similarity[position]!;
      if (Number.isNaN(similarity)) return { text: 'its similarity has not been computed yet' };
      const rank = ranks.get(position);
      if (rank === undefined) {
        return {
          text: `similarity ${similarity.toFixed(2)}: neither of the ${searchKwargs} most similar nor of the last ${units(k)}`,
        };
      }
      const { salience, recency, hours, score } = candidates[rank - 1]!;
      const others = score - salience - recency;
      const importance = Math.abs(others) > 1e-9 ? ` + importance ${others.toFixed(2)} (assumed)` : '';
      const kept = rank <= returned.length;
      const what = salience === similarity ? 'similarity' : 'default salience';
      return {
        text: `${what} ${salience.toFixed(2)} + recency ${recency.toFixed(2)} after ${hoursText(hours)}${importance} = ${score.toFixed(3)}: rank ${rank} of ${candidates.length}, ${returned.length} returned`,
        score: { relevance: Math.max(0, salience), recency, score, rank, kept },
      };
    };
  },
});

/** Numbers that JSON cannot write as the strings that the cases have for them. */
const written = (x: number): number | string => (Number.isFinite(x) ? x : String(x));

const numbersOf = (value: unknown, what: string): number[] =>
  arrayOf(value, what).map((x) => numberOf(x, what));

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return dot / (Math.sqrt(aa) * Math.sqrt(bb));
}

function caseRule(raw: Json): TimeWeightedRule {
  return {
    k: optionalNumber(raw.k, 'k') ?? 4,
    decayRate: optionalNumber(raw.decayRate, 'decayRate') ?? 0.01,
    searchKwargs: optionalNumber(raw.searchKwargs, 'searchKwargs') ?? 100,
    defaultSalience: optionalNumber(raw.defaultSalience, 'defaultSalience') ?? 0,
    minSimilarity: optionalNumber(raw.minSimilarity, 'minSimilarity'),
  };
}

/** A missing score makes the sum NaN as shipped; Python passes over it. */
function otherScores(doc: Json, keys: readonly string[], mode: RuleMode): number[] {
  const scores = keys.map((key) => optionalNumber(doc[key], key) ?? Number.NaN);
  return mode === 'shipped' ? scores : scores.filter((x) => !Number.isNaN(x));
}

export const goldens: readonly Golden[] = [
  {
    function: 'TimeWeightedVectorStoreRetriever.invoke',
    run(input, { mode }) {
      const raw = objectOf(input.params, 'params');
      const rule = caseRule(raw);
      const keys = optionalNames(raw.otherScoreKeys, 'otherScoreKeys') ?? [];
      const docs = arrayOf(input.docs, 'docs').map((d) => objectOf(d, 'a doc'));
      const embeddings = docs.map((d) => numbersOf(d.embedding, 'embedding'));
      const accessed = docs.map((d) => numberOf(d.lastAccessedAt, 'lastAccessedAt'));
      return arrayOf(input.queries, 'queries').map((q) => {
        const query = objectOf(q, 'a query');
        const now = numberOf(query.nowSec, 'nowSec');
        const asked = numbersOf(query.embedding, 'embedding');
        const candidates = scoreMemories(
          {
            count: docs.length,
            searchable: docs.map((_, p) => p),
            similarity: embeddings.map((own) => cosine(asked, own)),
            hours: (p) => (now - accessed[p]!) / 3600,
            others: (p) => otherScores(docs[p]!, keys, mode),
          },
          rule,
        );
        const returned = candidates.slice(0, returnedCount(rule.k, mode));
        for (const c of returned) accessed[c.position] = now;
        return {
          candidates: candidates.map((c) => ({
            i: c.position,
            salience: written(c.salience),
            hoursPassed: written(c.hours),
            score: written(c.score),
          })),
          returned: returned.map((c) => c.position),
          lastAccessedAfter: [...accessed],
        };
      });
    },
  },
];
