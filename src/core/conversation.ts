/**
 * The conversation as every other part of the product knows it.
 * Importers produce it, the editor changes it, the simulation reads it; nothing mutates it in place.
 */
export type Role = 'system' | 'user' | 'assistant' | 'tool';
export const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type Part =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool-call';
      /** null when the source has no id: then pairs are matched by name and adjacency. */
      readonly callId: string | null;
      readonly name: string;
      /** As the source has them: an object, or the raw JSON string. */
      readonly arguments: Json;
    }
  | {
      readonly type: 'tool-result';
      readonly callId: string | null;
      readonly text: string;
      readonly isError?: boolean;
    }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'attachment';
      readonly kind: string;
      readonly name?: string;
      readonly mediaType?: string;
      readonly text?: string;
    };

/** `sortMs` reads zone-less times as UTC; `text` keeps what the source said (zone-less stays zone-less). */
export interface Timestamp {
  readonly text: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly sortMs: number;
  readonly precision: 'instant' | 'local' | 'date';
  /** Made up by the product on the user's request (evenly spaced times); always shown as assumed. */
  readonly assumed?: true;
}

export interface Message {
  /** Unique within the conversation; stable under edits of other messages. */
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly time: Timestamp | null;
  /** The speaker's or the tool's name, where the source has one. */
  readonly name?: string;
  /** Said by nobody: the source's own summary of what came before, or a marker (somebody joined, a call ended). */
  readonly kind?: 'summary' | 'event';
  /** Milliseconds since the start, where the source has only relative times. */
  readonly offsetMs?: number;
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
}

/** A question at a step and the messages that hold its answer. Ids refer to messages, so probes survive edits. */
export interface Probe {
  readonly id: string;
  /** The user message that asks; the probe's step is that message's turn. */
  readonly questionMessageId: string;
  readonly evidenceMessageIds: readonly string[];
  /** The words that matter in the evidence, for quoting it; a substring of an evidence message. */
  readonly quote?: string;
  /** A short label of what is needed, for headings. */
  readonly label?: string;
}

/**
 * A question that stands nowhere in the conversation: it is asked after one of its turns, at a virtual step, and is the
 * query there (semantics.md section 5).
 */
export interface TypedQuestion {
  readonly id: string;
  readonly text: string;
  readonly evidenceMessageIds: readonly string[];
  /** The data set's own kind of question. */
  readonly category?: string;
  /** When it is asked, where the source says so. */
  readonly time?: Timestamp;
}

/**
 * A later statement that replaces an earlier one: measured as stale exposure, and acted on by the supersession modifier.
 */
export interface Supersession {
  readonly laterMessageId: string;
  readonly earlierMessageId: string;
  /** What of the earlier one is replaced: its whole turn (default), that message alone, or one sentence of it. */
  readonly scope?: 'turn' | 'message' | 'sentence';
  /** The replaced sentence, where the scope is a sentence: a substring of the earlier message. */
  readonly sentence?: string;
  /** A still later message that puts the earlier statement in force again. */
  readonly reinstatedByMessageId?: string;
  readonly label?: string;
}

/** A suggested supersession that the user dismissed; it names what the suggestion was about. */
export interface DismissedSuggestion {
  readonly laterMessageId: string;
  readonly earlierMessageId: string;
  /** The sentence that it would have replaced; absent: all that the earlier message says. */
  readonly sentence?: string;
}

/** A conversation with what the user marked on it: the thing that is edited, saved and undone as one value. */
export interface ConversationDocument {
  readonly conversation: Conversation;
  /** A turn is pinned when it holds one of these messages. */
  readonly pinnedMessageIds: readonly string[];
  readonly probes: readonly Probe[];
  readonly supersessions: readonly Supersession[];
  /** Absent: none. */
  readonly dismissedSuggestions?: readonly DismissedSuggestion[];
  /** Of a labelled data set: its questions with evidence. One at a time is asked behind the last message. Absent: none. */
  readonly questions?: readonly TypedQuestion[];
  /** The branch of its source that is open, by the source's leaf; absent: the one that the source shows. */
  readonly leafId?: string;
}

export const emptyDocument = (conversation: Conversation): ConversationDocument => ({
  conversation,
  pinnedMessageIds: [],
  probes: [],
  supersessions: [],
});

/** What was said: the text parts joined by one newline (rule 3 of the conventions). */
export function messageText(message: Message): string {
  let out: string | undefined;
  for (const part of message.parts) {
    if (part.type === 'text') out = out === undefined ? part.text : `${out}\n${part.text}`;
  }
  return out ?? '';
}

/** Arguments of a tool call as the text that is sent and counted: raw strings stay raw, objects become compact JSON. */
export const argumentsText = (args: Json): string => (typeof args === 'string' ? args : JSON.stringify(args));

/**
 * Everything of a message that is sent to a model and therefore counted: text, tool names with their arguments,
 * tool results. Reasoning only on request; attachments count as nothing and are flagged elsewhere.
 */
export const countedTexts = (message: Message, includeReasoning = false): string[] =>
  countedTextsOfParts(message.parts, includeReasoning);

export function countedTextsOfParts(parts: readonly Part[], includeReasoning: boolean): string[] {
  const out: string[] = [];
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'tool-result') out.push(part.text);
    else if (part.type === 'tool-call') out.push(part.name, argumentsText(part.arguments));
    else if (part.type === 'reasoning' && includeReasoning) out.push(part.text);
  }
  return out.filter((t) => t !== '');
}

export const hasAttachment = (message: Message): boolean =>
  message.parts.some((p) => p.type === 'attachment');
