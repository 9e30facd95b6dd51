import { argumentsText, countedTexts, type Message, type Part } from './conversation';
import { type Marks, marksOn } from './edit/marks';
import { FATE, type FateMatrix } from './fate-codes';
import { hash64 } from './hash';
import type { PreparedConversation } from './prepared';

/** A lane that archives a turn. */
export interface ArchivedBy {
  readonly laneId: string;
  /** The lane's title when it archived the turn: the lane itself may be gone. */
  readonly title: string;
  /** The first step at which the turn is archived; null where it was brought back before any. */
  readonly since: number | null;
  /** The turn was brought back into this lane by hand, and so stays in the archive. */
  readonly restored: boolean;
}

/** Where a turn stood: ids of its neighbours, nearest first, and the index of its first message. */
export interface Place {
  readonly after: readonly string[];
  readonly before: readonly string[];
  readonly index: number;
}

/** A turn that is stored outside the window, with its words as they were. */
export interface ArchiveEntry {
  /** Of the messages' ids and words: another wording is another entry. */
  readonly key: string;
  /** Its number when it was last archived. */
  readonly turn: number;
  readonly messages: readonly Message[];
  readonly tokens: number;
  /** False while the number is an estimate. */
  readonly exact: boolean;
  readonly place: Place;
  /** What was marked on it when it was last archived; absent in an archive that is older than this. */
  readonly marks?: Marks;
  /** In the order of the lanes. */
  readonly by: readonly ArchivedBy[];
}

/** What a lane archives of the conversation. */
export interface LaneArchive {
  readonly laneId: string;
  readonly title: string;
  /** First archived step of each turn, 0 where there is none; index: turn number (0 unused). */
  readonly since: Int32Array;
  /** Turns that were brought back into this lane by hand. */
  readonly restored: ReadonlySet<number>;
}

/** The first step at which each turn is archived; 0 where there is none. Index: turn number (0 unused). */
export function archivedSince({ turns, fates }: FateMatrix): Int32Array {
  const since = new Int32Array(turns + 1);
  if (!fates.includes(FATE.archived)) return since;
  for (let step = 1; step <= turns; step++) {
    const base = (step - 1) * turns - 1;
    for (let turn = 1; turn < step; turn++)
      if (since[turn] === 0 && fates[base + turn] === FATE.archived) since[turn] = step;
  }
  return since;
}

const NEIGHBOURS = 8;

/** An entry for every turn that some lane archives or has brought back; `known`: the entries there were, by key. */
export function archivedTurns(
  { structure, tokens, document }: PreparedConversation,
  lanes: readonly LaneArchive[],
  known: ReadonlyMap<string, ArchiveEntry>,
): ArchiveEntry[] {
  const { messages, turns } = structure;
  const out: ArchiveEntry[] = [];
  for (const { number, start, end } of turns.list) {
    const lanesOf = lanes.filter((l) => l.since[number]! > 0 || l.restored.has(number));
    if (lanesOf.length === 0) continue;
    const own = messages.slice(start, end);
    const key = entryKey(own);
    const before = known.get(key);
    out.push({
      key,
      turn: number,
      messages: own,
      tokens: tokens.message.slice(start, end).reduce((a, b) => a + b, 0),
      exact: tokens.exact,
      place: {
        after: ids(messages.slice(Math.max(0, start - NEIGHBOURS), start)).reverse(),
        before: ids(messages.slice(end, end + NEIGHBOURS)),
        index: start,
      },
      marks: marksOn(document, new Set(ids(own))),
      by: lanesOf.map(({ laneId, title, since, restored }) => ({
        laneId,
        title,
        since: since[number]! || (before?.by.find((b) => b.laneId === laneId)?.since ?? null),
        restored: restored.has(number),
      })),
    });
  }
  return out;
}

const ids = (messages: readonly Message[]) => messages.map((m) => m.id);

export interface ArchiveChange {
  /** All entries afterwards, by turn. */
  readonly entries: readonly ArchiveEntry[];
  readonly put: readonly ArchiveEntry[];
  /** Keys. */
  readonly remove: readonly string[];
}

/**
 * The archive after the conversation or a lane changed. An entry that no lane archives any more goes while its words are
 * still in the conversation; words that were edited or deleted there stay: keeping them is what an archive is for.
 */
export function updateArchive(
  known: readonly ArchiveEntry[],
  archived: readonly ArchiveEntry[],
  conversation: readonly Message[],
): ArchiveChange {
  const current = byId(conversation);
  const now = new Map(archived.map((e) => [e.key, e]));
  const old = new Map(known.map((e) => [e.key, e]));
  const remove: string[] = [];
  const entries: ArchiveEntry[] = [];
  for (const entry of known) {
    if (now.has(entry.key)) continue;
    if (standing(entry, current) === 'there') remove.push(entry.key);
    else entries.push(entry);
  }
  const put: ArchiveEntry[] = [];
  for (const entry of archived) {
    const before = old.get(entry.key);
    const same = before !== undefined && sameEntry(before, entry);
    // The same object while nothing changed: indexes and rows are kept by it.
    entries.push(same ? before : entry);
    if (!same) put.push(entry);
  }
  return { entries: inOrder(entries), put, remove };
}

/** By turn; of two wordings of one turn the one that is no longer said comes first. */
export const inOrder = (entries: readonly ArchiveEntry[]): ArchiveEntry[] =>
  [...entries].sort((a, b) => a.turn - b.turn);

const sameEntry = (a: ArchiveEntry, b: ArchiveEntry): boolean =>
  a.turn === b.turn &&
  a.tokens === b.tokens &&
  a.exact === b.exact &&
  JSON.stringify([a.place, a.marks, a.by]) === JSON.stringify([b.place, b.marks, b.by]);

export const byId = (messages: readonly Message[]): ReadonlyMap<string, Message> =>
  new Map(messages.map((m) => [m.id, m]));

/** Whether the conversation still has an entry's words: all of them, some or other ones, or none of its messages. */
export type Standing = 'there' | 'edited' | 'deleted';

export function standing(entry: ArchiveEntry, current: ReadonlyMap<string, Message>): Standing {
  const found = entry.messages.filter((m) => current.has(m.id));
  if (found.length === 0) return 'deleted';
  if (found.length < entry.messages.length) return 'edited';
  return found.every((m) => messageKey(m) === messageKey(current.get(m.id)!)) ? 'there' : 'edited';
}

export const entryKey = (messages: readonly Message[]): string => hash64(messages.map(messageKey).join());

const keys = new WeakMap<Message, string>();

/** What makes a message itself: its id, role and parts, whatever the order of their fields. */
function messageKey(message: Message): string {
  let key = keys.get(message);
  if (key === undefined) {
    key = hash64(JSON.stringify([message.id, message.role, message.parts.map(partFields)]));
    keys.set(message, key);
  }
  return key;
}

function partFields(part: Part): readonly unknown[] {
  if (part.type === 'tool-call') return [part.type, part.callId, part.name, argumentsText(part.arguments)];
  if (part.type === 'tool-result') return [part.type, part.callId, part.text, part.isError ?? false];
  if (part.type === 'attachment')
    return [part.type, part.kind, part.name ?? '', part.mediaType ?? '', part.text ?? ''];
  return [part.type, part.text];
}

/** Everything of an entry that can be searched: what is said, called and answered. */
export const entryText = ({ messages }: ArchiveEntry): string =>
  messages.flatMap((m) => countedTexts(m)).join('\n');

export const archiveCharacters = (entries: readonly ArchiveEntry[]): number =>
  entries.reduce((sum, e) => sum + entryText(e).length, 0);

/** What is known of a stored archive without reading it. */
export interface ArchiveInfo {
  readonly conversationId: string;
  readonly title: string;
  /** Milliseconds since 1970 of its last change. */
  readonly updated: number;
  readonly characters: number;
}

export const MAX_ARCHIVES = 20;
export const MAX_ARCHIVE_CHARACTERS = 30_000_000;

/** The archives that have to go, the least recently changed first; never the open conversation's. */
export function surplusArchives(infos: readonly ArchiveInfo[], open: string): ArchiveInfo[] {
  const others = infos.filter((i) => i.conversationId !== open).sort((a, b) => b.updated - a.updated);
  let count = infos.length - others.length;
  let characters = infos.reduce((sum, i) => sum + (i.conversationId === open ? i.characters : 0), 0);
  const out: ArchiveInfo[] = [];
  for (const info of others) {
    count++;
    characters += info.characters;
    if (count > MAX_ARCHIVES || characters > MAX_ARCHIVE_CHARACTERS) out.push(info);
  }
  return out.reverse();
}
