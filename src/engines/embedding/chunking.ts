/** Content tokens per pass: the 256 the sentence model was trained on, less [CLS] and [SEP]. */
export const CHUNK_TOKENS = 254;
/** Fewest tokens that neighbouring chunks share, so that a sentence cut at one border is whole in the other chunk. */
export const CHUNK_OVERLAP = 32;
/** Passes per text; at about 140 ms each on one thread a text holds the worker for 4.5 s at most. */
export const MAX_CHUNKS = 32;
/** Longer texts are not tokenised wholly: 65,536 characters take about 0.2 s, and 5 MB would take 16 s. */
export const MAX_TOKENISED_CHARACTERS = 65_536;
/** Characters per slice of such a text: enough for one chunk of ordinary prose, code, or CJK. */
export const SLICE_CHARACTERS = MAX_TOKENISED_CHARACTERS / MAX_CHUNKS;

/** `count` starts of windows of `size`, evenly spread over `length` from its very start to its very end. */
export function spreadWindows(length: number, size: number, count: number): number[] {
  if (count <= 1 || length <= size) return [0];
  return Array.from({ length: count }, (_, i) => Math.round((i * (length - size)) / (count - 1)));
}

/** Chunks of CHUNK_TOKENS with at least CHUNK_OVERLAP shared that cover `tokens`; 0 for no tokens. */
export function chunksNeeded(tokens: number): number {
  if (tokens === 0) return 0;
  if (tokens <= CHUNK_TOKENS) return 1;
  return Math.ceil((tokens - CHUNK_OVERLAP) / (CHUNK_TOKENS - CHUNK_OVERLAP));
}

/**
 * Cuts token ids into chunks. All chunks are full (the overlap grows beyond CHUNK_OVERLAP instead of leaving a short
 * last chunk), so that their plain mean weighs every part of the text alike. Above MAX_CHUNKS they are spread evenly
 * and leave gaps.
 */
export function cutChunks(ids: readonly number[]): (readonly number[])[] {
  const count = Math.min(chunksNeeded(ids.length), MAX_CHUNKS);
  if (count === 0) return [];
  return spreadWindows(ids.length, CHUNK_TOKENS, count).map((start) =>
    ids.slice(start, start + CHUNK_TOKENS),
  );
}

/** Evenly spread slices of a text that is too long to be tokenised wholly; no surrogate pair is cut in two. */
export function cutSlices(text: string): string[] {
  return spreadWindows(text.length, SLICE_CHARACTERS, MAX_CHUNKS).map((start) => {
    const end = start + SLICE_CHARACTERS;
    return text.slice(splitsPair(text, start) ? start + 1 : start, splitsPair(text, end) ? end - 1 : end);
  });
}

const splitsPair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
