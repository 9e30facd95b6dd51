import type { Example } from './example';

const modules = import.meta.glob<{ readonly example: Example }>('./*.example.ts', { eager: true });

/** Every bundled conversation, in the order of the picker. A new file `<id>.example.ts` is all that is needed. */
export const examples: readonly Example[] = Object.values(modules)
  .map((module) => module.example)
  .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

export const exampleById = (id: string): Example | undefined => examples.find((example) => example.id === id);
