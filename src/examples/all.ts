import type { Example } from './example';
import { more } from './more';
import { firstExample } from './registry';

/** Every bundled conversation at once, for scripts and tests; the app loads all but the first later. */
export const allExamples: readonly Example[] = [firstExample, ...more].sort((a, b) => a.order - b.order);
