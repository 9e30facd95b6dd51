import type { Message, Part, Role, Timestamp } from '../conversation';
import { messageText } from '../conversation';
import { hash64 } from '../hash';
import { placeAt, placeText } from '../places';
import type { Result } from '../result';
import { fail, ok, type Place } from '../result';
import { isImplausible } from '../timestamps';
import { findToolPairs } from '../tool-pairs';
import { type CleanCounts, cleanCounts, cleanJson, cleanText } from './clean-text';
import { liftDataUrls } from './data-urls';
import { type ImportReport, MAX_PLACES } from './import-report';
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
  /** Where the source has it, as the report names it: `messages[3]`, `line 4`. */
  readonly where?: string | undefined;
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
  const cleaned = draft.messages.map(cleanMessage);
  const kept = cleaned.filter(({ message }) => message.parts.length > 0);
  for (const { message } of cleaned) {
    if (message.parts.length === 0) report.add('empty-skipped', placeOption(message.where));
  }
  if (kept.length === 0) return fail(noConversation(draft.messages.length));

  const drafts = kept.map(({ message }) => message);
  const messages = withIds(drafts, report);
  const at = (indexes: readonly number[]) => ({
    count: indexes.length,
    places: indexes.slice(0, MAX_PLACES).map((i) => placeOfMessage(drafts[i]?.where, messages[i]?.id)),
  });
  kept.forEach(({ counts }, i) => {
    if (counts.payloads + counts.surrogates + counts.tooDeep === 0) return;
    const { places } = at([i]);
    report.add('image-payload-dropped', { count: counts.payloads, places });
    report.add('lone-surrogate-replaced', { count: counts.surrogates, places });
    report.add('deep-value', { count: counts.tooDeep, places });
  });
  if (draft.hasToolCalls !== false) {
    const { orphanResults, unansweredCalls } = findToolPairs(messages);
    report.add('orphan-tool-result', at(orphanResults));
    report.add('unanswered-tool-call', at(unansweredCalls));
  }
  if (!messages.some((m) => m.role === 'assistant')) report.add('no-assistant');
  reportTimes(messages, (code, isAffected) => {
    report.add(code, at(messages.flatMap((m, i) => (isAffected(m.time) ? [i] : []))));
  });

  const title = cleanText(
    draft.title?.trim() || titleFromFileName(draft.fileName) || firstWords(messages),
    cleanCounts(),
  );
  return ok({
    format: draft.format,
    conversation: { id: '', title, messages },
    otherConversations: draft.otherConversations ?? 0,
    warnings: report.warnings(messageFinder(drafts, messages)),
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

interface CleanMessage {
  readonly message: DraftMessage;
  readonly counts: CleanCounts & { payloads: number };
}

function cleanMessage(message: DraftMessage): CleanMessage {
  const counts = { ...cleanCounts(), payloads: 0 };
  const parts: Part[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'tool-result') {
      const lifted = liftDataUrls(cleanText(part.text, counts));
      counts.payloads += lifted.attachments.length;
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
  const clean = {
    ...message,
    id: message.id === undefined ? undefined : cleanText(message.id, counts),
    parts,
    name: message.name === undefined ? undefined : cleanText(message.name, counts),
  };
  return { message: clean, counts };
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
      const where = `id "${id.slice(0, 80)}"`;
      id = unique(id);
      report.add('duplicate-id', { where, messageId: id });
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

function reportTimes(
  messages: readonly Message[],
  report: (code: string, isAffected: (time: Timestamp | null) => boolean) => void,
): void {
  report('no-time-zone', (time) => time !== null && time.precision !== 'instant');
  report('implausible-time', (time) => time !== null && isImplausible(time));
  if (messages.some((m) => m.time !== null)) report('untimed', (time) => time === null);
}

const placeOption = (where: string | undefined) => (where === undefined ? {} : { places: [placeAt(where)] });

const placeOfMessage = (where: string | undefined, messageId: string | undefined): Place => ({
  ...(where === undefined ? {} : placeAt(where)),
  ...(messageId === undefined ? {} : { messageId }),
});

/** `messages[3].content[0]` lies within the message that was read at `messages[3]`. */
function messageFinder(
  drafts: readonly DraftMessage[],
  messages: readonly Message[],
): (place: Place) => string | undefined {
  let byPlace: Map<string, string> | undefined;
  return (place) => {
    byPlace ??= messagesByPlace(drafts, messages);
    for (let text = placeText(place); text !== ''; text = outer(text)) {
      const id = byPlace.get(text);
      if (id !== undefined) return id;
    }
    return undefined;
  };
}

function messagesByPlace(drafts: readonly DraftMessage[], messages: readonly Message[]): Map<string, string> {
  const byPlace = new Map<string, string>();
  drafts.forEach(({ where }, i) => {
    const text = where === undefined ? '' : placeText(placeAt(where));
    if (text !== '' && !byPlace.has(text)) byPlace.set(text, messages[i]!.id);
  });
  return byPlace;
}

const outer = (path: string): string => path.slice(0, Math.max(0, path.search(/(?:\.|\[|, )[^.[,]*$/)));

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
