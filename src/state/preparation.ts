import type { ConversationDocument, Message } from '../core/conversation';
import { type PreparedConversation, pinnedTurnNumbers } from '../core/prepared';
import type { RelevanceMethod } from '../core/relevance';
import { makeRelevanceFacts, type RelevanceFacts } from '../core/relevance-facts';
import { makeStructure, type Structure } from '../core/structure';
import { createSummarizer } from '../core/summary/extractive';
import { buildSentenceIndex } from '../core/summary/sentence-index';
import type { SentenceIndex } from '../core/summary/summary';
import { rememberedEstimate } from '../core/token-estimate';
import { makeTokenFacts, type TokenFacts } from '../core/token-facts';
import type { FactCache } from './fact-store';
import type { Settings } from './workspace';

/** Remembers the last result of a function of a few inputs: each fact is remade only when one of its inputs changed. */
export function latest<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let lastArgs: A | null = null;
  let lastValue: T;
  return (...args) => {
    if (!lastArgs || args.some((a, i) => a !== lastArgs![i])) {
      lastValue = make(...args);
      lastArgs = args;
    }
    return lastValue;
  };
}

type P = PreparedConversation;
type Parts = [
  P['document'],
  P['structure'],
  P['tokens'],
  P['sentences'],
  P['summarize'],
  P['relevance'],
  P['pinnedTurns'],
  P['options'],
];

/** Makes a PreparedConversation out of what is known now, reusing every part whose inputs did not change. */
export function createPreparation(facts: FactCache) {
  const structureOf = latest(
    (messages: readonly Message[], segmentation: Settings['segmentation']): Structure =>
      makeStructure(messages, segmentation),
  );
  const sentencesOf = latest((messages: readonly Message[]): SentenceIndex => buildSentenceIndex(messages));
  const tokensOf = latest(
    (messages: readonly Message[], options: Settings['tokens'], _version: number): TokenFacts =>
      makeTokenFacts(messages, facts.tokensOf, rememberedEstimate, options),
  );
  const summarizerOf = latest((sentences: SentenceIndex, _tokens: TokenFacts) => createSummarizer(sentences));
  const relevanceOf = latest(
    (structure: Structure, method: RelevanceMethod, _version: number): RelevanceFacts =>
      makeRelevanceFacts(structure, facts.vectorOf, method),
  );
  const pinsOf = latest((document: ConversationDocument, structure: Structure) =>
    pinnedTurnNumbers(document, structure),
  );

  // One object while no part changes: everything on screen that depends on the conversation is keyed by it.
  const preparedOf = latest((...parts: Parts): PreparedConversation => {
    const [document, structure, tokens, sentences, summarize, relevance, pinnedTurns, options] = parts;
    return { document, structure, tokens, sentences, summarize, relevance, pinnedTurns, options };
  });

  return (
    document: ConversationDocument,
    settings: Settings,
    method: RelevanceMethod,
  ): PreparedConversation => {
    const { messages } = document.conversation;
    const structure = structureOf(messages, settings.segmentation);
    const sentences = sentencesOf(messages);
    const tokens = tokensOf(messages, settings.tokens, facts.tokenVersion);
    return preparedOf(
      document,
      structure,
      tokens,
      sentences,
      summarizerOf(sentences, tokens),
      // A lexical index needs no vectors: it must not be rebuilt when one arrives.
      relevanceOf(structure, method, method === 'lexical' ? -1 : facts.vectorVersion),
      pinsOf(document, structure),
      settings.request,
    );
  };
}
