import path from 'node:path';

/** The repository's root folder, absolute. */
export const ROOT = path.join(import.meta.dirname, '..', '..');
