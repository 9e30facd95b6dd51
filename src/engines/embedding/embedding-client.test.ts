import { describe, expect, it, vi } from 'vitest';
import type { EmbeddedText, VectorCache } from '../../core/ports';
import { fail, ok, type Problem } from '../../core/result';
import { FakeWorker } from '../fake-worker';
import type { EmbeddingProgress, EmbedOptions } from './embedding-call';
import { createEmbeddingClient } from './embedding-client';

const MANIFEST = {
  id: 'model',
  version: 'v1',
  dimensions: 384,
  files: [{ path: 'model/config.json', bytes: 10 }],
};
const embeddedOf = (text: string): EmbeddedText => ({
  vector: Float32Array.of(text.length),
  tokens: text.length,
  estimated: false,
  chunks: 1,
  chunksUsed: 1,
});
const answer = (method: string, { text }: { text: string }) =>
  method === 'start' ? { threads: 1 } : embeddedOf(text);
/** Hashing runs on another thread, so nothing arrives at a known tick. */
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 1 });
/** Long enough for whatever should not happen to have happened. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300));

function memoryCache(initial: [string, EmbeddedText][] = []) {
  const stored = new Map(initial);
  const cache: VectorCache = {
    getMany: (keys) => Promise.resolve(new Map([...stored].filter(([key]) => keys.includes(key)))),
    putMany: (entries) => {
      for (const [key, value] of entries) stored.set(key, value);
      return Promise.resolve(ok(undefined));
    },
  };
  return { stored, cache };
}

interface SetUp {
  cache?: VectorCache;
  answer?: (method: string, request: never) => unknown;
  manifest?: () => Response;
  hold?: boolean;
  createWorker?: () => FakeWorker;
}

function setUp(given: SetUp = {}) {
  const workers: FakeWorker[] = [];
  const cacheProblems: Problem[] = [];
  const manifest = vi.fn(given.manifest ?? (() => Response.json(MANIFEST)));
  const client = createEmbeddingClient({
    modelsUrl: 'http://host/app/models/',
    cache: given.cache ?? memoryCache().cache,
    createWorker: () => {
      const worker = given.createWorker?.() ?? new FakeWorker(given.answer ?? answer);
      worker.holding = given.hold ?? false;
      workers.push(worker);
      return worker;
    },
    fetch: (url) => {
      expect(url).toBe('http://host/app/models/manifest.json');
      return Promise.resolve(manifest());
    },
    onCacheProblem: (problem) => cacheProblems.push(problem),
  });
  function embed(texts: readonly string[], options: Partial<EmbedOptions> = {}) {
    const controller = new AbortController();
    const vectors = new Map<number, number>();
    const progress: EmbeddingProgress[] = [];
    const settled = client.embed(texts, {
      signal: controller.signal,
      onVector: (index, { vector }) => {
        expect(vectors.has(index)).toBe(false);
        vectors.set(index, vector[0]!);
      },
      onProgress: (p) => progress.push(p),
      ...options,
    });
    return { settled, vectors, progress, abort: () => controller.abort() };
  }
  const order = () => workers.flatMap((w) => w.requests<{ text: string }>('embed').map((r) => r.text));
  return { client, workers, embed, order, manifest, cacheProblems };
}

describe('embedding client', () => {
  it('embeds each distinct text once: urgent ones first, then the shortest', async () => {
    const { embed, order, workers } = setUp();
    const call = embed(['long text', 'b', 'urgent and long', 'b', 'mid'], { urgent: new Set([2]) });
    expect(await call.settled).toEqual(ok(undefined));
    expect(order()).toEqual(['urgent and long', 'b', 'mid', 'long text']);
    expect(call.vectors).toEqual(
      new Map([
        [0, 9],
        [1, 1],
        [2, 15],
        [3, 1],
        [4, 3],
      ]),
    );
    expect(workers).toHaveLength(1);
    expect(workers[0]!.requests('start')).toEqual([
      { modelsUrl: 'http://host/app/models/', manifest: MANIFEST },
    ]);
  });

  it('sends one text at a time', async () => {
    const { embed, workers } = setUp();
    await embed(['warm up']).settled;
    workers[0]!.holding = true;
    const call = embed(['a', 'bb', 'ccc']);
    await until(() => workers[0]!.requests('embed').length > 1);
    await aWhile();
    expect(workers[0]!.requests('embed')).toHaveLength(2);
    workers[0]!.holding = false;
    workers[0]!.release();
    expect(await call.settled).toEqual(ok(undefined));
  });

  it('starts no worker and fetches nothing for what is in memory, and no worker for what is cached', async () => {
    const { cache, stored } = memoryCache();
    const first = setUp({ cache });
    await first.embed(['a', 'bb']).settled;
    await until(() => stored.size === 2);
    expect([...stored.keys()].every((key) => /^v1:[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(await first.embed(['bb', 'a']).settled).toEqual(ok(undefined));
    expect(first.order()).toEqual(['a', 'bb']);
    expect(first.manifest).toHaveBeenCalledTimes(1);

    const nextVisit = setUp({ cache });
    const call = nextVisit.embed(['a', 'bb', 'a']);
    expect(await call.settled).toEqual(ok(undefined));
    expect(call.vectors).toEqual(
      new Map([
        [0, 1],
        [1, 2],
        [2, 1],
      ]),
    );
    expect(nextVisit.workers).toHaveLength(0);
    expect(await nextVisit.embed([]).settled).toEqual(ok(undefined));
  });

  it('does not use vectors of another model version', async () => {
    const { cache, stored } = memoryCache();
    const first = setUp({ cache });
    await first.embed(['a']).settled;
    await until(() => stored.size === 1);
    const other = setUp({ cache, manifest: () => Response.json({ ...MANIFEST, version: 'v2' }) });
    await other.embed(['a']).settled;
    expect(other.order()).toEqual(['a']);
  });

  it('reports stages, bytes and texts done', async () => {
    const { embed, workers } = setUp({ hold: true });
    const call = embed(['a', 'bb', 'a']);
    await until(() => workers.length === 1);
    workers[0]!.emit({ stage: 'download', bytesLoaded: 5, bytesTotal: 10 });
    workers[0]!.emit({ stage: 'start' });
    workers[0]!.holding = false;
    workers[0]!.release();
    await call.settled;
    const steps = call.progress.map(({ stage, bytesLoaded, done, total }) => [
      stage,
      bytesLoaded,
      done,
      total,
    ]);
    expect(steps[0]).toEqual(['cache', undefined, 0, 3]);
    expect(steps).toContainEqual(['download', 5, 0, 3]);
    expect(steps).toContainEqual(['start', undefined, 0, 3]);
    expect(steps).toContainEqual(['embed', undefined, 2, 3]);
    expect(steps.at(-1)).toEqual(['done', undefined, 3, 3]);
  });

  it('cancels between texts, without stopping another call that wants one of them', async () => {
    const { embed, workers, order } = setUp();
    await embed(['warm up']).settled;
    workers[0]!.holding = true;
    const cancelled = embed(['a', 'bb', 'ccc']);
    const other = embed(['ccc']);
    await until(() => workers[0]!.requests('embed').length === 2);
    await aWhile();
    cancelled.abort();
    expect(await cancelled.settled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    workers[0]!.holding = false;
    workers[0]!.release();
    expect(await other.settled).toEqual(ok(undefined));
    expect(order()).toEqual(['warm up', 'a', 'ccc']);
    expect(cancelled.vectors.size).toBe(0);
    // The text that was under way when the call was cancelled is not lost.
    expect(await embed(['a']).settled).toEqual(ok(undefined));
    expect(order()).toEqual(['warm up', 'a', 'ccc']);
  });

  it('does nothing for a call that is cancelled before it starts', async () => {
    const { embed, workers } = setUp();
    const result = await embed(['a'], { signal: AbortSignal.abort() }).settled;
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(workers).toHaveLength(0);
  });

  it.each<[string, () => Response]>([
    ['absent', () => new Response('', { status: 404 })],
    [
      'a web page in its place',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a web page without a type', () => new Response('<!doctype html>')],
    ['something else', () => Response.json({ id: 'model' })],
    [
      'out of reach',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])(
    'says that the model is missing when the manifest is %s, and tries again on retry',
    async (_, manifest) => {
      let broken = true;
      const { embed, client, workers } = setUp({
        manifest: () => (broken ? manifest() : Response.json(MANIFEST)),
      });
      expect(await embed(['a']).settled).toMatchObject({ ok: false, error: { code: 'model-missing' } });
      broken = false;
      expect(await embed(['a']).settled).toMatchObject({ ok: false, error: { code: 'model-missing' } });
      expect(workers).toHaveLength(0);
      client.retry();
      expect(await embed(['a']).settled).toEqual(ok(undefined));
    },
  );

  it('gives a worker that crashes at its start as a value, then a fresh one on retry', async () => {
    const { embed, client, workers } = setUp({ hold: true });
    const calls = [embed(['a']), embed(['bb'])];
    await until(() => workers.length === 1);
    workers[0]!.crash('the script is missing');
    for (const { settled } of calls) {
      expect(await settled).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
    }
    expect(workers[0]!.terminated).toBe(true);
    expect(await embed(['a']).settled).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
    expect(workers).toHaveLength(1);
    client.retry();
    const again = embed(['a']);
    await until(() => workers.length === 2);
    workers[1]!.holding = false;
    workers[1]!.release();
    expect(await again.settled).toEqual(ok(undefined));
  });

  it('keeps what was delivered before a crash, and goes on from there', async () => {
    const { embed, client, workers, order } = setUp({
      answer: (method, request: { text: string }) => {
        if (method === 'embed' && request.text === 'bb') workers[0]!.holding = true;
        return answer(method, request);
      },
    });
    const call = embed(['a', 'bb', 'ccc']);
    await until(() => order().includes('ccc'));
    workers[0]!.crash();
    expect(await call.settled).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
    expect([...call.vectors.keys()]).toEqual([0, 1]);
    client.retry();
    expect(await embed(['a', 'bb', 'ccc']).settled).toEqual(ok(undefined));
    expect(order()).toEqual(['a', 'bb', 'ccc', 'ccc']);
  });

  it('passes on why the model failed', async () => {
    const problem: Problem = { code: 'model-failed', message: 'No.' };
    const { embed } = setUp({
      answer: () => {
        throw problem;
      },
    });
    expect(await embed(['a']).settled).toEqual(fail(problem));
  });

  it('gives a worker that cannot be made as a value', async () => {
    const { embed } = setUp({
      createWorker: () => {
        throw new Error('forbidden');
      },
    });
    expect(await embed(['a']).settled).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
  });

  it('settles pending calls when it is disposed, wherever they are', async () => {
    const { embed, client, workers } = setUp({ hold: true });
    const starting = embed(['a']);
    await until(() => workers.length === 1);
    const queued = embed(['bb']);
    client.dispose();
    for (const { settled } of [starting, queued]) {
      expect(await settled).toMatchObject({ ok: false, error: { code: 'worker-stopped' } });
    }
    expect(workers[0]!.terminated).toBe(true);
  });

  it('goes on in memory when vectors cannot be stored, and says so once', async () => {
    const problem: Problem = { code: 'cache-full', message: 'Full.' };
    const putMany = vi.fn(() => Promise.resolve(fail(problem)));
    const { embed, cacheProblems, order } = setUp({
      cache: { getMany: () => Promise.resolve(new Map()), putMany },
    });
    expect(await embed(['a', 'bb', 'ccc']).settled).toEqual(ok(undefined));
    await until(() => cacheProblems.length > 0);
    expect(await embed(['dddd', 'a']).settled).toEqual(ok(undefined));
    await aWhile();
    expect(cacheProblems).toEqual([problem]);
    expect(order()).toEqual(['a', 'bb', 'ccc', 'dddd']);
    const calls = putMany.mock.calls.length;
    await embed(['eeeee']).settled;
    await aWhile();
    expect(putMany).toHaveBeenCalledTimes(calls);
  });

  it('does not hang on a cache that breaks its promise', async () => {
    const { embed } = setUp({
      cache: {
        getMany: () => Promise.reject(new Error('broken')),
        putMany: () => Promise.resolve(ok(undefined)),
      },
    });
    expect(await embed(['a']).settled).toMatchObject({ ok: false, error: { code: 'worker-failed' } });
  });
});
