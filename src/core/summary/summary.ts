import type { Message } from '../conversation';

/** A half-open range of message indexes [from, to). */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

export interface SummarySentence {
  readonly text: string;
  /** Indexes of the messages it cites; never empty. */
  readonly messages: readonly number[];
}

export interface Summary {
  /** In chronological order; empty when the source holds no sentence. */
  readonly sentences: readonly SummarySentence[];
  /** Exactly what is sent: "Earlier context: S1 S2 …"; '' when there are no sentences. */
  readonly text: string;
  /** Tokens of `text`, without the per-message overhead. */
  readonly tokens: number;
  /** How it was made; always shown beside the text. */
  readonly method: 'extractive';
}

export const SUMMARY_LEAD = 'Earlier context:';

/**
 * Parameter-independent facts about the sentences of a conversation, computed once per conversation version and reused by
 * every lane and step. Everything in it about a message depends on that message and earlier ones only (causality).
 */
export interface SentenceIndex {
  /** All sentences in message order. */
  readonly sentences: readonly Sentence[];
  /** firstOfMessage[m] .. firstOfMessage[m + 1] are the sentences of message m; length messages + 1. */
  readonly firstOfMessage: Int32Array;
  /** What the extractive summarizer reads per sentence, as flat arrays: it runs for every step while a slider moves. */
  readonly features?: SentenceFeatures;
}

/** Facts about sentence s at position s; each depends on that sentence alone, so they are causal. */
export interface SentenceFeatures {
  /** termStart[s] .. termStart[s + 1] are the positions of its distinct terms; length sentences + 1. */
  readonly termStart: Int32Array;
  /** Term ids, 0 .. termCount - 1, numbered by first appearance. */
  readonly termIds: Int32Array;
  /** 1 + ln(occurrences in the sentence), parallel to termIds. */
  readonly termWeights: Float32Array;
  readonly termCount: number;
  /** Standing as a decision or constraint: 0 (none) to about 1.3 (a user's rule). */
  readonly prior: Float32Array;
  /** In (0, 1]: how well it stands alone in a summary; questions, pleasantries, announcements and tool output low. */
  readonly quality: Float32Array;
  /** The sentences with supersededAt >= 0, ascending. */
  readonly superseded: Int32Array;
}

export interface Sentence {
  readonly text: string;
  readonly message: number;
  /** Decision and constraint cues found ("never", "always", "must", "we decided", "use X instead of Y", …). */
  readonly cues: number;
  /** Index of the message that replaces this statement, or -1: out of summaries once that message is in the past or current. */
  readonly supersededAt: number;
}

export type BuildSentenceIndex = (messages: readonly Message[]) => SentenceIndex;

/** What a sentence adds to a summary: it is counted as ` ${text}`; a token counter supplies the number. */
export const sentenceTokenText = (sentence: string): string => ` ${sentence}`;

export interface SummarizeOptions {
  /** Messages at or after this index are the future: nothing of them may be used. */
  readonly before: number;
  /** 3 to 5 by default, by how much there is to say. */
  readonly maxSentences?: number;
  /** Stop adding sentences beyond this many tokens (at least one sentence is kept). */
  readonly targetTokens?: number;
  /** A summary made before: its sentences stand for what it was made of, and are weighed with those of the ranges. */
  readonly previous?: Summary;
  /** Sentences (by position in the index) that are out, besides the superseded ones. */
  readonly exclude?: ReadonlySet<number>;
  /** Tokens of ` ${sentence}`, exact or estimated; the sum with the lead's is the summary's. */
  readonly tokensOf: (text: string) => number;
}

export type Summarize = (
  index: SentenceIndex,
  ranges: readonly MessageRange[],
  options: SummarizeOptions,
) => Summary;
