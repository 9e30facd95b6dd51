import type { ConversationDocument, Message, TypedQuestion } from './conversation';
import type { PreparedConversation } from './prepared';
import type { RelevanceRow } from './relevance';
import { type QueryableRelevance, queryMessages, type RelevanceFacts } from './relevance-facts';
import type { Structure } from './structure';

export interface ResolvedQuestion {
  readonly question: TypedQuestion;
  /** Message indexes, ascending. Never empty. */
  readonly evidence: readonly number[];
}

export interface ResolvedQuestions {
  readonly questions: readonly ResolvedQuestion[];
  /** Questions without any evidence left: not counted, but said. */
  readonly skipped: number;
  /** Evidence ids that cannot count: no message has them, or it stands in the preamble. */
  readonly droppedIds: number;
}

export function resolveQuestions(
  questions: readonly TypedQuestion[],
  structure: Structure,
): ResolvedQuestions {
  const indexOf = new Map(structure.messages.map((m, i) => [m.id, i]));
  const resolved: ResolvedQuestion[] = [];
  let droppedIds = 0;
  for (const question of questions) {
    const ids = new Set(question.evidenceMessageIds);
    const evidence = [...ids]
      .map((id) => indexOf.get(id))
      .filter((m) => m !== undefined && structure.turns.turnOfMessage[m]! > 0)
      .map((m) => m!)
      .sort((a, b) => a - b);
    droppedIds += ids.size - evidence.length;
    if (evidence.length > 0) resolved.push({ question, evidence });
  }
  return { questions: resolved, skipped: questions.length - resolved.length, droppedIds };
}

/** From this pause on, in milliseconds, the next turn begins a new session where the source names none. */
const SESSION_GAP_MS = 30 * 60_000;

/**
 * Number of the session (from 0) that each turn stands in; index: turn number (0 unused). `sessions` holds the ids of
 * each session's messages; without it, runs of turns with gaps under 30 minutes. A turn without a time, or of no
 * session, belongs to that of the turn before.
 */
export function sessionOfTurns(
  structure: Structure,
  sessions: readonly (readonly string[])[] | undefined,
): Int32Array {
  const { messages, turns, turnTimes } = structure;
  const out = new Int32Array(turns.list.length + 1);
  const sessionOf = new Map((sessions ?? []).flatMap((ids, s) => ids.map((id) => [id, s] as const)));
  let current = 0;
  let lastMs = Number.NaN;
  for (const turn of turns.list) {
    if (sessions) {
      for (let m = turn.start; m < turn.end; m++) {
        const session = sessionOf.get(messages[m]!.id);
        if (session === undefined) continue;
        current = session;
        break;
      }
    } else {
      const ms = turnTimes[turn.number]?.sortMs ?? Number.NaN;
      if (Math.abs(ms - lastMs) >= SESSION_GAP_MS) current++;
      if (!Number.isNaN(ms)) lastMs = ms;
    }
    out[turn.number] = current;
  }
  return out;
}

/** The last turn of the run of turns that share a session with this one. */
export function sessionEnd(sessionOf: Int32Array, turn: number): number {
  let end = turn;
  while (end + 1 < sessionOf.length && sessionOf[end + 1] === sessionOf[turn]) end++;
  return end;
}

/** The conversation up to a turn, with the question as the user's next message. */
export function askAfter(
  { document, structure }: Pick<PreparedConversation, 'document' | 'structure'>,
  turn: number,
  question: TypedQuestion,
): ConversationDocument {
  const before = structure.messages.slice(0, structure.turns.list[turn - 1]!.end);
  const messages = [...before, questionMessage(question, before)];
  return { ...document, conversation: { ...document.conversation, messages } };
}

/** The question as the user's message behind these. */
export function questionMessage(question: TypedQuestion, before: readonly Message[]): Message {
  const taken = new Set(before.map((m) => m.id));
  let id = 'question';
  while (taken.has(id)) id += '-';
  return { id, role: 'user', parts: [{ type: 'text', text: question.text }], time: question.time ?? null };
}

/**
 * Relevance for a conversation that `askAfter` made: its units are those of the whole conversation, so only the question
 * itself is compared anew (statistics are causal).
 */
export function relevanceAsked(asked: Structure, whole: QueryableRelevance): RelevanceFacts {
  const last = asked.turns.list.length;
  const rows = new Map<string, RelevanceRow>();
  return {
    method: whole.method,
    row(step, kind, query) {
      if (step < last) return whole.row(step, kind, query);
      const key = `${kind}/${query}`;
      let row = rows.get(key);
      if (!row) {
        const texts = queryMessages(asked, step, query)
          .map((m) => whole.textOf(asked.messages[m]!))
          .filter((text) => text !== null);
        row = whole.similarityTo(texts, kind, asked.units(kind).pastCount[step]!);
        rows.set(key, row);
      }
      return row;
    },
  };
}
