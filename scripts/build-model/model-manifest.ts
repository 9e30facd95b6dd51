import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ARCHITECTURE, MAX_TOKENS, MODEL_ID } from './architecture';

export interface ManifestFile {
  /** Relative to the manifest's folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** `public/models/manifest.json`: what the app reads before it loads the model. */
export interface ModelManifest {
  readonly id: string;
  /** Hash of the files' contents (16 hex digits): vectors cached under another version are not this model's. */
  readonly version: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly files: readonly ManifestFile[];
  /** Hash of everything the files were made from; the build is skipped while it is unchanged. */
  readonly inputs: string;
}

export const MANIFEST_NAME = 'manifest.json';
const VERSION_DIGITS = 16;

export const sha256 = (...chunks: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};

export function createManifest(contents: ReadonlyMap<string, Uint8Array>, inputs: string): ModelManifest {
  const files = [...contents].map(([file, data]) => ({
    path: file,
    bytes: data.length,
    sha256: sha256(data),
  }));
  const version = sha256(files.map((file) => `${file.path} ${file.sha256}\n`).join('')).slice(
    0,
    VERSION_DIGITS,
  );
  return { id: MODEL_ID, version, dimensions: ARCHITECTURE.hidden, maxTokens: MAX_TOKENS, files, inputs };
}

/** The manifest in a folder, or undefined when there is none that can be read. */
export function readManifest(folder: string): ModelManifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, MANIFEST_NAME), 'utf8')) as ModelManifest;
  } catch {
    return undefined;
  }
}

/** Whether the folder holds exactly what a build from these inputs would write. */
export function isUpToDate(folder: string, inputs: string): boolean {
  const manifest = readManifest(folder);
  if (manifest?.inputs !== inputs) return false;
  return manifest.files.every((file) => {
    const full = path.join(folder, file.path);
    return existsSync(full) && sha256(readFileSync(full)) === file.sha256;
  });
}
