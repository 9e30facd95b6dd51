import type { EmbeddedText, VectorCache } from '../../core/ports';
import { fail, ok, type Problem, type Result } from '../../core/result';
import { WeightedCache } from '../weighted-cache';
import { describeError, WorkerHost, type WorkerLike } from '../worker-rpc';
import { EmbeddingCall, type EmbedOptions } from './embedding-call';
import type { EmbeddingContract, EmbeddingWorkerEvent } from './embedding-contract';
import { EmbeddingQueue } from './embedding-queue';
import { fetchManifest } from './model-files';
import type { ModelManifest } from './model-manifest';
import { hashText } from './text-hash';

export interface EmbeddingClient {
  /**
   * Embeds texts, each distinct text once, from memory, the cache, or the worker, in this order. Never rejects.
   * Fails with `cancelled`, `model-missing`, `model-failed`, `worker-crashed`, `worker-failed` or `worker-stopped`;
   * vectors delivered before a failure stay valid. After a failure other than `cancelled`, calls that need the worker
   * fail alike until `retry`.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Result<void>>;
  /** Forgets a failure, so that the next `embed` starts a fresh worker. */
  retry(): void;
  /** Ends the worker; pending and later calls that need it fail with `worker-stopped`. */
  dispose(): void;
}

export interface EmbeddingClientDependencies {
  /** Absolute URL of the folder with manifest.json, ending with a slash. */
  readonly modelsUrl: string;
  readonly cache: VectorCache;
  createWorker(): WorkerLike;
  fetch(url: string): Promise<Response>;
  /** Told once when vectors cannot be stored; embedding goes on in memory. */
  onCacheProblem?(problem: Problem): void;
}

/** A vector weighs its bytes, a text its length: some 10,000 messages. */
const MEMORY_LIMIT = 20_000_000;
const VECTOR_WEIGHT = 1_600;

/** Creates the real worker. One literal expression, or the bundler does not see the worker. */
export const createEmbeddingWorker = (): WorkerLike =>
  new Worker(new URL('./embed.worker.ts', import.meta.url), { type: 'module' });

/** The models folder beside the page (`document.baseURI`), wherever on its host the app lives. */
export const modelsUrlOf = (baseUri: string): string => new URL('models/', baseUri).href;

/** The worker and the model's manifest are fetched on the first call that neither memory nor the cache can answer. */
export function createEmbeddingClient(dependencies: EmbeddingClientDependencies): EmbeddingClient {
  const memory = new WeightedCache<EmbeddedText>(MEMORY_LIMIT);
  const queue = new EmbeddingQueue();
  const calls = new Set<EmbeddingCall>();
  let manifest: Promise<Result<ModelManifest>> | undefined;
  let host: WorkerHost<EmbeddingContract, EmbeddingWorkerEvent> | undefined;
  let failure: Problem | undefined;
  let pumping = false;
  let storing = true;
  /** Counts failures, so that what an earlier worker still answers cannot touch a later one. */
  let life = 0;

  const remember = (text: string, embedded: EmbeddedText): void =>
    memory.set(text, embedded, text.length + VECTOR_WEIGHT);

  async function store(version: string, text: string, embedded: EmbeddedText): Promise<void> {
    if (!storing) return;
    const stored = await dependencies.cache.putMany(new Map([[await keyOf(version, text), embedded]]));
    if (stored.ok || !storing) return;
    storing = false;
    dependencies.onCacheProblem?.(stored.error);
  }

  function failAll(problem: Problem): void {
    failure = problem;
    life += 1;
    host?.terminate();
    host = undefined;
    manifest = undefined;
    pumping = false;
    for (const call of [...calls]) call.finish(fail(problem));
  }

  async function startWorker(loaded: ModelManifest): Promise<Result<NonNullable<typeof host>>> {
    if (host) return ok(host);
    const fresh = new WorkerHost<EmbeddingContract, EmbeddingWorkerEvent>({
      name: 'The embedding worker',
      createWorker: dependencies.createWorker,
      onEvent: ({ stage, ...bytes }) => {
        for (const call of calls) call.progress(stage, 'bytesTotal' in bytes ? bytes : undefined);
      },
    });
    host = fresh;
    const started = await fresh.call('start', { modelsUrl: dependencies.modelsUrl, manifest: loaded });
    return started.ok ? ok(fresh) : started;
  }

  /** Feeds the worker one text at a time, so that what is withdrawn or urgent counts from the next text on. */
  async function pump(loaded: ModelManifest): Promise<void> {
    if (pumping) return;
    pumping = true;
    const mine = life;
    const started = await startWorker(loaded);
    if (mine !== life) return;
    if (!started.ok) return failAll(started.error);
    for (let text = queue.next(); text !== undefined; text = queue.next()) {
      for (const call of calls) call.progress('embed');
      const result = await started.value.call('embed', { text });
      if (mine !== life) return;
      if (!result.ok) return failAll(result.error);
      remember(text, result.value);
      void store(loaded.version, text, result.value);
      queue.settle(text, result.value);
    }
    pumping = false;
  }

  /** Delivers what the cache holds and queues the rest. */
  async function fetchMissing(call: EmbeddingCall): Promise<void> {
    const mine = life;
    manifest ??= fetchManifest(dependencies.modelsUrl, dependencies.fetch);
    const loaded = await manifest;
    if (mine !== life || !call.open) return;
    if (!loaded.ok) return failAll(loaded.error);
    const { version } = loaded.value;
    const texts = [...call.waiters.keys()];
    const keys = await Promise.all(texts.map((text) => keyOf(version, text)));
    const cached = await dependencies.cache.getMany(keys);
    if (mine !== life || !call.open) return;
    texts.forEach((text, i) => {
      const found = cached.get(keys[i]!);
      if (!found) return;
      remember(text, found);
      call.waiters.get(text)?.onEmbedded(found);
    });
    if (!call.open) return;
    for (const [text, waiter] of call.waiters) queue.add(text, waiter);
    await pump(loaded.value);
  }

  return {
    embed: (texts, options) => {
      const call = new EmbeddingCall(texts, options, (finished) => {
        calls.delete(finished);
        queue.remove(finished.waiters);
      });
      calls.add(call);
      call.start((text) => memory.get(text));
      if (call.open && failure) call.finish(fail(failure));
      if (call.open) {
        fetchMissing(call).catch((error: unknown) =>
          failAll({ code: 'worker-failed', message: `Embedding failed: ${describeError(error)}.` }),
        );
      }
      return call.settled;
    },
    retry: () => {
      failure = undefined;
    },
    dispose: () => failAll({ code: 'worker-stopped', message: 'The embedding worker was stopped.' }),
  };
}

const keyOf = async (version: string, text: string): Promise<string> => `${version}:${await hashText(text)}`;
