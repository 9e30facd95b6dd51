import { lowerBound } from './search';
import { terms } from './text/words';

/**
 * Causal BM25 over units in chronological order. `scores` at n past units uses document frequencies and the mean length
 * of units 0 .. n-1 only, so it equals the scores of an index built from those n units.
 */
export interface Bm25 {
  readonly size: number;
  /**
   * One score in [0, 1] for each of the first `pastCount` units, divided by the best one; all 0 without any match.
   * `query`: a text, or its terms as `terms` makes them; repeated query terms count once.
   */
  scores(query: string | readonly string[], pastCount: number): Float32Array<ArrayBuffer>;
}

interface Postings {
  readonly units: number[];
  readonly frequencies: number[];
}

const K1 = 1.2;
const B = 0.75;

/**
 * Builds the index from each unit's terms (repeats kept).
 *
 * Formula: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with k1 = 1.2,
 * b = 0.75, and the never negative idf ln(1 + (N - df + 0.5) / (df + 0.5)).
 */
export function makeBm25FromTerms(unitTerms: readonly (readonly string[])[]): Bm25 {
  const index = new Map<string, Postings>();
  const lengthBefore = new Float64Array(unitTerms.length + 1);
  unitTerms.forEach((unit, i) => {
    lengthBefore[i + 1] = lengthBefore[i]! + unit.length;
    for (const term of unit) {
      let postings = index.get(term);
      if (postings === undefined) {
        postings = { units: [], frequencies: [] };
        index.set(term, postings);
      }
      const last = postings.units.length - 1;
      if (postings.units[last] === i) postings.frequencies[last]! += 1;
      else {
        postings.units.push(i);
        postings.frequencies.push(1);
      }
    }
  });

  const scores = (query: string | readonly string[], pastCount: number): Float32Array<ArrayBuffer> => {
    const n = Math.max(0, Math.min(pastCount, unitTerms.length));
    const sums = new Float64Array(n);
    const meanLength = n === 0 ? 0 : lengthBefore[n]! / n;
    for (const term of new Set(typeof query === 'string' ? terms(query) : query)) {
      const postings = index.get(term);
      const df = postings === undefined ? 0 : lowerBound(postings.units, n);
      const idf = Math.log(1 + (n - df + 0.5) / (df + 0.5));
      for (let p = 0; p < df; p += 1) {
        const unit = postings!.units[p]!;
        const frequency = postings!.frequencies[p]!;
        const length = lengthBefore[unit + 1]! - lengthBefore[unit]!;
        sums[unit]! += (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / meanLength));
      }
    }
    let best = 0;
    for (const sum of sums) if (sum > best) best = sum;
    return Float32Array.from(sums, (sum) => (best > 0 ? sum / best : 0));
  };

  return { size: unitTerms.length, scores };
}
