import path from 'node:path';
import type { ConversationDocument, Message } from '../../src/core/conversation';
import { embeddingText } from '../../src/core/embedding-text';
import {
  DEFAULT_REQUEST_OPTIONS,
  type PreparedConversation,
  pinnedTurnNumbers,
} from '../../src/core/prepared';
import type { RelevanceMethod } from '../../src/core/relevance';
import { makeRelevanceFacts, type RelevanceFacts, type VectorLookup } from '../../src/core/relevance-facts';
import { ok, type Result } from '../../src/core/result';
import { makeStructure, type Structure } from '../../src/core/structure';
import { createSummarizer } from '../../src/core/summary/extractive';
import { buildSentenceIndex } from '../../src/core/summary/sentence-index';
import { rememberedEstimate } from '../../src/core/token-estimate';
import { DEFAULT_TOKEN_OPTIONS, makeTokenFacts, type TokenLookup } from '../../src/core/token-facts';
import type { SegmentationChoice } from '../../src/core/turns';
import type { ModelManifest } from '../../src/engines/embedding/model-manifest';
import type { NodeEmbedder } from '../../src/engines/embedding/node-embedder';
import { countTokens, type TokenEncoding } from '../../src/engines/tokens/token-counter';
import { InputError, type Io } from './command';
import { openVectorCache } from './vector-cache';

export const TOKENIZERS = ['o200k', 'cl100k', 'estimate'] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

/** Loaded when named: an encoding's data takes a good part of a second. */
const ENCODINGS = {
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** Counts with the named tokenizer, each text once; `estimate` knows no text, so that all counts are estimates. */
export async function openTokenizer(name: TokenizerName): Promise<TokenLookup> {
  if (name === 'estimate') return () => undefined;
  const encoding: TokenEncoding = (await ENCODINGS[name]()).default;
  const known = new Map<string, number>();
  return (text) => {
    let count = known.get(text);
    if (count === undefined) {
      count = countTokens(encoding, text);
      known.set(text, count);
    }
    return count;
  };
}

/** Token ids by o200k_base, special tokens as plain text. */
export async function openIds(): Promise<(text: string) => readonly number[]> {
  const { encode } = await ENCODINGS.o200k();
  return (text) => encode(text, { disallowedSpecial: new Set() });
}

export interface Vectors {
  readonly manifest: ModelManifest;
  readonly vectorOf: VectorLookup;
  /** Embeds the messages that are not embedded yet, by this run or an earlier one. */
  embed(messages: Iterable<Message>): Promise<void>;
}

const PROGRESS_EVERY = 250;

/**
 * The embedding model of the app, in Node. Fails with `model-missing`. The model itself is started by the first text whose
 * vector no earlier run has made; @throws InputError `model-failed` where it cannot be.
 */
export async function openVectors(io: Io): Promise<Result<Vectors>> {
  const { createNodeEmbedder, readModelManifest } = await import('../../src/engines/embedding/node-embedder');
  const folder = path.join(io.root, 'public', 'models');
  const manifest = await readModelManifest(folder);
  if (!manifest.ok) return manifest;
  const known = new Map<string, Float32Array>();
  const cache = openVectorCache(io, manifest.value);
  let model: NodeEmbedder | undefined;
  async function start(): Promise<NodeEmbedder> {
    const created = await createNodeEmbedder(folder);
    if (!created.ok) throw new InputError(created.error);
    return created.value;
  }
  return ok({
    manifest: manifest.value,
    vectorOf: (text) => known.get(text),
    async embed(messages) {
      const texts = new Set<string>();
      for (const message of messages) {
        const text = embeddingText(message);
        if (text === null || known.has(text)) continue;
        const kept = cache.get(text);
        if (kept) known.set(text, kept);
        else texts.add(text);
      }
      let done = 0;
      for (const text of texts) {
        model ??= await start();
        const { vector } = await model.embed(text);
        known.set(text, vector);
        cache.put(text, vector);
        if (++done % PROGRESS_EVERY === 0) io.say(`embedded ${done} of ${texts.size} texts`);
      }
    },
  });
}

/** What turns texts into numbers, for as many conversations as are asked about. */
export interface Facts {
  readonly tokensOf: TokenLookup;
  readonly vectorOf: VectorLookup;
  readonly method: RelevanceMethod;
  /** Makes sure that these messages can be compared by meaning; does nothing where nobody compares them so. */
  embed(messages: Iterable<Message>): Promise<void>;
  /** "code: sentence" for what stands in for something better. */
  readonly warnings: readonly string[];
}

export async function openFacts(
  io: Io,
  options: { readonly tokens: TokenizerName; readonly relevance: boolean },
): Promise<Facts> {
  const tokensOf = await openTokenizer(options.tokens);
  const warnings =
    options.tokens === 'estimate' ? ['tokens-estimated: token counts are estimates of o200k_base.'] : [];
  const lexical = { tokensOf, vectorOf: () => undefined, method: 'lexical', embed: async () => {} } as const;
  if (!options.relevance) return { ...lexical, warnings };
  const vectors = await openVectors(io);
  if (vectors.ok) {
    const { vectorOf, embed } = vectors.value;
    return { tokensOf, vectorOf, method: 'embedding', embed, warnings };
  }
  const reason = vectors.error.message.replace(/\.$/, '');
  warnings.push(`relevance-lexical: similarity is lexical (BM25), not by meaning. ${reason}.`);
  return { ...lexical, warnings };
}

/**
 * All facts of a document, as the app makes them (state/preparation.ts), but the sentences only when something asks:
 * most strategies never do. `relevance` replaces the facts about similarity.
 */
export function prepare(
  document: ConversationDocument,
  segmentation: SegmentationChoice,
  facts: Facts,
  relevance: (structure: Structure) => RelevanceFacts = (structure) =>
    makeRelevanceFacts(structure, facts.vectorOf, facts.method),
): PreparedConversation {
  const { messages } = document.conversation;
  const structure = makeStructure(messages, segmentation);
  const sentences = once(() => buildSentenceIndex(messages));
  const summarizer = once(() => createSummarizer(sentences()));
  return {
    document,
    structure,
    tokens: makeTokenFacts(messages, facts.tokensOf, rememberedEstimate, DEFAULT_TOKEN_OPTIONS),
    get sentences() {
      return sentences();
    },
    summarize: (ranges, options) => summarizer()(ranges, options),
    relevance: relevance(structure),
    pinnedTurns: pinnedTurnNumbers(document, structure),
    options: DEFAULT_REQUEST_OPTIONS,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The document with further turns pinned, each by its first message. */
export function withPins(
  document: ConversationDocument,
  structure: Structure,
  turns: readonly number[],
): ConversationDocument {
  const first = turns.flatMap((t) => {
    const turn = structure.turns.list[t - 1];
    return turn ? [structure.messages[turn.start]!.id] : [];
  });
  return { ...document, pinnedMessageIds: [...new Set([...document.pinnedMessageIds, ...first])] };
}
