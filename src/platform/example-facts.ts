import { fail, ok, type Result } from '../core/result';

/** Precomputed facts of a bundled example, by hash64 of the text they belong to. */
export interface ExampleFacts {
  readonly tokens: ReadonlyMap<string, number>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** `<id>.json` as scripts/prepare-examples writes it; the vectors lie in `<id>.f32` in the order of `vectors`. */
interface FactsFile {
  readonly dimensions: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly vectors: readonly string[];
}

const missing = (id: string) =>
  fail({
    code: 'example-facts-missing',
    message: `The precomputed facts of the example “${id}” are missing; they are computed here instead.`,
  });

/** Fetches what the build computed for an example. A failure costs time, not correctness: the workers compute the same. */
export async function loadExampleFacts(baseUri: string, id: string): Promise<Result<ExampleFacts>> {
  try {
    const [facts, vectors] = await Promise.all([
      fetch(new URL(`examples/${id}.json`, baseUri)),
      fetch(new URL(`examples/${id}.f32`, baseUri)),
    ]);
    // A single-page host answers missing files with index.html and status 200.
    if (!facts.ok || !vectors.ok || vectors.headers.get('content-type')?.includes('html')) return missing(id);
    const file = JSON.parse(await facts.text()) as FactsFile;
    const floats = new Float32Array(await vectors.arrayBuffer());
    if (floats.length !== file.vectors.length * file.dimensions) return missing(id);
    return ok({
      tokens: new Map(Object.entries(file.tokens)),
      vectors: new Map(
        file.vectors.map((hash, i) => [
          hash,
          floats.subarray(i * file.dimensions, (i + 1) * file.dimensions),
        ]),
      ),
    });
  } catch {
    return missing(id);
  }
}
