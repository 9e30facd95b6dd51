import type { Example } from './example';
import { example as first } from './three-files.example';

const known: Example[] = [first];

/** What a new visitor sees. */
export const firstExample: Example = first;

/**
 * Every bundled conversation, in the order of the picker; only the first until `loadExamples` is done. A new file
 * `<id>.example.ts` is all that is needed.
 */
export const examples: readonly Example[] = known;

export const exampleById = (id: string): Example | undefined => known.find((example) => example.id === id);

let loading: Promise<void> | undefined;

/** Loads all but the first, a chunk of their own; later calls wait for the same load. Rejects when it cannot be fetched. */
export function loadExamples(): Promise<void> {
  loading ??= import('./more')
    .then(({ more }) => {
      known.push(...more);
      known.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    })
    .catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
  return loading;
}
