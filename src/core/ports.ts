import type { Result } from './result';

/** One text's embedding and how much of the text it stands for. */
export interface EmbeddedText {
  /** 384 numbers of length 1; all zeros when the text holds no token (blank text). */
  readonly vector: Float32Array;
  /** Content tokens of the text, without [CLS] and [SEP]. */
  readonly tokens: number;
  /** The text was too long to be tokenised wholly: `tokens` and `chunks` are scaled up from evenly spread slices. */
  readonly estimated: boolean;
  /** Windows that cover the whole text; 0 for blank text. */
  readonly chunks: number;
  /** Windows that were embedded; fewer than `chunks` when the text is longer than the cap. */
  readonly chunksUsed: number;
}

/** Embeddings kept between visits. A key names model version and text, so an entry never goes stale. */
export interface VectorCache {
  /** What is stored under these keys; absent keys are absent, and a cache that cannot be read is an empty one. */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, EmbeddedText>>;
  /** Fails with `cache-full` or `cache-unavailable`; the caller then goes on in memory. */
  putMany(entries: ReadonlyMap<string, EmbeddedText>): Promise<Result<void>>;
}
