/**
 * Precomputes what the bundled examples need on first sight: `tsx scripts/prepare-examples.ts`, after build-model.ts.
 * Writes public/examples/<id>.json and <id>.f32 with the code that counts and embeds in the browser.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { parseManifest } from '../src/engines/embedding/model-manifest';
import { ROOT } from './lib/root';
import {
  computeFacts,
  exampleTexts,
  type FactsComputer,
  type FactsFile,
  hashInputs,
  toBytes,
} from './prepare-examples/example-facts';

const MODELS = path.join(ROOT, 'public', 'models');
const OUT = path.join(ROOT, 'public', 'examples');

/** What turns a text into a number or a vector; what makes the texts is covered by the texts themselves. */
const CODE = [
  'scripts/prepare-examples/example-facts.ts',
  'src/core/hash.ts',
  'src/engines/embedding/chunking.ts',
  'src/engines/embedding/embedder.ts',
  'src/engines/embedding/node-embedder.ts',
  'src/engines/embedding/sentence-model.ts',
  'src/engines/tokens/token-counter.ts',
  'node_modules/@huggingface/transformers/package.json',
  'node_modules/gpt-tokenizer/package.json',
  'node_modules/onnxruntime-web/package.json',
];

function isUpToDate(id: string, inputs: string): boolean {
  try {
    const file = JSON.parse(readFileSync(path.join(OUT, `${id}.json`), 'utf8')) as FactsFile;
    const bytes = statSync(path.join(OUT, `${id}.f32`)).size;
    return file.inputs === inputs && bytes === file.vectors.length * file.dimensions * 4;
  } catch {
    return false;
  }
}

function removeAllBut(ids: ReadonlySet<string>): void {
  if (!existsSync(OUT)) return;
  for (const name of readdirSync(OUT)) if (!ids.has(path.parse(name).name)) rmSync(path.join(OUT, name));
}

// Imported when there is work: the runtime, the model and the encoding take seconds to load.
async function startComputer(): Promise<FactsComputer> {
  const { countTokensInNode } = await import('../src/engines/tokens/node-token-counter');
  const { createNodeEmbedder } = await import('../src/engines/embedding/node-embedder');
  const created = await createNodeEmbedder(MODELS);
  if (!created.ok) throw new Error(created.error.message);
  const { manifest, embed } = created.value;
  return {
    model: manifest.version,
    dimensions: manifest.dimensions,
    count: countTokensInNode,
    embed: async (text) => (await embed(text)).vector,
  };
}

async function main(): Promise<void> {
  const manifestFile = path.join(MODELS, 'manifest.json');
  const manifest = existsSync(manifestFile) ? parseManifest(readFileSync(manifestFile, 'utf8')) : undefined;
  if (!manifest) throw new Error('The embedding model has not been built; run "npm run assets".');
  const code = [manifest.version, ...CODE.map((file) => readFileSync(path.join(ROOT, file), 'utf8'))];

  // The registry finds its files with import.meta.glob, which only Vite knows.
  const { module } = await runnerImport<typeof import('../src/examples/all')>(
    path.join(ROOT, 'src', 'examples', 'all.ts'),
    { root: ROOT, configFile: false, logLevel: 'warn' },
  );
  const { allExamples: examples } = module;
  mkdirSync(OUT, { recursive: true });
  removeAllBut(new Set(examples.map(({ id }) => id)));

  let computer: FactsComputer | undefined;
  for (const example of examples) {
    const { id } = example;
    const texts = exampleTexts(example);
    const inputs = hashInputs(texts, code);
    if (isUpToDate(id, inputs)) {
      console.log(`public/examples/${id} is up to date.`);
      continue;
    }
    console.log(
      `public/examples/${id}: embedding ${texts.embedded.length} texts, once; this takes up to a minute.`,
    );
    computer ??= await startComputer();
    const { file, vectors } = await computeFacts(texts, computer, inputs, (done, total) => {
      if (process.stdout.isTTY) process.stdout.write(`\rpublic/examples/${id}: embedding ${done}/${total}`);
    });
    // Removed first and written last: an interrupted run leaves no file that vouches for half the vectors.
    rmSync(path.join(OUT, `${id}.json`), { force: true });
    writeFileSync(path.join(OUT, `${id}.f32`), toBytes(vectors));
    writeFileSync(path.join(OUT, `${id}.json`), `${JSON.stringify(file)}\n`);
    if (process.stdout.isTTY) process.stdout.write('\r');
    console.log(
      `public/examples/${id}: ${texts.counted.length} token counts, ${texts.embedded.length} vectors.`,
    );
  }
}

try {
  await main();
} catch (error) {
  console.error(`prepare-examples: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
