import { type Bm25, makeBm25FromTerms } from './bm25';
import { type Message, messageText } from './conversation';
import { embeddingText, lexicalText } from './embedding-text';
import {
  cosineRow,
  EMBEDDING_DIMENSIONS,
  lexicalRow,
  pool,
  type QueryMode,
  type RelevanceMethod,
  type RelevanceRow,
} from './relevance';
import { rememberedByParts } from './remembered';
import type { Structure } from './structure';
import { MAX_TERMS, terms } from './text/words';
import type { UnitKind } from './units';

/** The vector of an embedding text; undefined while it has not been computed. */
export type VectorLookup = (embeddingText: string) => Float32Array | undefined;

export interface RelevanceFacts {
  readonly method: RelevanceMethod;
  /** Similarity of step t's query to the units that are past at t. Rows are computed once and shared by all lanes. */
  row(step: number, kind: UnitKind, query: QueryMode): RelevanceRow;
}

/** Relevance that can also be asked with a text that stands nowhere in the conversation. */
export interface QueryableRelevance extends RelevanceFacts {
  /** Similarity of the texts together (as `textOf` makes them) to the first `past` units. */
  similarityTo(asked: readonly string[], kind: UnitKind, past: number): RelevanceRow;
  /** What stands for a message: its embedding text, or its words for the lexical method. null: nothing. */
  textOf(message: Message): string | null;
}

const lexicalTerms = rememberedByParts((message): readonly string[] => terms(lexicalText(message) ?? ''));

const ZERO = new Float32Array(EMBEDDING_DIMENSIONS);

/** The vector of several texts together (a turn, a query): zero without any text, null while a vector is missing. */
export function poolTexts(texts: readonly string[], vectors: VectorLookup): Float32Array | null {
  return texts.length === 0 ? ZERO : pool(texts.map((t) => vectors(t)));
}

/**
 * Which messages ask at a step: the newest user message, and with `user-and-assistant` (the default of call
 * segmentation, where a step often has no new user message) also the last assistant text before it.
 */
export function queryMessages(structure: Structure, step: number, mode: QueryMode): number[] {
  const { messages, turns } = structure;
  const end = turns.list[step - 1]!.currentEnd;
  const withAssistant = mode === 'user-and-assistant' || (mode === 'auto' && turns.segmentation === 'call');
  let user = end - 1;
  while (user >= 0 && messages[user]!.role !== 'user') user--;
  const out = user >= 0 ? [user] : [];
  if (withAssistant) {
    let assistant = end - 1;
    while (
      assistant >= 0 &&
      (messages[assistant]!.role !== 'assistant' || messageText(messages[assistant]!) === '')
    )
      assistant--;
    if (assistant >= 0) out.push(assistant);
  }
  return out;
}

export function makeRelevanceFacts(
  structure: Structure,
  vectors: VectorLookup,
  method: RelevanceMethod,
): QueryableRelevance {
  const { messages } = structure;
  const textOf = method === 'lexical' ? lexicalText : embeddingText;
  const texts = messages.map(textOf);
  const rows = new Map<string, RelevanceRow>();
  const unitVectors = new Map<UnitKind, (Float32Array | null)[]>();
  const indexes = new Map<UnitKind, Bm25>();

  const vectorsOf = (kind: UnitKind) => {
    let list = unitVectors.get(kind);
    if (!list) {
      const units = structure.units(kind);
      list = Array.from({ length: units.count }, (_, u) => {
        return poolTexts(
          texts.slice(units.start[u], units.start[u + 1]).filter((t) => t !== null),
          vectors,
        );
      });
      unitVectors.set(kind, list);
    }
    return list;
  };

  const indexOf = (kind: UnitKind) => {
    let index = indexes.get(kind);
    if (!index) {
      const units = structure.units(kind);
      index = makeBm25FromTerms(
        Array.from({ length: units.count }, (_, u) => {
          const ofUnit = messages.slice(units.start[u], units.start[u + 1]).flatMap(lexicalTerms);
          return ofUnit.length > MAX_TERMS ? ofUnit.slice(0, MAX_TERMS) : ofUnit;
        }),
      );
      indexes.set(kind, index);
    }
    return index;
  };

  const similarityTo = (asked: readonly string[], kind: UnitKind, past: number): RelevanceRow =>
    method === 'lexical'
      ? lexicalRow(indexOf(kind), asked.join('\n'), past)
      : cosineRow(poolTexts(asked, vectors), vectorsOf(kind), past);

  return {
    method,
    textOf,
    similarityTo,
    row(step, kind, query) {
      const key = `${kind}/${query}/${step}`;
      let row = rows.get(key);
      if (!row) {
        const asked = queryMessages(structure, step, query)
          .map((m) => texts[m])
          .filter((t) => t != null);
        row = similarityTo(asked, kind, structure.units(kind).pastCount[step]!);
        rows.set(key, row);
      }
      return row;
    },
  };
}
