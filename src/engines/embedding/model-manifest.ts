import { DIMENSIONS } from './embedder';

/** The part of `models/manifest.json` (written by scripts/build-model.ts) that running the model needs. */
export interface ModelManifest {
  readonly id: string;
  /** Hash of the model's files; part of every cache key. */
  readonly version: string;
  readonly dimensions: number;
  /** Paths are relative to the manifest. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** The manifest in `text`; undefined for anything else, such as the HTML page a single-page host answers with. */
export function parseManifest(text: string): ModelManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isManifest(value) ? value : undefined;
}

function isManifest(value: unknown): value is ModelManifest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, version, dimensions, files } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof version === 'string' &&
    dimensions === DIMENSIONS &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every((file) => typeof file?.path === 'string' && typeof file?.bytes === 'number')
  );
}
