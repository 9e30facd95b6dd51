import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hash64 } from '../../src/core/hash';
import { createNodeEmbedder } from '../../src/engines/embedding/node-embedder';
import { countTokensInNode } from '../../src/engines/tokens/node-token-counter';
import { examples, loadExamples } from '../../src/examples/registry';
import {
  computeFacts,
  exampleTexts,
  type FactsComputer,
  type FactsFile,
  fromBytes,
  hashInputs,
  toBytes,
} from './example-facts';

await loadExamples();

const PUBLIC = path.join(import.meta.dirname, '..', '..', 'public');
const fileOf = (id: string, extension: string) => path.join(PUBLIC, 'examples', `${id}.${extension}`);
const prepared = examples.every(({ id }) => existsSync(fileOf(id, 'json')));
/** Embedding takes a fifth of a second per text; every seventh of each example stands for the rest. */
const SAMPLE_EVERY = 7;

const texts = { counted: ['one', 'two words'], embedded: ['user: one', 'assistant: two'] };
const computer: FactsComputer = {
  model: 'v1',
  dimensions: 2,
  count: (text) => text.length,
  embed: async (text) => Float32Array.from([text.length, -0.5]),
};

describe('computeFacts', () => {
  it('keys counts by hash and lays vectors one after the other', async () => {
    const progress: number[] = [];
    const { file, vectors } = await computeFacts(texts, computer, 'in', (done) => progress.push(done));
    expect(file).toEqual({
      model: 'v1',
      tokenizer: 'o200k_base',
      dimensions: 2,
      tokens: { [hash64('one')]: 3, [hash64('two words')]: 9 },
      vectors: [hash64('user: one'), hash64('assistant: two')],
      inputs: 'in',
    });
    expect([...vectors]).toEqual([9, -0.5, 14, -0.5]);
    expect(progress).toEqual([1, 2]);
  });

  it('refuses two texts of one hash', async () => {
    await expect(computeFacts({ ...texts, counted: ['a', 'a'] }, computer, 'in')).rejects.toThrow(
      /same hash64/,
    );
  });
});

describe('the files', () => {
  it('are little-endian and survive the round trip', () => {
    expect([...toBytes(Float32Array.from([1]))]).toEqual([0, 0, 0x80, 0x3f]);
    const values = Float32Array.from([1.5, -0, 3e-39, Number.MAX_VALUE]);
    expect(fromBytes(toBytes(values))).toEqual(values);
  });

  it('depend on texts, model and code', () => {
    const hashes = [
      hashInputs(texts, ['v1', 'code']),
      hashInputs({ ...texts, counted: ['one'] }, ['v1', 'code']),
      hashInputs({ ...texts, embedded: ['user: one'] }, ['v1', 'code']),
      hashInputs(texts, ['v2', 'code']),
      hashInputs(texts, ['v1', 'other']),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashInputs(structuredClone(texts), ['v1', 'code'])).toBe(hashes[0]);
  });
});

describe.skipIf(!prepared)('the bundled examples (skipped: run `npm run assets` first)', () => {
  it.each(examples)('$id equals a fresh computation', async (example) => {
    const { counted, embedded } = exampleTexts(example);
    const file = JSON.parse(readFileSync(fileOf(example.id, 'json'), 'utf8')) as FactsFile;
    const vectors = fromBytes(readFileSync(fileOf(example.id, 'f32')));
    expect(file.tokens).toEqual(
      Object.fromEntries(counted.map((text) => [hash64(text), countTokensInNode(text)])),
    );
    expect(file.vectors).toEqual(embedded.map(hash64));
    expect(vectors).toHaveLength(embedded.length * file.dimensions);

    const created = await createNodeEmbedder(path.join(PUBLIC, 'models'));
    if (!created.ok) throw new Error(created.error.message);
    expect(file.model).toBe(created.value.manifest.version);
    expect(file.dimensions).toBe(created.value.manifest.dimensions);
    for (let i = 0; i < embedded.length; i += SAMPLE_EVERY) {
      const { vector } = await created.value.embed(embedded[i]!);
      expect(vectors.subarray(i * file.dimensions, (i + 1) * file.dimensions), embedded[i]).toEqual(vector);
    }
  });
});
