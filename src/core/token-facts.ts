import { countedTexts, countedTextsOfParts, hasAttachment, type Message, type Part } from './conversation';
import { NOTES_LEAD } from './notes';
import { stampHead } from './stamps';
import { type SentenceIndex, SUMMARY_LEAD, sentenceTokenText } from './summary/summary';
import { CLEARED_TEXT } from './tool-output';

/** Tokens of a text with the named tokenizer, or undefined while it has not been counted. */
export type TokenLookup = (text: string) => number | undefined;
/** Asked again and again for the same texts: one that is slow remembers them. */
export type TokenEstimate = (text: string) => number;

export interface TokenOptions {
  /** Added once per message; 4 by default. */
  readonly overhead: number;
  readonly includeReasoning: boolean;
}

export const DEFAULT_TOKEN_OPTIONS: TokenOptions = { overhead: 4, includeReasoning: false };

/** What stands for cleared tool results: counted with every conversation. */
const PLACEHOLDER_TEXTS = [CLEARED_TEXT, '[cleared]'];

export interface TokenFacts {
  /** Per message: overhead + text + tool names + arguments + results (+ reasoning on request). */
  readonly message: Int32Array;
  /** What a time stamp in front adds beyond the stamp's own tokens (its space joins the first word). */
  readonly stampDelta: Int32Array;
  readonly overhead: number;
  /** False while any number is an estimate. */
  readonly exact: boolean;
  /** Messages with attachments: counted as 0 tokens. */
  readonly uncountedAttachments: number;
  tokensOf(text: string): number;
  /** A message of these parts, its overhead included. */
  tokensOfParts(parts: readonly Part[]): number;
}

/** Every text that has to be counted for a conversation: what a tokenizer worker is asked, deduplicated. */
export function textsToCount(
  messages: readonly Message[],
  sentences: SentenceIndex,
  includeReasoning: boolean,
): string[] {
  const texts = new Set<string>([SUMMARY_LEAD, NOTES_LEAD, ...PLACEHOLDER_TEXTS]);
  for (const message of messages) {
    for (const text of countedTexts(message, includeReasoning)) texts.add(text);
    const head = stampHead(message);
    if (head !== '') {
      texts.add(head);
      texts.add(` ${head}`);
    }
  }
  for (const sentence of sentences.sentences) texts.add(sentenceTokenText(sentence.text));
  texts.delete('');
  return [...texts];
}

export function makeTokenFacts(
  messages: readonly Message[],
  lookup: TokenLookup,
  estimate: TokenEstimate,
  options: TokenOptions,
): TokenFacts {
  let exact = true;
  const tokensOf = (text: string) => {
    if (text === '') return 0;
    const known = lookup(text);
    if (known !== undefined) return known;
    exact = false;
    return estimate(text);
  };
  const message = new Int32Array(messages.length);
  const stampDelta = new Int32Array(messages.length);
  messages.forEach((m, i) => {
    let sum = options.overhead;
    for (const text of countedTexts(m, options.includeReasoning)) sum += tokensOf(text);
    message[i] = sum;
    const head = stampHead(m);
    if (head !== '') stampDelta[i] = tokensOf(` ${head}`) - tokensOf(head);
  });
  const known = (text: string) => (text === '' ? 0 : (lookup(text) ?? estimate(text)));
  return {
    message,
    stampDelta,
    overhead: options.overhead,
    exact,
    uncountedAttachments: messages.filter(hasAttachment).length,
    tokensOf: known,
    tokensOfParts: (parts) =>
      countedTextsOfParts(parts, options.includeReasoning).reduce(
        (sum, t) => sum + known(t),
        options.overhead,
      ),
  };
}
