import type { Message, Timestamp } from '../../conversation';
import { messageText } from '../../conversation';
import { segment } from '../../turns';
import { shortText } from '../build-conversation';
import type { Imported } from '../importer';
import { idOf, isRecord } from '../json-shape';
import type { ConversationEntry, ConversationPlace } from './source-index';

/** Makes the entries of one source, each with an id of its own. */
export class EntryMaker {
  readonly #taken = new Set<string>();

  constructor(readonly source: string) {}

  /** `ownId`: the conversation's id in the file, where it has one. */
  make(imported: Imported, place: ConversationPlace, ownId?: string): ConversationEntry {
    const { conversation, format } = imported;
    const { messages } = conversation;
    return {
      id: this.#unique(`${this.source}#${ownId?.slice(0, 200) ?? place.conversation + 1}`),
      source: this.source,
      format,
      title: conversation.title,
      firstWords: firstWordsOf(messages),
      ...timesOf(messages),
      turns: segment(messages, 'user').list.length,
      messages: messages.length,
      place,
    };
  }

  #unique(id: string): string {
    let unique = id;
    for (let n = 2; this.#taken.has(unique); n++) unique = `${id} (${n})`;
    this.#taken.add(unique);
    return unique;
  }
}

const OWN_IDS = ['conversation_id', 'id', 'uuid', 'question_id', 'sample_id'];

/** What exports call the id of a conversation. */
export const ownIdOf = (record: unknown): string | undefined =>
  isRecord(record) ? OWN_IDS.map((key) => idOf(record[key])).find((id) => id !== undefined) : undefined;

function firstWordsOf(messages: readonly Message[]): string {
  const said = (m: Message): boolean => messageText(m).trim() !== '';
  const first = messages.find((m) => m.role === 'user' && said(m)) ?? messages.find(said);
  return first ? shortText(messageText(first)) : '';
}

function timesOf(messages: readonly Message[]): { from: Timestamp | null; to: Timestamp | null } {
  let from: Timestamp | null = null;
  let to: Timestamp | null = null;
  for (const { time } of messages) {
    if (!time) continue;
    if (!from || time.sortMs < from.sortMs) from = time;
    if (!to || time.sortMs > to.sortMs) to = time;
  }
  return { from, to };
}
