import { fail, ok, type Result } from '../../core/result';
import { WeightedCache } from '../weighted-cache';
import { WorkerHost, type WorkerLike } from '../worker-rpc';
import type { TokenContract } from './token-contract';

export interface TokenClient {
  /**
   * Exact o200k_base tokens of each text, in order. Each distinct text is counted once and remembered. Never rejects;
   * fails with `cancelled` (taking effect between batches), `worker-crashed`, `worker-failed` or `worker-stopped`.
   * After a crash the next call starts a fresh worker.
   */
  count(texts: readonly string[], signal?: AbortSignal): Promise<Result<Int32Array>>;
  /** Ends the worker; pending calls fail with `worker-stopped`. */
  dispose(): void;
}

/** Characters per message to the worker: some 50 ms of counting, after which a cancellation takes effect. */
const BATCH_CHARACTERS = 500_000;
/** Characters of remembered texts. */
const MEMORY_LIMIT = 20_000_000;
const COUNT_WEIGHT = 64;

/** Creates the real worker. One literal expression, or the bundler does not see the worker. */
export const createTokenWorker = (): WorkerLike =>
  new Worker(new URL('./tokens.worker.ts', import.meta.url), { type: 'module' });

/** The worker, and with it the encoding's data, is loaded on the first text that is not in memory. */
export function createTokenClient(createWorker: () => WorkerLike): TokenClient {
  const memory = new WeightedCache<number>(MEMORY_LIMIT);
  let host: WorkerHost<TokenContract> | undefined;
  /** Calls wait for each other, so that a later one finds what an earlier one counted. */
  let previous: Promise<unknown> = Promise.resolve();

  async function countBatch(texts: readonly string[]): Promise<Result<Int32Array>> {
    host ??= new WorkerHost<TokenContract>({ name: 'The token-counting worker', createWorker });
    const used = host;
    const result = await used.call('count', { texts });
    if (!result.ok && host === used) {
      used.terminate();
      host = undefined;
    }
    return result;
  }

  async function count(texts: readonly string[], signal?: AbortSignal): Promise<Result<Int32Array>> {
    // The caller's own answers, so that forgetting in between cannot lose one.
    const counts = new Map<string, number>([['', 0]]);
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const known = memory.get(text);
      if (known !== undefined) counts.set(text, known);
      else if (text !== '') missing.push(text);
    }
    for (const batch of batches(missing)) {
      if (signal?.aborted) return fail({ code: 'cancelled', message: 'Counting tokens was cancelled.' });
      const result = await countBatch(batch);
      if (!result.ok) return result;
      batch.forEach((text, i) => {
        counts.set(text, result.value[i]!);
        memory.set(text, result.value[i]!, text.length + COUNT_WEIGHT);
      });
    }
    return ok(Int32Array.from(texts, (text) => counts.get(text)!));
  }

  return {
    count: (texts, signal) => {
      const result = previous.then(() => count(texts, signal));
      previous = result;
      return result;
    },
    dispose: () => {
      host?.terminate();
      host = undefined;
    },
  };
}

function* batches(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    batch.push(text);
    characters += text.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
