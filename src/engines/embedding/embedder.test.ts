import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHUNK_OVERLAP,
  CHUNK_TOKENS,
  cutChunks,
  cutSlices,
  MAX_CHUNKS,
  MAX_TOKENISED_CHARACTERS,
} from './chunking';
import { DIMENSIONS, embedText, type SentenceModel } from './embedder';

/** A word is a token; its id is its number. A pass points along the axis of its first id. */
function fakeModel(): SentenceModel & { passes: (readonly number[])[]; tokenised: number } {
  const passes: (readonly number[])[] = [];
  return {
    passes,
    tokenised: 0,
    tokenize(text) {
      this.tokenised += text.length;
      return text.split(/\s+/).filter(Boolean).map(Number);
    },
    embedTokens(ids) {
      passes.push(ids);
      const vector = new Float32Array(DIMENSIONS);
      vector[ids[0]! % DIMENSIONS] = 5;
      return Promise.resolve(vector);
    },
  };
}
const words = (count: number): string => Array.from({ length: count }, (_, i) => i).join(' ');
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);

describe('embedText', () => {
  it('takes one pass for up to 254 content tokens', async () => {
    const model = fakeModel();
    const result = await embedText(model, words(CHUNK_TOKENS));
    expect(model.passes).toHaveLength(1);
    expect(model.passes[0]).toHaveLength(CHUNK_TOKENS);
    expect(result).toMatchObject({ tokens: 254, estimated: false, chunks: 1, chunksUsed: 1 });
    expect(result.vector[0]).toBe(1);
  });

  it('averages the unit vectors of overlapping chunks above that', async () => {
    const model = fakeModel();
    const result = await embedText(model, words(CHUNK_TOKENS + 1));
    expect(model.passes.map((ids) => [ids[0], ids.at(-1)])).toEqual([
      [0, 253],
      [1, 254],
    ]);
    expect(result).toMatchObject({ chunks: 2, chunksUsed: 2 });
    expect(result.vector[0]).toBeCloseTo(Math.SQRT1_2);
    expect(result.vector[1]).toBeCloseTo(Math.SQRT1_2);
  });

  it('says how many chunks it left out above the cap', async () => {
    const model = fakeModel();
    const result = await embedText(model, words(10_000));
    expect(result).toMatchObject({ tokens: 10_000, estimated: false, chunks: 45, chunksUsed: MAX_CHUNKS });
    expect(model.passes[0]![0]).toBe(0);
    expect(model.passes.at(-1)!.at(-1)).toBe(9_999);
    expect(lengthOf(result.vector)).toBeCloseTo(1);
  });

  it('gives the zero vector for blank text', async () => {
    for (const text of ['', ' \n\t ']) {
      const result = await embedText(fakeModel(), text);
      expect(result).toMatchObject({ tokens: 0, chunks: 0, chunksUsed: 0 });
      expect(lengthOf(result.vector)).toBe(0);
    }
  });

  it('tokenises only evenly spread slices of a huge text, and says so', async () => {
    const model = fakeModel();
    const text = '1 '.repeat(2_500_000);
    const result = await embedText(model, text);
    expect(model.tokenised).toBeLessThanOrEqual(MAX_TOKENISED_CHARACTERS);
    expect(result).toMatchObject({ tokens: 2_500_000, estimated: true, chunksUsed: MAX_CHUNKS });
    expect(result.chunks).toBe(Math.ceil((2_500_000 - CHUNK_OVERLAP) / (CHUNK_TOKENS - CHUNK_OVERLAP)));
  });

  it('uses no chunk for the blank slices of a huge text', async () => {
    const result = await embedText(fakeModel(), `7 ${' '.repeat(200_000)}`);
    expect(result).toMatchObject({ estimated: true, chunksUsed: 1 });
    expect(result.vector[7]).toBe(1);
  });
});

describe('cutChunks', () => {
  it('covers every token with full chunks that overlap, up to the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000 }), (length) => {
        const ids = Array.from({ length }, (_, i) => i);
        const chunks = cutChunks(ids);
        if (length === 0) {
          expect(chunks).toEqual([]);
          return;
        }
        expect(chunks.length).toBeLessThanOrEqual(MAX_CHUNKS);
        expect(chunks[0]![0]).toBe(0);
        expect(chunks.at(-1)!.at(-1)).toBe(length - 1);
        for (const chunk of chunks) expect(chunk).toHaveLength(Math.min(length, CHUNK_TOKENS));
        if (chunks.length < MAX_CHUNKS) {
          for (let i = 1; i < chunks.length; i++) {
            expect(chunks[i - 1]!.at(-1)! - chunks[i]![0]! + 1).toBeGreaterThanOrEqual(CHUNK_OVERLAP);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('cutSlices', () => {
  it('cuts no surrogate pair in two', () => {
    for (const text of ['😀'.repeat(50_000), `a${'😀'.repeat(50_000)}`]) {
      for (const slice of cutSlices(text)) expect(() => encodeURIComponent(slice)).not.toThrow();
    }
  });
});
