import type { ConversationDocument, Timestamp } from './conversation';
import type { RelevanceFacts } from './relevance-facts';
import type { Structure } from './structure';
import type { MessageRange, SentenceIndex, SummarizeOptions, Summary } from './summary/summary';
import type { TokenFacts } from './token-facts';

/** The parameter-independent facts about a document: everything a slider's arithmetic stands on. */
export interface PreparedConversation {
  readonly document: ConversationDocument;
  readonly structure: Structure;
  readonly tokens: TokenFacts;
  readonly sentences: SentenceIndex;
  readonly summarize: (ranges: readonly MessageRange[], options: SummarizeOptions) => Summary;
  readonly relevance: RelevanceFacts;
  readonly pinnedTurns: ReadonlySet<number>;
  readonly options: RequestOptions;
}

export interface RequestOptions {
  /** Leading system messages are sent with every request. */
  readonly keepPreamble: boolean;
  /** Tokens of tool definitions, added to every request. */
  readonly toolDefinitionTokens: number;
}

export const DEFAULT_REQUEST_OPTIONS: RequestOptions = { keepPreamble: true, toolDefinitionTokens: 0 };

export const pinnedTurnNumbers = (document: ConversationDocument, structure: Structure): Set<number> =>
  turnsHolding(document.pinnedMessageIds, structure);

/** The numbers of the turns that hold one of these messages; the preamble is none. */
export function turnsHolding(messageIds: readonly string[], structure: Structure): Set<number> {
  const pinned = new Set(messageIds);
  const out = new Set<number>();
  if (pinned.size === 0) return out;
  structure.messages.forEach((m, i) => {
    const turn = structure.turns.turnOfMessage[i]!;
    if (turn > 0 && pinned.has(m.id)) out.add(turn);
  });
  return out;
}

/**
 * "Now" at a step: the time of its turn, else of the latest earlier turn that has one (never the wall clock).
 * Index: step number (0 unused).
 */
export function stepTimes(structure: Structure): (Timestamp | null)[] {
  const out: (Timestamp | null)[] = [null];
  let last: Timestamp | null = null;
  for (let t = 1; t < structure.turnTimes.length; t++) {
    last = structure.turnTimes[t] ?? last;
    out.push(last);
  }
  return out;
}
