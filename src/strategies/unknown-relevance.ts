import { type Flag, pushRun, type Run } from '../core/selection';

/** What is to be said where similarities decide: how many are not known yet, and whether words stand in for meaning. */
export function relevanceFlags(pending: number, lexical: boolean): Flag[] {
  const flags: Flag[] = [];
  if (pending > 0) {
    flags.push({
      code: 'relevance-pending',
      message: `${pending} ${pending === 1 ? 'similarity is' : 'similarities are'} still being computed.`,
    });
  }
  if (lexical)
    flags.push({ code: 'relevance-lexical', message: 'Lexical similarity (BM25) stands in for embeddings.' });
  return flags;
}

/** Positions that were not kept: dropped, or pending where the similarity (by position) is unknown. */
export function pushUnkept(
  runs: Run[],
  from: number,
  to: number,
  { pending, similarity }: { readonly pending: number; readonly similarity: Float32Array },
): void {
  if (pending === 0) pushRun(runs, from, to, 'dropped');
  else
    for (let p = from; p < to; p++)
      pushRun(runs, p, p + 1, Number.isNaN(similarity[p]!) ? 'pending' : 'dropped');
}
