import type { SentenceFeatures } from './summary';

/** Centrality can outweigh a mere instruction of the assistant, never a user's rule. */
const CENTRALITY_WEIGHT = 0.6;
/** What being the same as a chosen sentence costs, as a share of the score (or of 1, when that is less). */
const REDUNDANCY_WEIGHT = 1.2;
/** A sentence this similar to a chosen one says nothing new and is not picked at all. */
const SAME = 0.95;

/**
 * Best first, at most `limit` of the first `n` candidates (sentence numbers, ascending); equal ones: the earlier.
 * `accept` may refuse the next one; then no more are taken.
 */
export type PickSentences = (
  candidates: Int32Array,
  n: number,
  limit: number,
  accept: (sentence: number) => boolean,
) => number[];

/**
 * score = prior + 0.6 x quality x (0.1 + 0.9 x centrality). Centrality is the dot product of the sentence's normalised
 * tf-idf vector with the sum of all of them, divided by the largest; tf = 1 + ln(count), idf = ln(1 + n / df) over the
 * n candidates only. Maximal marginal relevance (Carbonell & Goldstein 1998): each pick maximises
 * score - 1.2 x min(1, score) x largest cosine to the picked ones.
 *
 * The scratch arrays are reused: a slider asks for hundreds of summaries a second.
 */
export function createPicker({
  termStart,
  termIds,
  termWeights,
  prior,
  quality,
  termCount,
}: SentenceFeatures): PickSentences {
  const documentFrequency = new Int32Array(termCount);
  // ln(1 + n / df) = ln(df + n) - ln(df): a table instead of a logarithm for every term of every summary.
  const logarithm = Float64Array.from({ length: 2 * prior.length + 1 }, (_, i) => Math.log(i));
  const centroid = new Float64Array(termCount);
  const weight = new Float64Array(termIds.length);
  const score = new Float64Array(prior.length);
  const redundancy = new Float64Array(prior.length);
  /** How many of the picked sentences redundancy[c] accounts for. */
  const compared = new Int32Array(prior.length);
  /** One dense vector per picked sentence, all zero between calls. */
  const vectors: Float64Array[] = [];

  const weigh = (candidates: Int32Array, n: number) => {
    for (let c = 0; c < n; c += 1) {
      const to = termStart[candidates[c]! + 1]!;
      for (let i = termStart[candidates[c]!]!; i < to; i += 1) {
        const t = termIds[i]!;
        documentFrequency[t]! += 1;
        centroid[t] = 0;
      }
    }
    for (let c = 0; c < n; c += 1) {
      const from = termStart[candidates[c]!]!;
      const to = termStart[candidates[c]! + 1]!;
      let squares = 0;
      for (let i = from; i < to; i += 1) {
        const t = termIds[i]!;
        const df = documentFrequency[t]!;
        const w = termWeights[i]! * (logarithm[df + n]! - logarithm[df]!);
        weight[i] = w;
        squares += w * w;
      }
      const norm = Math.sqrt(squares);
      for (let i = from; i < to; i += 1) {
        weight[i]! /= norm;
        centroid[termIds[i]!]! += weight[i]!;
      }
    }
  };

  const dotWith = (vector: Float64Array, s: number): number => {
    const to = termStart[s + 1]!;
    let dot = 0;
    for (let i = termStart[s]!; i < to; i += 1) dot += weight[i]! * vector[termIds[i]!]!;
    return dot;
  };

  const scoreAll = (candidates: Int32Array, n: number) => {
    let largest = 0;
    for (let c = 0; c < n; c += 1) {
      const s = candidates[c]!;
      const to = termStart[s + 1]!;
      let dot = 0;
      for (let i = termStart[s]!; i < to; i += 1) {
        const t = termIds[i]!;
        dot += weight[i]! * centroid[t]!;
        documentFrequency[t] = 0;
      }
      score[c] = dot;
      if (score[c]! > largest) largest = score[c]!;
    }
    for (let c = 0; c < n; c += 1) {
      const s = candidates[c]!;
      const centrality = largest > 0 ? score[c]! / largest : 0;
      score[c] = prior[s]! + CENTRALITY_WEIGHT * quality[s]! * (0.1 + 0.9 * centrality);
      redundancy[c] = 0;
      compared[c] = 0;
    }
  };

  /** A candidate's score bounds its value, so most are never compared with the picked ones. */
  const best = (candidates: Int32Array, n: number, picked: number): number => {
    let found = -1;
    let highest = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < n; c += 1) {
      if (score[c]! <= highest) continue;
      for (; compared[c]! < picked; compared[c]! += 1) {
        const cosine = dotWith(vectors[compared[c]!]!, candidates[c]!);
        if (cosine > redundancy[c]!) redundancy[c] = cosine;
      }
      if (redundancy[c]! >= SAME) continue;
      const value = score[c]! - REDUNDANCY_WEIGHT * Math.min(1, score[c]!) * redundancy[c]!;
      if (value > highest) {
        highest = value;
        found = c;
      }
    }
    return found;
  };

  const spread = (s: number, vector: Float64Array) => {
    for (let i = termStart[s]!; i < termStart[s + 1]!; i += 1) vector[termIds[i]!] = weight[i]!;
  };
  const clear = (s: number, vector: Float64Array) => {
    for (let i = termStart[s]!; i < termStart[s + 1]!; i += 1) vector[termIds[i]!] = 0;
  };

  return (candidates, n, limit, accept) => {
    weigh(candidates, n);
    scoreAll(candidates, n);
    const picked: number[] = [];
    while (picked.length < limit) {
      const c = best(candidates, n, picked.length);
      if (c < 0 || !accept(candidates[c]!)) break;
      if (picked.length === vectors.length) vectors.push(new Float64Array(termCount));
      spread(candidates[c]!, vectors[picked.length]!);
      picked.push(candidates[c]!);
      redundancy[c] = 1;
      compared[c] = limit;
    }
    for (let i = 0; i < picked.length; i += 1) clear(picked[i]!, vectors[i]!);
    return picked;
  };
}
