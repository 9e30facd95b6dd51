import type { Message, Part, Role, Timestamp } from '../conversation';
import { messageText } from '../conversation';
import { hash64 } from '../hash';
import type { Result } from '../result';
import { fail, ok } from '../result';
import { isImplausible } from '../timestamps';
import { findToolPairs } from '../tool-pairs';
import { type CleanCounts, cleanCounts, cleanJson, cleanText } from './clean-text';
import { liftDataUrls } from './data-urls';
import type { ImportReport } from './import-report';
import type { ConversationLabels, Imported } from './importer';

/** A message as an importer reads it; `buildConversation` does the rest. */
export interface DraftMessage {
  /** The source's own id. */
  readonly id?: string | undefined;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly time?: Timestamp | null;
  readonly name?: string | undefined;
  readonly kind?: Message['kind'] | undefined;
  readonly offsetMs?: number | undefined;
}

export interface Draft {
  readonly format: string;
  readonly messages: readonly DraftMessage[];
  readonly report: ImportReport;
  /** The source's own title; else the file's name, else the first words of the first user message. */
  readonly title?: string | undefined;
  readonly fileName?: string | undefined;
  readonly otherConversations?: number;
  readonly labels?: ConversationLabels;
  /** False for formats that have tool output but no calls to pair it with. */
  readonly hasToolCalls?: boolean;
}

/**
 * What every format has in common: clean strings, no empty messages, unique ids, tool messages that hold results,
 * warnings about pairs and times, a title. The id stays '' until `withId` makes it, a hash of the content.
 * Error `empty-file` when no message has content.
 */
export function buildConversation(draft: Draft): Result<Imported> {
  const { report } = draft;
  const counts = cleanCounts();
  const kept: DraftMessage[] = [];
  for (const message of draft.messages) {
    const clean = cleanMessage(message, counts, report);
    if (clean.parts.length === 0) report.add('empty-skipped');
    else kept.push(clean);
  }
  if (kept.length === 0) return fail(noConversation(draft.messages.length));

  const messages = withIds(kept, report);
  report.add('lone-surrogate-replaced', { count: counts.surrogates });
  report.add('deep-value', { count: counts.tooDeep });
  if (draft.hasToolCalls !== false) {
    const { orphanResults, unansweredCalls } = findToolPairs(messages);
    report.add('orphan-tool-result', { count: orphanResults.length });
    report.add('unanswered-tool-call', { count: unansweredCalls.length });
  }
  if (!messages.some((m) => m.role === 'assistant')) report.add('no-assistant');
  reportTimes(messages, report);

  const title = cleanText(
    draft.title?.trim() || titleFromFileName(draft.fileName) || firstWords(messages),
    cleanCounts(),
  );
  return ok({
    format: draft.format,
    conversation: { id: '', title, messages },
    otherConversations: draft.otherConversations ?? 0,
    warnings: report.warnings(),
    ...(draft.labels ? { labels: draft.labels } : {}),
  });
}

/** Ids are made where a conversation is opened: hashing each of thousands that are only listed takes longer than reading them. */
export function withId(imported: Imported): Imported {
  const { conversation } = imported;
  if (conversation.id !== '') return imported;
  return {
    ...imported,
    conversation: { ...conversation, id: hash64(JSON.stringify(conversation.messages)) },
  };
}

export const noConversation = (found: number) => ({
  code: 'empty-file',
  message:
    found === 0
      ? 'This contains no conversation: the list of messages is empty.'
      : `This contains no conversation: ${found === 1 ? 'the only message has' : `all ${found} messages have`} neither text nor calls.`,
});

function cleanMessage(message: DraftMessage, counts: CleanCounts, report: ImportReport): DraftMessage {
  const parts: Part[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'tool-result') {
      const lifted = liftDataUrls(cleanText(part.text, counts));
      report.add('image-payload-dropped', { count: lifted.attachments.length });
      const callId = part.type === 'tool-result' ? cleanNullable(part.callId, counts) : null;
      if (part.type === 'tool-result') parts.push({ ...part, callId, text: lifted.text });
      else if (message.role === 'tool') parts.push({ type: 'tool-result', callId, text: lifted.text });
      else if (lifted.text !== '') parts.push({ type: 'text', text: lifted.text });
      parts.push(...lifted.attachments);
    } else if (part.type === 'tool-call') {
      parts.push({
        type: 'tool-call',
        callId: cleanNullable(part.callId, counts),
        name: cleanText(part.name, counts),
        arguments: cleanJson(part.arguments, counts),
      });
    } else if (part.type === 'reasoning') {
      if (part.text !== '') parts.push({ type: 'reasoning', text: cleanText(part.text, counts) });
    } else {
      parts.push({
        type: 'attachment',
        kind: cleanText(part.kind, counts),
        ...(part.name ? { name: cleanText(part.name, counts) } : {}),
        ...(part.mediaType ? { mediaType: cleanText(part.mediaType, counts) } : {}),
        ...(part.text ? { text: cleanText(part.text, counts) } : {}),
      });
    }
  }
  return {
    id: message.id === undefined ? undefined : cleanText(message.id, counts),
    role: message.role,
    parts,
    time: message.time ?? null,
    name: message.name === undefined ? undefined : cleanText(message.name, counts),
    kind: message.kind,
    offsetMs: message.offsetMs,
  };
}

const cleanNullable = (text: string | null, counts: CleanCounts): string | null =>
  text === null ? null : cleanText(text, counts);

/** Source ids stay; a repeated one gets a suffix; a missing one becomes its place in the conversation (`m1`). */
function withIds(drafts: readonly DraftMessage[], report: ImportReport): Message[] {
  const taken = new Set(drafts.flatMap((d) => (d.id ? [d.id] : [])));
  const used = new Set<string>();
  const nextSuffix = new Map<string, number>();
  const unique = (base: string): string => {
    let n = nextSuffix.get(base) ?? 2;
    while (taken.has(`${base}-${n}`)) n++;
    nextSuffix.set(base, n + 1);
    taken.add(`${base}-${n}`);
    return `${base}-${n}`;
  };
  return drafts.map((draft, i) => {
    let id = draft.id;
    if (!id) {
      id = taken.has(`m${i + 1}`) ? unique(`m${i + 1}`) : `m${i + 1}`;
    } else if (used.has(id)) {
      report.add('duplicate-id', { where: `id "${id.slice(0, 80)}"` });
      id = unique(id);
    }
    used.add(id);
    const { role, parts, time, name, kind, offsetMs } = draft;
    return {
      id,
      role,
      parts,
      time: time ?? null,
      ...(name ? { name } : {}),
      ...(kind ? { kind } : {}),
      ...(offsetMs === undefined ? {} : { offsetMs }),
    };
  });
}

function reportTimes(messages: readonly Message[], report: ImportReport): void {
  const timed = messages.filter((m) => m.time !== null).length;
  report.add('no-time-zone', {
    count: messages.filter((m) => m.time && m.time.precision !== 'instant').length,
  });
  report.add('implausible-time', { count: messages.filter((m) => m.time && isImplausible(m.time)).length });
  if (timed > 0) report.add('untimed', { count: messages.length - timed });
}

/** Folders and a short extension do not belong to a title. */
const titleFromFileName = (name: string | undefined): string =>
  (name ?? '')
    .slice(-300)
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .trim();

function firstWords(messages: readonly Message[]): string {
  const spoken = messages.find((m) => m.role === 'user' && messageText(m).trim() !== '');
  return shortText(spoken ? messageText(spoken) : '') || 'Conversation';
}

/** The first 60 characters or so on one line, cut between words. */
export function shortText(long: string): string {
  const text = long.trimStart().slice(0, 200).replace(/\s+/g, ' ').trim();
  if (text.length <= 60) return text;
  const cut = text.slice(0, 60);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 30))}…`;
}
