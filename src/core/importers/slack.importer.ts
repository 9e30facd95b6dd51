import type { Part } from '../conversation';
import { placeAt } from '../places';
import { fail, type Place } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { attachmentKind } from './data-urls';
import { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { bookkeeping, oldestFirst } from './people';
import { blocksText, cardsText, type NameOf, plainText } from './slack-text';

/** Entries that tell what happened to the channel; all other subtypes are things somebody wrote. */
const NOTICE =
  /^(?:(?:channel|group|mpim|im|app)_(?!comment)|(?:un)?pinned_item$|bot_(?:add|remove|enable|disable)$|reminder_|sh_room_|huddle_|joiner_notification|ekm_|message_(?:changed|replied)$|reply_broadcast$|bulk_|dialog_|assistant_app_)/;

const isEntry = (item: JsonRecord): boolean =>
  item.type === 'message' && typeof item.ts === 'string' && /^\d+\.\d+$/.test(item.ts);

/** A file of a day is a list; the web API's answer and our reading of an archive have it under `messages`. */
const wrapped = ({ json }: ImportSource): readonly unknown[] | undefined =>
  isRecord(json) && Array.isArray(json.messages) ? json.messages : undefined;
const entriesOf = (source: ImportSource): readonly unknown[] => wrapped(source) ?? topItems(source);

export const importer: Importer = {
  id: 'slack',
  title: 'Slack channel (JSON)',
  describe: 'A file of one channel and day from a Slack export; bots, blocks and threads included.',

  detect: (source) => 0.95 * vote(entriesOf(source), isEntry),

  parse(source) {
    const entries = entriesOf(source);
    const prefix = wrapped(source) ? 'messages' : '';
    const report = new ImportReport();
    const names = knownNames(entries, isRecord(source.json) ? source.json.users : undefined);
    const nameOf: NameOf = (id) => names.get(id);
    const unnamed = new Map<string, string>();
    const read: Entry[] = [];
    entries.forEach((entry, i) => {
      const where = `${prefix}[${i}]`;
      if (!isRecord(entry)) report.add('mixed-shapes', { where });
      else if (!leftOut(entry, where, report)) {
        const message = readEntry(entry, where, nameOf, unnamed, report);
        read.push({
          message,
          thread: stringOf(entry.thread_ts) ?? stringOf(entry.ts),
          isReply: isReply(entry),
        });
      }
    });
    report.add('unknown-sender', {
      count: unnamed.size,
      places: [...unnamed.values()].map(placeAt),
      say: (n) =>
        `${n} ${n === 1 ? 'person is' : 'people are'} shown by id; load users.json from the same export for the ${n === 1 ? 'name' : 'names'}.`,
    });
    if (read.length === 0) return fail(noConversation(entries.length));
    return buildConversation({
      format: 'slack',
      messages: byThread(inOrder(read, report), report),
      report,
      title: channelName(source.json),
      fileName: source.name,
      hasToolCalls: false,
    });
  },
};

interface Entry {
  readonly message: DraftMessage;
  readonly thread: string | undefined;
  readonly isReply: boolean;
}

const channelName = (json: unknown): string | undefined =>
  isRecord(json) ? stringOf(isRecord(json.channel) ? json.channel.name : json.channel) : undefined;

const isReply = (entry: JsonRecord): boolean =>
  typeof entry.thread_ts === 'string' && entry.thread_ts !== entry.ts;

function leftOut(entry: JsonRecord, where: string, report: ImportReport): boolean {
  const subtype = stringOf(entry.subtype) ?? '';
  if (subtype === 'tombstone' || subtype === 'message_deleted') {
    report.add('deleted-skipped', {
      where,
      say: (n) => `${n} deleted ${n === 1 ? 'message is' : 'messages are'} not shown.`,
    });
  } else if (NOTICE.test(subtype) || (typeof entry.type === 'string' && entry.type !== 'message')) {
    report.add('bookkeeping-skipped', { where, say: bookkeeping('channel notice', 'channel notices') });
  } else if (entry.hidden === true) {
    report.add('hidden-skipped', {
      where,
      say: (n) => `${n} hidden ${n === 1 ? 'message is' : 'messages are'} not shown.`,
    });
  } else return false;
  return true;
}

/** A message without a profile may be by somebody who has one elsewhere in the file, or in users.json. */
function knownNames(entries: readonly unknown[], users: unknown): Map<string, string> {
  const names = new Map<string, string>();
  const note = (id: unknown, name: string | undefined): void => {
    if (typeof id === 'string' && name !== undefined && !names.has(id)) names.set(id, name);
  };
  for (const entry of entries) if (isRecord(entry)) note(entry.user, profileName(entry.user_profile));
  for (const user of listOf(users)) {
    if (!isRecord(user)) continue;
    note(user.id, profileName(user.profile) ?? stringOf(user.real_name) ?? stringOf(user.name));
  }
  note('USLACKBOT', 'Slackbot');
  return names;
}

const profileName = (profile: unknown): string | undefined =>
  isRecord(profile)
    ? (stringOf(profile.display_name) ?? stringOf(profile.real_name) ?? stringOf(profile.name))
    : undefined;

function readEntry(
  entry: JsonRecord,
  where: string,
  nameOf: NameOf,
  /** Under the id of each person without a name, where the first message is. */
  unnamed: Map<string, string>,
  report: ImportReport,
): DraftMessage {
  const user = stringOf(entry.user);
  const botId = stringOf(entry.bot_id);
  const isBot = botId !== undefined || entry.subtype === 'bot_message' || user === 'USLACKBOT';
  const named =
    profileName(entry.user_profile) ??
    stringOf(entry.username) ??
    (isBot ? profileName(entry.bot_profile) : undefined) ??
    (user === undefined ? undefined : nameOf(user));
  const id = user ?? botId;
  if (named === undefined && !unnamed.has(id ?? '')) unnamed.set(id ?? '', where);
  const time = parseTimestamp(entry.ts);
  const parts: Part[] = [];
  const text = textOf(entry, nameOf);
  if (text !== '') parts.push({ type: 'text', text });
  listOf(entry.files ?? (entry.file === undefined ? [] : [entry.file])).forEach((file, i) => {
    parts.push(fileOf(file, `${where}.files[${i}]`, report));
  });
  return { id: idOf(entry.ts), role: isBot ? 'assistant' : 'user', parts, time, name: named ?? id, where };
}

function textOf(entry: JsonRecord, nameOf: NameOf): string {
  const own = stringOf(entry.text);
  if (own !== undefined && own.trim() !== '') return plainText(own, nameOf);
  return blocksText(entry.blocks, nameOf) || cardsText(entry.attachments, nameOf);
}

function fileOf(file: unknown, where: string, report: ImportReport): Part {
  const record = isRecord(file) ? file : {};
  const mediaType = stringOf(record.mimetype);
  const name = stringOf(record.name) ?? stringOf(record.title) ?? idOf(record.id);
  const text = stringOf(record.plain_text) ?? stringOf(record.preview);
  const hasPlace = ['url_private', 'permalink', 'external_url'].some((key) => stringOf(record[key]));
  if (!hasPlace && text === undefined) report.add('attachment-missing', { where });
  return {
    type: 'attachment',
    kind: attachmentKind(mediaType),
    ...(name ? { name } : {}),
    ...(mediaType ? { mediaType } : {}),
    ...(text ? { text } : {}),
  };
}

/** The web API answers newest first; the order of an export's files is the right one. */
function inOrder(entries: readonly Entry[], report: ImportReport): readonly Entry[] {
  const messages = entries.map((e) => e.message);
  return oldestFirst(messages, report) === messages ? entries : entries.toReversed();
}

/** Replies stand under their thread: by time alone they would stand under whatever was said in between. */
function byThread(entries: readonly Entry[], report: ImportReport): DraftMessage[] {
  const groups = new Map<string, number[]>();
  entries.forEach(({ thread, isReply }, i) => {
    const key = thread === undefined ? `#${i}` : thread;
    const group = groups.get(key);
    if (!group) groups.set(key, [i]);
    else if (isReply) group.push(i);
    else group.unshift(i);
  });
  const order = [...groups.values()].flat();
  let earliestBehind = Number.POSITIVE_INFINITY;
  const moved: Place[] = [];
  for (const i of order.toReversed()) {
    const { isReply, message } = entries[i]!;
    if (isReply && i > earliestBehind) moved.unshift(placeAt(message.where ?? ''));
    earliestBehind = Math.min(earliestBehind, i);
  }
  report.add('time-order', {
    count: moved.length,
    places: moved,
    say: (n) =>
      n === 1 ? '1 reply is shown under its thread.' : `${n} replies are shown under their threads.`,
  });
  return order.map((i) => entries[i]!.message);
}
