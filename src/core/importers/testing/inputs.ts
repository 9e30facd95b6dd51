import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../fixtures');

export interface FixtureInput {
  /** The folder of the importer. */
  readonly id: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The input files among the fixtures, by importer, smallest first: damage done to a short file is seen as well. */
export const fixtureInputs = (id?: string): FixtureInput[] =>
  (id === undefined ? readdirSync(FIXTURES) : [id])
    .flatMap((folder) =>
      readdirSync(join(FIXTURES, folder), { recursive: true })
        .map((name) => join(FIXTURES, folder, String(name)))
        .filter((path) => /[\\/]input\.\w+$/.test(path))
        .map((path) => ({ id: folder, path, bytes: new Uint8Array(readFileSync(path)) })),
    )
    .sort((a, b) => a.bytes.length - b.bytes.length || (a.path < b.path ? -1 : 1));

/** The shortest sound input of every importer. */
export function shortestInputs(): FixtureInput[] {
  const shortest = new Map<string, FixtureInput>();
  for (const input of fixtureInputs()) {
    if (input.bytes.length > 200 && !shortest.has(input.id)) shortest.set(input.id, input);
  }
  return [...shortest.values()];
}
