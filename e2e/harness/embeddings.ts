/** Lets a test drive the engines as the app does: real clients, real workers, real IndexedDB. */
import type { Problem, Result } from '../../src/core/result';
import type { EmbeddingProgress } from '../../src/engines/embedding/embedding-call';
import {
  createEmbeddingClient,
  createEmbeddingWorker,
  modelsUrlOf,
} from '../../src/engines/embedding/embedding-client';
import type { EmbeddingContract, EmbeddingWorkerEvent } from '../../src/engines/embedding/embedding-contract';
import { fetchManifest } from '../../src/engines/embedding/model-files';
import { createTokenClient, createTokenWorker } from '../../src/engines/tokens/token-client';
import { WorkerHost } from '../../src/engines/worker-rpc';
import { createEmbeddingCache } from '../../src/platform/embedding-cache';

export interface EmbedAllResult {
  readonly result: Result<void>;
  /** By index; null where no vector came. */
  readonly vectors: readonly (readonly number[] | null)[];
  readonly coverage: readonly ({ tokens: number; chunks: number; chunksUsed: number } | null)[];
  readonly progress: readonly EmbeddingProgress[];
  readonly cacheProblems: readonly Problem[];
  readonly milliseconds: number;
}

export interface UnchunkedResult {
  readonly threads: number;
  readonly vectors: readonly (readonly number[])[];
  /** Per text, without loading the model. */
  readonly milliseconds: number;
  readonly millisecondsToStart: number;
}

const modelsUrl = modelsUrlOf(document.baseURI);
const cacheProblems: Problem[] = [];
const client = createEmbeddingClient({
  modelsUrl,
  cache: createEmbeddingCache(),
  createWorker: createEmbeddingWorker,
  fetch: (url) => fetch(url),
  onCacheProblem: (problem) => cacheProblems.push(problem),
});
const tokens = createTokenClient(createTokenWorker);

async function embedAll(texts: readonly string[], cancelAfter?: number): Promise<EmbedAllResult> {
  const controller = new AbortController();
  const vectors: (number[] | null)[] = texts.map(() => null);
  const coverage: EmbedAllResult['coverage'][number][] = texts.map(() => null);
  const progress: EmbeddingProgress[] = [];
  const started = performance.now();
  let arrived = 0;
  const result = await client.embed(texts, {
    signal: controller.signal,
    onVector(index, embedded) {
      vectors[index] = [...embedded.vector];
      coverage[index] = { tokens: embedded.tokens, chunks: embedded.chunks, chunksUsed: embedded.chunksUsed };
      arrived += 1;
      if (arrived === cancelAfter) controller.abort();
    },
    onProgress: (p) => progress.push(p),
  });
  return { result, vectors, coverage, progress, cacheProblems, milliseconds: performance.now() - started };
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Past the client, since the app never embeds so; for comparing the model with its reference. */
async function embedUnchunked(texts: readonly string[]): Promise<UnchunkedResult> {
  const manifest = unwrap(await fetchManifest(modelsUrl, (url) => fetch(url)));
  const host = new WorkerHost<EmbeddingContract, EmbeddingWorkerEvent>({
    name: 'The embedding worker',
    createWorker: createEmbeddingWorker,
  });
  const opened = performance.now();
  const { threads } = unwrap(await host.call('start', { modelsUrl, manifest }));
  const started = performance.now();
  const vectors: number[][] = [];
  for (const text of texts) vectors.push([...unwrap(await host.call('embedUnchunked', { text }))]);
  const milliseconds = (performance.now() - started) / texts.length;
  host.terminate();
  return { threads, vectors, milliseconds, millisecondsToStart: started - opened };
}

async function countAll(texts: readonly string[]): Promise<number[]> {
  return [...unwrap(await tokens.count(texts))];
}

declare global {
  interface Window {
    readonly engines: {
      embedAll: typeof embedAll;
      embedUnchunked: typeof embedUnchunked;
      countAll: typeof countAll;
      retry(): void;
    };
  }
}
Object.assign(window, { engines: { embedAll, embedUnchunked, countAll, retry: () => client.retry() } });
