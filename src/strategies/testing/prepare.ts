import type { Message, Supersession } from '../../core/conversation';
import { type PreparedConversation, pinnedTurnNumbers } from '../../core/prepared';
import type { RelevanceRow } from '../../core/relevance';
import { makeRelevanceFacts, type RelevanceFacts } from '../../core/relevance-facts';
import { makeStructure, type Structure } from '../../core/structure';
import { createSummarizer } from '../../core/summary/extractive';
import { buildSentenceIndex } from '../../core/summary/sentence-index';
import { rememberedEstimate } from '../../core/token-estimate';
import { DEFAULT_TOKEN_OPTIONS, makeTokenFacts, type TokenOptions } from '../../core/token-facts';
import type { Segmentation } from '../../core/turns';

export interface PrepareOptions {
  readonly segmentation?: Segmentation;
  readonly relevance?: 'pseudo-random' | 'lexical' | ((structure: Structure) => RelevanceFacts);
  readonly pinnedMessageIds?: readonly string[];
  readonly supersessions?: readonly Supersession[];
  readonly keepPreamble?: boolean;
  readonly toolDefinitionTokens?: number;
  readonly tokens?: TokenOptions;
  readonly countTokens?: (text: string) => number;
}

/** All facts of a conversation, made in Node without any worker. */
export function prepareFor(messages: readonly Message[], options: PrepareOptions = {}): PreparedConversation {
  const document = {
    conversation: { id: 'c', title: 'c', messages },
    pinnedMessageIds: options.pinnedMessageIds ?? [],
    probes: [],
    supersessions: options.supersessions ?? [],
  };
  const structure = makeStructure(messages, options.segmentation ?? 'user');
  const sentences = buildSentenceIndex(messages);
  const relevance = options.relevance ?? 'pseudo-random';
  return {
    document,
    structure,
    tokens: {
      ...makeTokenFacts(
        messages,
        () => undefined,
        options.countTokens ?? rememberedEstimate,
        options.tokens ?? DEFAULT_TOKEN_OPTIONS,
      ),
      exact: options.countTokens !== undefined,
    },
    sentences,
    summarize: createSummarizer(sentences),
    relevance:
      typeof relevance === 'function'
        ? relevance(structure)
        : relevance === 'lexical'
          ? makeRelevanceFacts(structure, () => undefined, 'lexical')
          : pseudoRandom(structure),
    pinnedTurns: pinnedTurnNumbers(document, structure),
    options: {
      keepPreamble: options.keepPreamble ?? true,
      toolDefinitionTokens: options.toolDefinitionTokens ?? 0,
    },
  };
}

/** Deterministic similarities in [-0.2, 1] with ties, and one in eleven still unknown. */
function pseudoRandom(structure: Structure): RelevanceFacts {
  return {
    method: 'embedding',
    row(step, kind, query): RelevanceRow {
      const past = structure.units(kind).pastCount[step]!;
      const similarity = Float32Array.from({ length: past }, (_, u) => {
        const x = (step * 7919 + u * 104_729 + query.length * 31 + kind.length * 17) % 1_009;
        return x % 11 === 0 ? Number.NaN : (x % 13) / 10 - 0.2;
      });
      return { method: 'embedding', similarity, pending: similarity.filter(Number.isNaN).length };
    },
  };
}
