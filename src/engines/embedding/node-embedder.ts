/**
 * The embedder in Node, for scripts, tests and a headless runner. Not for browser bundles: it imports node modules.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import type { EmbeddedText } from '../../core/ports';
import { fail, ok, type Result } from '../../core/result';
import { embedText, embedUnchunked } from './embedder';
import { type ModelManifest, parseManifest } from './model-manifest';

export interface NodeEmbedder {
  readonly manifest: ModelManifest;
  /** Embeds one text, as the browser does. */
  embed(text: string): Promise<EmbeddedText>;
  /** See embedUnchunked in embedder.ts: for comparisons with reference vectors. */
  embedUnchunked(text: string): Promise<Float32Array>;
}

/** What the model in a folder is, without starting it. Fails with `model-missing`. */
export async function readModelManifest(modelsFolder: string): Promise<Result<ModelManifest>> {
  let manifest: ModelManifest | undefined;
  try {
    manifest = parseManifest(await readFile(path.join(modelsFolder, 'manifest.json'), 'utf8'));
  } catch {
    manifest = undefined;
  }
  if (manifest) return ok(manifest);
  return fail({
    code: 'model-missing',
    message: 'The embedding model has not been built; run "tsx scripts/build-model.ts" first.',
  });
}

/**
 * Loads the model from a folder that holds manifest.json (`public/models` after `tsx scripts/build-model.ts`).
 * Fails with `model-missing` or `model-failed`. One thread, so that a vector does not depend on the machine.
 */
export async function createNodeEmbedder(modelsFolder: string): Promise<Result<NodeEmbedder>> {
  const read = await readModelManifest(modelsFolder);
  if (!read.ok) return read;
  const manifest = read.value;
  try {
    // transformers.js takes the runtime it finds under this symbol, so both have to be set before it is imported.
    const dist = path.dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
    ort.env.wasm.wasmPaths = `${pathToFileURL(dist).href}/`;
    ort.env.wasm.numThreads = 1;
    Reflect.set(globalThis, Symbol.for('onnxruntime'), ort);
    const { configureTransformers, loadSentenceModel } = await import('./sentence-model');
    configureTransformers(`${path.resolve(modelsFolder)}${path.sep}`);
    const model = await loadSentenceModel(manifest.id, 'auto');
    return ok({
      manifest,
      embed: (text) => embedText(model, text),
      embedUnchunked: (text) => embedUnchunked(model, text),
    });
  } catch (error) {
    return fail({
      code: 'model-failed',
      message: `The embedding model could not be started: ${String(error)}`,
    });
  }
}
