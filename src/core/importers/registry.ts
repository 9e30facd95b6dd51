/// <reference types="vite/types/importMeta.d.ts" />
import type { Importer } from './importer';

const modules = import.meta.glob<{ readonly importer: Importer }>('./*.importer.ts', { eager: true });

/** Every `<id>.importer.ts` of this folder, by id: a new format is a new file and nothing else. */
export const importers: readonly Importer[] = Object.values(modules)
  .map((module) => module.importer)
  .sort((a, b) => (a.id < b.id ? -1 : 1));
