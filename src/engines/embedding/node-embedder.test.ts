import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNodeEmbedder, type NodeEmbedder } from './node-embedder';

const MODELS = path.join(import.meta.dirname, '..', '..', '..', 'public', 'models');
const built = existsSync(path.join(MODELS, 'manifest.json'));

/** Sentences with the vectors of the original TensorFlow.js graph, computed by its own pure-JavaScript runtime. */
const reference = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'reference-embeddings.json'), 'utf8'),
) as { sentence: string; embedding: number[] }[];

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0);
const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

it('says what to run when the model has not been built', async () => {
  const result = await createNodeEmbedder(import.meta.dirname);
  expect(result).toMatchObject({ ok: false, error: { code: 'model-missing' } });
});

describe.skipIf(!built)('the model in Node (skipped: run `tsx scripts/build-model.ts` first)', () => {
  let embedder: NodeEmbedder;
  beforeAll(async () => {
    const result = await createNodeEmbedder(MODELS);
    if (!result.ok) throw new Error(result.error.message);
    embedder = result.value;
  });

  const passes = new Map<string, Promise<Float32Array>>();
  /** One pass over each sentence serves both tests that look at it. */
  const singlePass = (sentence: string): Promise<Float32Array> => {
    const pass = passes.get(sentence) ?? embedder.embedUnchunked(sentence);
    passes.set(sentence, pass);
    return pass;
  };

  it('has 44 reference sentences', () => {
    expect(reference).toHaveLength(44);
  });

  it.each(reference)('is within 0.99 of the original for $sentence', async ({ sentence, embedding }) => {
    const vector = await singlePass(sentence);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(cosine(vector, embedding)).toBeGreaterThanOrEqual(0.99);
  });

  it('embeds a text that fits one window exactly as the single pass does', async () => {
    for (const { sentence } of reference.filter(({ sentence }) => sentence.trim() && sentence.length < 250)) {
      const { vector, chunks } = await embedder.embed(sentence);
      expect(chunks).toBe(1);
      expect(vector).toEqual(await singlePass(sentence));
    }
  });

  it('takes unpaired surrogates, control characters and special-token text', async () => {
    for (const text of ['a\uD800b', '\uDC00', '\u0000\u0007', '[CLS] [SEP] [PAD] [MASK]', '😀']) {
      const { vector } = await embedder.embed(text);
      expect(vector.every(Number.isFinite)).toBe(true);
    }
  });

  it('keeps the meaning of both ends of a text longer than its window', async () => {
    const filler = 'The meeting went on about the quarterly schedule of the office. '.repeat(60);
    const long = await embedder.embed(
      `${filler} Our cat is called Whiskers and sleeps all day. ${'The cat purrs. '.repeat(40)}`,
    );
    const short = await embedder.embed(filler);
    const question = await embedder.embed('What is the name of our cat?');
    expect(long.chunksUsed).toBeGreaterThan(3);
    expect(cosine(long.vector, question.vector)).toBeGreaterThan(cosine(short.vector, question.vector) + 0.1);
  });

  it('embeds 5 MB from 32 windows', async () => {
    const result = await embedder.embed('Everything decays, but not all at once. '.repeat(125_000));
    expect(result).toMatchObject({ estimated: true, chunksUsed: 32 });
    // It takes a third of the usual limit where nothing else runs; the limit is against hanging.
  }, 300_000);
});
