import type { Bm25 } from './bm25';

export const EMBEDDING_DIMENSIONS = 384;

export type RelevanceMethod = 'embedding' | 'lexical';

/** Similarity of a step's query to every past unit. NaN: not known yet. */
export interface RelevanceRow {
  readonly method: RelevanceMethod;
  /** Cosine in [-1, 1] for embeddings; BM25 / best in [0, 1] for the lexical fallback. Length: past units. */
  readonly similarity: Float32Array;
  readonly pending: number;
}

/** Which text asks at a step: the messages whose vectors are pooled into the query. */
export type QueryMode = 'auto' | 'user' | 'user-and-assistant';

/** L2-normalised mean of vectors; null when one is missing or there are none. Sum order is the given order. */
export function pool(vectors: readonly (Float32Array | undefined)[]): Float32Array | null {
  if (vectors.length === 0) return null;
  const sum = new Float64Array(EMBEDDING_DIMENSIONS);
  for (const v of vectors) {
    if (!v) return null;
    for (let i = 0; i < EMBEDDING_DIMENSIONS; i++) sum[i] = sum[i]! + v[i]!;
  }
  let norm = 0;
  for (const x of sum) norm += x * x;
  norm = Math.sqrt(norm);
  const out = new Float32Array(EMBEDDING_DIMENSIONS);
  if (norm > 0) for (let i = 0; i < EMBEDDING_DIMENSIONS; i++) out[i] = sum[i]! / norm;
  return out;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function cosineRow(
  query: Float32Array | null,
  units: readonly (Float32Array | null)[],
  past: number,
): RelevanceRow {
  const similarity = new Float32Array(past);
  let pending = 0;
  for (let u = 0; u < past; u++) {
    const vector = units[u];
    if (query && vector) similarity[u] = dot(query, vector);
    else {
      similarity[u] = Number.NaN;
      pending++;
    }
  }
  return { method: 'embedding', similarity, pending };
}

export function lexicalRow(index: Bm25, queryText: string, past: number): RelevanceRow {
  return { method: 'lexical', similarity: index.scores(queryText, past), pending: 0 };
}
