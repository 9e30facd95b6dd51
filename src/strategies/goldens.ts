/// <reference types="vite/types/importMeta.d.ts" />
import type { Golden } from '../core/message-rule';

const modules = import.meta.glob<{ readonly goldens?: readonly Golden[] }>(
  [
    './*.goldens.ts',
    './*.strategy.ts',
    './frameworks/*.goldens.ts',
    './frameworks/*.strategy.ts',
    './modifiers/*.modifier.ts',
  ],
  { eager: true },
);

/** The libraries' functions of all strategies and modifiers, for the conformance cases; the app never loads this. */
export const goldens: readonly Golden[] = Object.values(modules).flatMap((module) => module.goldens ?? []);
