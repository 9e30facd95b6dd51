import type { Problem } from '../core/result';
import type { ImportsStorage } from '../platform/imports-storage';

/** Files whose last choice is kept. */
const MAX_CHOICES = 200;

interface ChoicesParts {
  readonly storage: ImportsStorage;
  readonly now: () => number;
}

/** Which conversations were chosen of a file the last time: names and ids only, no contents. */
export function startChoices({ storage, now }: ChoicesParts, report: (problem: Problem) => void) {
  return {
    /** Ids of conversations, of all these files together. */
    async last(sources: readonly string[]): Promise<ReadonlySet<string>> {
      const choices = await storage.choices(sources);
      return new Set(choices.ok ? choices.value.flatMap((c) => c.chosen) : []);
    },

    /** A file of which nothing was chosen keeps its earlier choice. */
    async keep(entries: readonly { readonly id: string; readonly source: string }[]): Promise<void> {
      const at = now();
      const bySource = new Map<string, string[]>();
      for (const { id, source } of entries) bySource.set(source, [...(bySource.get(source) ?? []), id]);
      const rows = [...bySource].map(([source, chosen]) => ({ source, at, chosen }));
      const saved = await storage.choose(rows, MAX_CHOICES);
      if (!saved.ok) report(saved.error);
    },
  };
}
