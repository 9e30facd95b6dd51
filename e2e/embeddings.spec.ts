import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import type {} from './harness/embeddings';
import { type StaticServer, type StaticServerOptions, startStaticServer } from './support/static-server';

const ROOT = path.join(import.meta.dirname, '..');
const HARNESS = path.join(ROOT, '.cache', 'harness');
const fixture = <T>(file: string): T =>
  JSON.parse(readFileSync(path.join(ROOT, 'src', 'engines', file), 'utf8')) as T;

const reference = fixture<{ sentence: string; embedding: number[] }[]>(
  'embedding/fixtures/reference-embeddings.json',
);
const sentences = reference.map(({ sentence }) => sentence);
const golden = fixture<{ text: string; output: { count: number } }[]>('tokens/fixtures/tokens_o200k.json');

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, v, i) => sum + v * b[i]!, 0);
const cosine = (a: readonly number[], b: readonly number[]): number =>
  dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

// One worker for the file, so that the harness is built once.
test.describe.configure({ mode: 'default' });

let servers: StaticServer[] = [];
async function serve(options: Omit<StaticServerOptions, 'folder'> = {}): Promise<StaticServer> {
  const server = await startStaticServer({ folder: HARNESS, ...options });
  servers.push(server);
  return server;
}

/** Opens the harness; fails the test on any request to another origin, and on any console error or warning. */
async function open(page: Page, server: StaticServer): Promise<{ complaints: string[] }> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(server.url).origin) && !/^(data|blob):/.test(url))
      complaints.push(`request: ${url}`);
  });
  await page.goto(`${server.url}embeddings.html`);
  await page.waitForFunction(() => 'engines' in window);
  return { complaints };
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  expect(
    existsSync(path.join(ROOT, 'public', 'models', 'manifest.json')),
    'run scripts/build-model.ts first',
  ).toBe(true);
  await build({ configFile: path.join(ROOT, 'vite.harness.config.ts'), logLevel: 'error' });
});
test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

for (const isolated of [false, true]) {
  test(`vectors agree with the reference ${isolated ? 'with' : 'without'} cross-origin isolation`, async ({
    page,
  }) => {
    const { complaints } = await open(page, await serve({ isolated, prefix: '/some/sub-path/' }));
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(isolated);
    const result = await page.evaluate((texts) => window.engines.embedUnchunked(texts), sentences);
    expect(result.threads > 1).toBe(
      isolated && (await page.evaluate(() => navigator.hardwareConcurrency)) > 1,
    );
    for (const [i, { sentence, embedding }] of reference.entries()) {
      expect(cosine(result.vectors[i]!, embedding), sentence).toBeGreaterThanOrEqual(0.99);
    }
    test.info().annotations.push({
      type: 'timing',
      description: `${result.milliseconds.toFixed(1)} ms per text, ${result.millisecondsToStart.toFixed(0)} ms to start, ${result.threads} threads`,
    });
    expect(complaints).toEqual([]);
  });
}

test('the client embeds, reports bytes, answers the next visit from IndexedDB, and stays usable after a cancelled call', async ({
  page,
}) => {
  await test.step('the client embeds, reports bytes, and answers the next visit from IndexedDB', async () => {
    const server = await serve();
    const { complaints } = await open(page, server);
    const long = 'The checkout service drops the session when the cart is empty. '.repeat(60);
    const texts = ['a short text', 'another text', 'a short text', long, ''];
    const first = await page.evaluate((t) => window.engines.embedAll(t), texts);
    expect(first.result.ok).toBe(true);
    expect(first.vectors[0]).toEqual(first.vectors[2]);
    expect(first.coverage[3]!.chunks).toBeGreaterThan(1);
    expect(first.coverage[3]!.chunksUsed).toBe(first.coverage[3]!.chunks);
    expect(first.coverage[4]).toMatchObject({ chunks: 0 });
    expect(first.cacheProblems).toEqual([]);
    const downloads = first.progress.filter((p) => p.stage === 'download');
    expect(downloads.length).toBeGreaterThan(2);
    expect(downloads.at(-1)!.bytesLoaded).toBe(downloads.at(-1)!.bytesTotal);
    expect(first.progress.at(-1)).toMatchObject({ stage: 'done', done: 5, total: 5 });
    for (const file of [
      'onnx/model_quantized.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
      'config.json',
    ]) {
      const times = server.requests.filter((request) => request === `models/all-MiniLM-L6-v2/${file}`).length;
      expect(times, file).toBe(1);
    }

    await page.reload();
    await page.waitForFunction(() => 'engines' in window);
    const again = await page.evaluate((t) => window.engines.embedAll(t), texts);
    expect(again.vectors).toEqual(first.vectors);
    expect(again.coverage).toEqual(first.coverage);
    expect(server.requests.filter((request) => request.endsWith('.onnx'))).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  await test.step('a cancelled call stops between texts and leaves the client usable', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `text number ${i}`);
    const cancelled = await page.evaluate((t) => window.engines.embedAll(t, 3), texts);
    expect(cancelled.result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(cancelled.vectors.filter(Boolean)).toHaveLength(3);
    const whole = await page.evaluate((t) => window.engines.embedAll(t), texts);
    expect(whole.result.ok).toBe(true);
    expect(whole.vectors.filter(Boolean)).toHaveLength(20);
  });
});

test('a missing model is an error value, even where missing files come as a web page; retry recovers', async ({
  page,
}) => {
  const server = await serve({ spaFallback: true });
  await page.route('**/*.onnx', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
  );
  const { complaints } = await open(page, server);
  const failed = await page.evaluate(() => window.engines.embedAll(['a text']));
  expect(failed.result).toMatchObject({ ok: false, error: { code: 'model-missing' } });
  await page.unroute('**/*.onnx');
  expect(await page.evaluate(() => window.engines.embedAll(['a text']))).toMatchObject({
    result: { ok: false },
  });
  const retried = await page.evaluate(() => {
    window.engines.retry();
    return window.engines.embedAll(['a text']);
  });
  expect(retried.result.ok).toBe(true);
  expect(complaints).toEqual([]);
});

test('a worker whose script is missing is an error value', async ({ page }) => {
  const server = await serve();
  await page.route('**/embed.worker*', (route) => route.fulfill({ status: 404, body: '' }));
  await open(page, server);
  const failed = await page.evaluate(() => window.engines.embedAll(['a text']));
  expect(failed.result).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
});

test('token counts equal the golden counts', async ({ page }) => {
  const { complaints } = await open(page, await serve());
  const counts = await page.evaluate(
    (texts) => window.engines.countAll(texts),
    golden.map(({ text }) => text),
  );
  expect(counts).toEqual(golden.map(({ output }) => output.count));
  expect(complaints).toEqual([]);
});
