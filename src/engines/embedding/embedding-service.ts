import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { fail, ok, type Result } from '../../core/result';
import { describeError, type Handlers } from '../worker-rpc';
import { embedText, embedUnchunked, type SentenceModel } from './embedder';
import type { EmbeddingContract, EmbeddingWorkerEvent } from './embedding-contract';
import { downloadModel } from './model-files';
import { configureTransformers, env, loadSentenceModel } from './sentence-model';

/** More threads than this gain nothing on matrices of this size. */
const MAX_THREADS = 4;
/** transformers.js asks for files under this made-up folder; they are served from memory. */
const MEMORY_FOLDER = '/model-in-memory/';

/** The embedding worker's methods. The model is loaded by `start` and kept. */
export function createEmbeddingService(): Handlers<EmbeddingContract, EmbeddingWorkerEvent> {
  let model: SentenceModel | undefined;

  async function withModel<T>(use: (loaded: SentenceModel) => Promise<T>): Promise<Result<T>> {
    if (!model) return fail({ code: 'model-failed', message: 'The embedding model has not been started.' });
    try {
      return ok(await use(model));
    } catch (error) {
      return fail({ code: 'model-failed', message: `The embedding model failed: ${describeError(error)}.` });
    }
  }

  return {
    start: async ({ modelsUrl, manifest }, emit) => {
      const onBytes = (bytesLoaded: number, bytesTotal: number): void =>
        emit({ stage: 'download', bytesLoaded, bytesTotal });
      const files = await downloadModel(modelsUrl, manifest, onBytes, (url) => fetch(url));
      if (!files.ok) return files;
      emit({ stage: 'start' });
      try {
        const threads = configureRuntime();
        configureTransformers(MEMORY_FOLDER);
        const restore = serveFromMemory(files.value);
        model = await loadSentenceModel(manifest.id, 'wasm').finally(restore);
        return ok({ threads });
      } catch (error) {
        const message = `The embedding model could not be started in this browser: ${describeError(error)}.`;
        return fail({ code: 'model-failed', message });
      }
    },
    embed: ({ text }) => withModel((loaded) => embedText(loaded, text)),
    embedUnchunked: ({ text }) => withModel((loaded) => embedUnchunked(loaded, text)),
  };
}

/**
 * Both wasm paths are always given: with threads and without the .mjs path the built app hangs. Threads need shared
 * memory, which browsers give only to cross-origin isolated pages.
 */
function configureRuntime(): number {
  const wasm = env.backends.onnx.wasm;
  if (!wasm) throw new Error('this build of onnxruntime has no wasm backend');
  wasm.wasmPaths = { mjs: mjsUrl, wasm: wasmUrl };
  wasm.numThreads = self.crossOriginIsolated ? Math.min(MAX_THREADS, navigator.hardwareConcurrency) : 1;
  return wasm.numThreads;
}

/** Answers transformers.js's requests with the downloaded files, so that each file crosses the network once. */
function serveFromMemory(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): () => void {
  const previous = env.fetch;
  env.fetch = (input: string | URL) => {
    const path = String(input).replace(MEMORY_FOLDER, '');
    const data = files.get(path);
    return Promise.resolve(
      data
        ? new Response(data, { headers: { 'content-length': String(data.length) } })
        : new Response(null, { status: 404 }),
    );
  };
  return () => {
    env.fetch = previous;
  };
}
