/// <reference types="vite/types/importMeta.d.ts" />
import type { Exporter } from './exporter';

const modules = import.meta.glob<{ readonly exporter: Exporter }>('./*.exporter.ts', { eager: true });

const ORDER = ['openai', 'anthropic', 'langchain', 'markdown', 'conversation-json'];
const rank = ({ id }: Exporter): number => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);

/** Every `<id>.exporter.ts` of this folder: a new format is a new file and nothing else. */
export const exporters: readonly Exporter[] = Object.values(modules)
  .map((module) => module.exporter)
  .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
