import { hash64 } from '../core/hash';
import type { VectorLookup } from '../core/relevance-facts';
import type { TokenLookup } from '../core/token-facts';

/** Precomputed facts of a bundled example, by hash of the text they belong to. */
export interface FactSeed {
  readonly tokens: ReadonlyMap<string, number>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** Texts longer than this are never in a seed: not worth hashing. */
const LONGEST_SEEDED = 20_000;
/** More texts than a conversation has; typing makes new ones without end. */
const MAX_UNSEEDED = 100_000;

/**
 * What has been computed once and is reused by every version of the document: token counts and vectors by text.
 * Versions grow when something was added, so that readers know when to look again.
 */
export class FactCache {
  tokenVersion = 0;
  vectorVersion = 0;
  private readonly counts = new Map<string, number>();
  private readonly vectors = new Map<string, Float32Array>();
  private readonly seeds: FactSeed[] = [];
  /** Texts that no seed has: they are asked for after every edit, and a hash reads the whole text. */
  private readonly unseeded = new Set<string>();

  readonly tokensOf: TokenLookup = (text) => this.look(text, this.counts, (seed) => seed.tokens);
  readonly vectorOf: VectorLookup = (text) => this.look(text, this.vectors, (seed) => seed.vectors);

  addSeed(seed: FactSeed): void {
    this.seeds.push(seed);
    this.unseeded.clear();
    this.tokenVersion++;
    this.vectorVersion++;
  }

  addCounts(texts: readonly string[], counts: Int32Array): void {
    texts.forEach((text, i) => {
      this.counts.set(text, counts[i]!);
    });
    this.tokenVersion++;
  }

  addVector(text: string, vector: Float32Array): void {
    this.vectors.set(text, vector);
    this.vectorVersion++;
  }

  private look<T>(
    text: string,
    own: Map<string, T>,
    pick: (seed: FactSeed) => ReadonlyMap<string, T>,
  ): T | undefined {
    const known = own.get(text);
    if (known !== undefined || this.seeds.length === 0 || text.length > LONGEST_SEEDED) return known;
    if (this.unseeded.has(text)) return undefined;
    const hash = hash64(text);
    let seeded = false;
    for (const seed of this.seeds) {
      const value = pick(seed).get(hash);
      if (value !== undefined) {
        own.set(text, value);
        return value;
      }
      seeded ||= seed.tokens.has(hash) || seed.vectors.has(hash);
    }
    if (!seeded) {
      if (this.unseeded.size >= MAX_UNSEEDED) this.unseeded.clear();
      this.unseeded.add(text);
    }
    return undefined;
  }
}
