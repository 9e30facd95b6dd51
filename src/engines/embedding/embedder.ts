import type { EmbeddedText } from '../../core/ports';
import { CHUNK_TOKENS, chunksNeeded, cutChunks, cutSlices, MAX_TOKENISED_CHARACTERS } from './chunking';

export const DIMENSIONS = 384;

/** What the embedder needs of a loaded tokenizer and model. */
export interface SentenceModel {
  /** Ids of the text's tokens, without special tokens and without truncation. */
  tokenize(text: string): readonly number[];
  /** One pass over [CLS] ids [SEP]: the mean of the last hidden state over all tokens, not normalised. */
  embedTokens(ids: readonly number[]): Promise<Float32Array>;
}

/**
 * Embeds one text.
 *
 * Up to 254 content tokens go through the model in one pass. A longer text is cut into overlapping chunks, each with a
 * pass of its own; the chunks' unit vectors are averaged and normalised. At most 32 chunks are used, spread evenly.
 * Of a text over 65,536 characters, 32 evenly spread slices of 2,048 characters are tokenised, one chunk is taken from
 * the start of each, and the token count is scaled up from them (`estimated`).
 *
 * Blank text, and text of which the tokenizer keeps nothing (control characters), gives the zero vector.
 */
export async function embedText(model: SentenceModel, text: string): Promise<EmbeddedText> {
  const plan = text.length > MAX_TOKENISED_CHARACTERS ? sampleText(model, text) : readText(model, text);
  const sum = new Float64Array(DIMENSIONS);
  for (const ids of plan.chunkIds) addInto(sum, normalize(Float64Array.from(await model.embedTokens(ids))));
  return {
    vector: Float32Array.from(normalize(sum)),
    tokens: plan.tokens,
    estimated: plan.estimated,
    chunks: chunksNeeded(plan.tokens),
    chunksUsed: plan.chunkIds.length,
  };
}

/** Content tokens BERT has positions for, less [CLS] and [SEP]. */
const SINGLE_PASS_TOKENS = 510;

/**
 * Embeds one text the way transformers.js's own pipeline does: one pass over its first 510 content tokens, blank text
 * included. Only for comparing the model with reference vectors; the app embeds with embedText.
 */
export async function embedUnchunked(model: SentenceModel, text: string): Promise<Float32Array> {
  const ids = model.tokenize(text).slice(0, SINGLE_PASS_TOKENS);
  return Float32Array.from(normalize(Float64Array.from(await model.embedTokens(ids))));
}

interface Plan {
  readonly chunkIds: readonly (readonly number[])[];
  readonly tokens: number;
  readonly estimated: boolean;
}

function readText(model: SentenceModel, text: string): Plan {
  const ids = model.tokenize(text);
  return { chunkIds: cutChunks(ids), tokens: ids.length, estimated: false };
}

function sampleText(model: SentenceModel, text: string): Plan {
  const slices = cutSlices(text);
  const tokenised = slices.map((slice) => model.tokenize(slice));
  const sampledCharacters = slices.reduce((sum, slice) => sum + slice.length, 0);
  const sampledTokens = tokenised.reduce((sum, ids) => sum + ids.length, 0);
  return {
    chunkIds: tokenised.filter((ids) => ids.length > 0).map((ids) => ids.slice(0, CHUNK_TOKENS)),
    tokens: Math.round((sampledTokens * text.length) / sampledCharacters),
    estimated: true,
  };
}

function addInto(sum: Float64Array, vector: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
}

/** Scales to length 1 in place; the zero vector stays zero. */
function normalize(vector: Float64Array): Float64Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return vector;
  const length = Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}
