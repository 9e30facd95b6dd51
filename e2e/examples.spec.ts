/** What the build precomputed for the bundled examples is what this browser computes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, runnerImport } from 'vite';
import { exampleTexts, type FactsFile, fromBytes } from '../scripts/prepare-examples/example-facts';
import { hash64 } from '../src/core/hash';
import type { Example } from '../src/examples/example';
import type {} from './harness/embeddings';
import { expect, test } from './support/app-test';
import { type StaticServer, startStaticServer } from './support/static-server';

const ROOT = path.join(import.meta.dirname, '..');
// Its own copy: another spec builds the harness too, maybe at the same time.
const HARNESS = path.join(ROOT, '.cache', 'harness-examples');
const MIN_COSINE = 0.9999;

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return dot / Math.sqrt(aa * bb);
};

const facts = (id: string): { file: FactsFile; vectors: Float32Array } => {
  const file = path.join(ROOT, 'public', 'examples', id);
  return {
    file: JSON.parse(readFileSync(`${file}.json`, 'utf8')) as FactsFile,
    vectors: fromBytes(readFileSync(`${file}.f32`)),
  };
};

// One worker for the file, so that the harness is built once.
test.describe.configure({ mode: 'default' });

let server: StaticServer;
let examples: readonly Example[];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  await build({
    configFile: path.join(ROOT, 'vite.harness.config.ts'),
    build: { outDir: HARNESS },
    logLevel: 'error',
  });
  // As the app is served: isolated, so with two threads where there are two processors.
  server = await startStaticServer({ folder: HARNESS, isolated: true });
  // The registry finds its files with import.meta.glob, which only Vite knows.
  const { module } = await runnerImport<typeof import('../src/examples/all')>(
    path.join(ROOT, 'src', 'examples', 'all.ts'),
    { root: ROOT, configFile: false, logLevel: 'error' },
  );
  examples = module.allExamples;
});
test.afterAll(() => server?.close());

test.beforeEach(async ({ app, page }) => {
  await app.goto(`${server.url}embeddings.html`);
  await page.waitForFunction(() => 'engines' in window);
});

test('every token count of every example is exact', async ({ page }) => {
  expect(examples.length).toBeGreaterThanOrEqual(3);
  for (const example of examples) {
    const { counted } = exampleTexts(example);
    const counts = await page.evaluate((texts) => window.engines.countAll(texts), [...counted]);
    expect(facts(example.id).file.tokens, example.id).toEqual(
      Object.fromEntries(counted.map((text, i) => [hash64(text), counts[i]!])),
    );
  }
});

test(`every vector of every example has a cosine of at least ${MIN_COSINE}`, async ({ page }) => {
  test.setTimeout(240_000);
  let lowest = 1;
  for (const example of examples) {
    const { embedded } = exampleTexts(example);
    const { file, vectors } = facts(example.id);
    expect(file.vectors, example.id).toEqual(embedded.map(hash64));
    const computed = await page.evaluate((texts) => window.engines.embedAll(texts), [...embedded]);
    expect(computed.result).toMatchObject({ ok: true });
    for (const [i, text] of embedded.entries()) {
      const stored = vectors.subarray(i * file.dimensions, (i + 1) * file.dimensions);
      const similarity = cosine(computed.vectors[i]!, stored);
      lowest = Math.min(lowest, similarity);
      expect(similarity, `${example.id}: ${text.slice(0, 80)}`).toBeGreaterThanOrEqual(MIN_COSINE);
    }
  }
  test.info().annotations.push({ type: 'lowest cosine', description: lowest.toFixed(7) });
});
