import type { Recall } from '../../src/core/probes';

/** One question under one setting. */
export interface Answer {
  readonly recall: Recall;
  /** Of the request in which the question was asked. */
  readonly tokens: number;
  readonly category: string | undefined;
}

/** The means over all questions of one setting. */
export class Tally {
  #tokens = 0;
  #mostTokens = 0;
  readonly #all = new Mean();
  readonly #inSummary = new Mean();
  readonly #byCategory = new Map<string, Mean>();

  get probes(): number {
    return this.#all.count;
  }

  add({ recall, tokens, category }: Answer): void {
    this.#all.add(recall.verbatim);
    this.#inSummary.add(recall.inSummary);
    this.#tokens += tokens;
    this.#mostTokens = Math.max(this.#mostTokens, tokens);
    if (category === undefined) return;
    const own = this.#byCategory.get(category) ?? new Mean();
    own.add(recall.verbatim);
    this.#byCategory.set(category, own);
  }

  json(): object {
    const categories = [...this.#byCategory].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    return {
      probes: this.probes,
      evidenceRecall: this.#all.value,
      inSummaryOnly: this.#inSummary.value,
      tokens: { mean: this.#tokens / this.probes, max: this.#mostTokens },
      byCategory: Object.fromEntries(
        categories.map(([category, mean]) => [category, { probes: mean.count, evidenceRecall: mean.value }]),
      ),
    };
  }
}

class Mean {
  count = 0;
  #sum = 0;

  add(value: number): void {
    this.count++;
    this.#sum += value;
  }

  get value(): number {
    return this.#sum / this.count;
  }
}

/** Warnings of many conversations: one per code, with the first one's sentence. */
export class WarningTally {
  readonly #byCode = new Map<string, { readonly first: string; count: number }>();

  add(warnings: readonly string[]): void {
    for (const warning of warnings) {
      const code = warning.slice(0, warning.indexOf(':'));
      const known = this.#byCode.get(code);
      if (known) known.count++;
      else this.#byCode.set(code, { first: warning, count: 1 });
    }
  }

  list(): string[] {
    return [...this.#byCode.values()].map(({ first, count }) =>
      count === 1 ? first : `${first} (The first of ${count} conversations with this.)`,
    );
  }
}
