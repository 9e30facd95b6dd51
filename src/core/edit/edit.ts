import type { Conversation, ConversationDocument, Message, Part, Role, Timestamp } from '../conversation';
import { messageText } from '../conversation';
import { fail, ok, type Result } from '../result';
import { characterStart } from '../text/graphemes';
import { withLinksOfHalves, withoutLinksOf } from './link-edits';
import { holds } from './marks';

/**
 * Edits as pure functions from document to document. Marks (pins, probes, supersessions) refer to message ids, so they
 * follow their messages; what refers to a deleted message goes with it. An edit that cannot be done is a `Problem`.
 */
export type Edit = (document: ConversationDocument) => Result<ConversationDocument>;

const withMessages = (
  document: ConversationDocument,
  messages: readonly Message[],
): ConversationDocument => ({
  ...document,
  conversation: { ...document.conversation, messages },
});

const notFound = (id: string) =>
  fail({ code: 'message-not-found', message: `There is no message ${id} any more.` });

/** The smallest `m<number>` that is free: ids stay stable and readable without randomness. */
export function freshId(conversation: Conversation): string {
  const used = new Set(conversation.messages.map((m) => m.id));
  let n = conversation.messages.length + 1;
  while (used.has(`m${n}`)) n++;
  return `m${n}`;
}

function update(id: string, change: (message: Message) => Message): Edit {
  return (document) => {
    const { messages } = document.conversation;
    const index = messages.findIndex((m) => m.id === id);
    if (index < 0) return notFound(id);
    const next = change(messages[index]!);
    return ok(next === messages[index] ? document : withMessages(document, messages.with(index, next)));
  };
}

/** Replaces the text; tool calls, results and attachments stay. A tool message's text is that of its first result. */
export const setText = (id: string, text: string): Edit =>
  update(id, (message) => {
    const target = message.role === 'tool' ? 'tool-result' : 'text';
    const first = message.parts.findIndex((p) => p.type === target);
    const same = message.parts.filter((p) => p.type === target);
    const [only] = same;
    if ((target === 'tool-result' || same.length === 1) && only && 'text' in only && only.text === text)
      return message;
    const parts: Part[] = message.parts.flatMap((part, i): Part[] => {
      if (part.type !== target || (target === 'tool-result' && i !== first)) return [part];
      if (i !== first) return [];
      return part.type === 'text' || part.type === 'tool-result' ? [{ ...part, text }] : [part];
    });
    if (first < 0) parts.unshift({ type: 'text', text });
    return { ...message, parts };
  });

export const setRole = (id: string, role: Role): Edit =>
  update(id, (message) => (message.role === role ? message : { ...message, role }));

export const setTime = (id: string, time: Timestamp | null): Edit =>
  update(id, (message) =>
    message.time === time ||
    (time && message.time?.text === time.text && message.time.assumed === time.assumed)
      ? message
      : { ...message, time },
  );

/** Inserts an empty message of a role before `index` (0..length). */
export const insertMessage =
  (index: number, role: Role, text = ''): Edit =>
  (document) => {
    const { messages } = document.conversation;
    if (index < 0 || index > messages.length) {
      return fail({ code: 'bad-position', message: 'There is no such place in the conversation.' });
    }
    const message: Message = {
      id: freshId(document.conversation),
      role,
      parts: [{ type: 'text', text }],
      time: null,
    };
    return ok(withMessages(document, messages.toSpliced(index, 0, message)));
  };

/** Deletes messages and what refers to them: pins, evidence, questions, supersessions. */
export const deleteMessages =
  (ids: ReadonlySet<string>): Edit =>
  (document) => {
    const { messages } = document.conversation;
    const left = messages.filter((m) => !ids.has(m.id));
    if (left.length === messages.length) return notFound([...ids].join(', '));
    const quoted = (quote: string, evidence: readonly string[]) =>
      left.some((m) => evidence.includes(m.id) && holds(m, quote));
    return ok({
      ...withMessages(withoutLinksOf(document, ids), left),
      pinnedMessageIds: document.pinnedMessageIds.filter((id) => !ids.has(id)),
      probes: document.probes
        .filter((p) => !ids.has(p.questionMessageId))
        .map(({ quote, ...p }) => {
          const evidenceMessageIds = p.evidenceMessageIds.filter((id) => !ids.has(id));
          const keep = quote !== undefined && quoted(quote, evidenceMessageIds);
          return { ...p, evidenceMessageIds, ...(keep ? { quote } : {}) };
        })
        .filter((p) => p.evidenceMessageIds.length > 0),
    });
  };

/**
 * Splits a message's text at a UTF-16 offset into two messages of the same role; the second keeps the other parts. A pin
 * holds both halves, since the second can start a turn of its own; evidence is the half that holds its quote, else both;
 * links go with their words (`withLinksOfHalves`).
 */
export const splitMessage =
  (id: string, offset: number): Edit =>
  (document) => {
    const { messages } = document.conversation;
    const index = messages.findIndex((m) => m.id === id);
    const message = messages[index];
    if (!message) return notFound(id);
    const text = messageText(message);
    const at = Math.max(0, Math.min(text.length, offset));
    const cut = characterStart(text, at);
    const before = text.slice(0, cut).trimEnd();
    const after = text.slice(cut).trimStart();
    if (before === '' || after === '') {
      return fail({
        code: 'nothing-to-split',
        message: 'Put the cursor between two words of the message to split it there.',
      });
    }
    const others = message.parts.filter((p) => p.type !== 'text');
    const first: Message = { ...message, parts: [{ type: 'text', text: before }] };
    const second: Message = {
      ...message,
      id: freshId(document.conversation),
      parts: [{ type: 'text', text: after }, ...others],
    };
    const both = (ids: readonly string[]) => ids.flatMap((x) => (x === id ? [id, second.id] : [x]));
    return ok({
      ...withMessages(
        withLinksOfHalves(document, first, second),
        messages.toSpliced(index, 1, first, second),
      ),
      pinnedMessageIds: both(document.pinnedMessageIds),
      probes: document.probes.map((p) => {
        if (!p.evidenceMessageIds.includes(id)) return p;
        const half =
          p.quote === undefined
            ? undefined
            : holds(first, p.quote)
              ? first
              : holds(second, p.quote)
                ? second
                : undefined;
        const evidenceMessageIds = half
          ? p.evidenceMessageIds.map((x) => (x === id ? half.id : x))
          : both(p.evidenceMessageIds);
        return { ...p, evidenceMessageIds };
      }),
    });
  };

/** Moves a message so that it stands at `to` (its index afterwards). */
export const moveMessage =
  (id: string, to: number): Edit =>
  (document) => {
    const { messages } = document.conversation;
    const from = messages.findIndex((m) => m.id === id);
    if (from < 0) return notFound(id);
    const target = Math.max(0, Math.min(messages.length - 1, to));
    if (target === from) return ok(document);
    return ok(withMessages(document, messages.toSpliced(from, 1).toSpliced(target, 0, messages[from]!)));
  };

/** Adds or removes evidence of the question that a user message asks; the last evidence removed removes the probe. */
export const setEvidence =
  (questionMessageId: string, evidenceId: string, on: boolean): Edit =>
  (document) => {
    const existing = document.probes.find((p) => p.questionMessageId === questionMessageId);
    const evidence = (existing?.evidenceMessageIds ?? []).filter((id) => id !== evidenceId);
    if (on) evidence.push(evidenceId);
    const others = document.probes.filter((p) => p !== existing);
    if (evidence.length === 0) return ok({ ...document, probes: others });
    const { quote: _, ...kept } = existing ?? { id: `q-${questionMessageId}`, questionMessageId };
    const probe = { ...kept, evidenceMessageIds: evidence };
    return ok({
      ...document,
      probes: existing ? document.probes.map((p) => (p === existing ? probe : p)) : [...others, probe],
    });
  };

export const setTitle =
  (title: string): Edit =>
  (document) =>
    ok({ ...document, conversation: { ...document.conversation, title } });
