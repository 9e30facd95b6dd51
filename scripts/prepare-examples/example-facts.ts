import { createHash } from 'node:crypto';
import { embeddingText } from '../../src/core/embedding-text';
import { hash64 } from '../../src/core/hash';
import { buildSentenceIndex } from '../../src/core/summary/sentence-index';
import { textsToCount } from '../../src/core/token-facts';
import { segment } from '../../src/core/turns';
import type { Example } from '../../src/examples/example';

export const TOKENIZER = 'o200k_base';

/** The texts of an example whose facts the app asks for when it opens it: distinct, in order of first use. */
export interface ExampleTexts {
  readonly counted: readonly string[];
  readonly embedded: readonly string[];
}

/** `public/examples/<id>.json`; src/platform/example-facts.ts reads it. */
export interface FactsFile {
  /** Version of the model, from its manifest. */
  readonly model: string;
  readonly tokenizer: typeof TOKENIZER;
  readonly dimensions: number;
  /** hash64 of a text -> its tokens. */
  readonly tokens: Readonly<Record<string, number>>;
  /** hash64 of the texts whose vectors `<id>.f32` holds one after the other, as little-endian float32. */
  readonly vectors: readonly string[];
  /** Hash of everything these facts were computed from; see hashInputs. */
  readonly inputs: string;
}

export interface FactsComputer {
  readonly model: string;
  readonly dimensions: number;
  count(text: string): number;
  embed(text: string): Promise<Float32Array>;
}

export function exampleTexts({ document }: Example): ExampleTexts {
  const { messages } = document.conversation;
  const { preambleEnd } = segment(messages, 'auto');
  const embedded = messages.slice(preambleEnd).map(embeddingText);
  return {
    counted: textsToCount(messages, buildSentenceIndex(messages), false),
    embedded: [...new Set(embedded)].filter((text) => text !== null),
  };
}

/**
 * What an example's facts depend on: its texts, as the present core makes them, and `code`: the model's version and
 * whatever else computes them. 64 hexadecimal digits.
 */
export const hashInputs = (texts: ExampleTexts, code: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([texts, code]))
    .digest('hex');

/** Computes an example's facts one text at a time; `vectors` holds `dimensions` numbers per embedded text. */
export async function computeFacts(
  texts: ExampleTexts,
  computer: FactsComputer,
  inputs: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<{ readonly file: FactsFile; readonly vectors: Float32Array }> {
  const { model, dimensions } = computer;
  const tokens = new Map<string, number>();
  for (const text of texts.counted) tokens.set(hash64(text), computer.count(text));
  if (tokens.size !== texts.counted.length) throw new Error('Two texts of an example have the same hash64.');

  const vectors = new Float32Array(texts.embedded.length * dimensions);
  for (const [i, text] of texts.embedded.entries()) {
    vectors.set(await computer.embed(text), i * dimensions);
    onProgress(i + 1, texts.embedded.length);
  }
  const file: FactsFile = {
    model,
    tokenizer: TOKENIZER,
    dimensions,
    tokens: Object.fromEntries(tokens),
    vectors: texts.embedded.map(hash64),
    inputs,
  };
  return { file, vectors };
}

/** Little-endian whatever the machine's own order is. */
export function toBytes(vectors: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vectors.length * 4);
  const view = new DataView(bytes.buffer);
  vectors.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  return bytes;
}

export function fromBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}
