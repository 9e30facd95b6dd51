import type { Part } from '../conversation';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { bookkeeping, kindOfFile, oldestFirst } from './people';

/** The exporter writes the names it knows and numbers for newer kinds; all others are notices (pins, joins, calls). */
const SPOKEN = new Set([
  'default',
  'reply',
  'chatinputcommand',
  'applicationcommand',
  'contextmenucommand',
  'threadstartermessage',
  '0',
  '19',
  '20',
  '21',
  '23',
]);

const isMessage = (item: JsonRecord): boolean =>
  isRecord(item.author) && ('content' in item || 'timestamp' in item);

export const importer: Importer = {
  id: 'discord',
  title: 'Discord channel (DiscordChatExporter JSON)',
  describe: 'A channel, thread or direct message with "guild", "channel" and "messages".',

  detect({ json }) {
    if (!isRecord(json) || !isRecord(json.guild) || !isRecord(json.channel) || !Array.isArray(json.messages))
      return 0;
    return json.messages.length === 0 || vote(json.messages, isMessage) > 0 ? 0.95 : 0;
  },

  parse({ json, name }) {
    const root = isRecord(json) ? json : {};
    const entries = listOf(root.messages);
    const report = new ImportReport();
    const messages: DraftMessage[] = [];
    entries.forEach((entry, i) => {
      const where = `messages[${i}]`;
      if (!isRecord(entry)) report.add('mixed-shapes', { where });
      else if (isNotice(entry))
        report.add('bookkeeping-skipped', { where, say: bookkeeping('channel notice', 'channel notices') });
      else messages.push(readMessage(entry, where, report));
    });
    if (messages.length === 0) return fail(noConversation(0));
    return buildConversation({
      format: 'discord',
      messages: oldestFirst(messages, report),
      report,
      title: isRecord(root.channel) ? stringOf(root.channel.name) : undefined,
      fileName: name,
      hasToolCalls: false,
    });
  },
};

const isNotice = ({ type }: JsonRecord): boolean =>
  (typeof type === 'string' || typeof type === 'number') && !SPOKEN.has(String(type).toLowerCase());

function readMessage(entry: JsonRecord, where: string, report: ImportReport): DraftMessage {
  const author = isRecord(entry.author) ? entry.author : {};
  const name = stringOf(author.nickname) ?? stringOf(author.name) ?? idOf(author.id);
  if (name === undefined) report.add('unknown-sender', { where: `${where}.author`, say: withoutAuthor });
  const parts: Part[] = [];
  const text = textOf(entry);
  if (text !== '') parts.push({ type: 'text', text });
  listOf(entry.attachments).forEach((file, i) => {
    parts.push(attachmentOf(file, `${where}.attachments[${i}]`, report));
  });
  for (const sticker of listOf(entry.stickers).filter(isRecord)) {
    const label = stringOf(sticker.name);
    parts.push({ type: 'attachment', kind: 'sticker', ...(label ? { name: label } : {}) });
  }
  return {
    id: idOf(entry.id),
    role: author.isBot === true ? 'assistant' : 'user',
    parts,
    time: parseTimestamp(entry.timestamp),
    name,
    where,
  };
}

const withoutAuthor = (n: number): string => `${n} ${n === 1 ? 'message has' : 'messages have'} no author.`;

/** Bots write their words into cards, and a forwarded message brings its own. */
function textOf(entry: JsonRecord): string {
  const own = stringOf(entry.content);
  if (own !== undefined && own.trim() !== '') return resolve(own, entry);
  const cards = listOf(entry.embeds)
    .filter(isRecord)
    .map(cardText)
    .filter((text) => text !== '')
    .join('\n');
  if (cards !== '') return resolve(cards, entry);
  const forwarded = isRecord(entry.forwardedMessage) ? stringOf(entry.forwardedMessage.content) : undefined;
  return forwarded ?? '';
}

function cardText(card: JsonRecord): string {
  const fields = listOf(card.fields)
    .filter(isRecord)
    .map((f) => [stringOf(f.name), stringOf(f.value)].filter((t) => t !== undefined).join(': '));
  const footer = isRecord(card.footer) ? stringOf(card.footer.text) : undefined;
  return [stringOf(card.title), stringOf(card.description), ...fields, footer]
    .filter((text) => text !== undefined && text !== '')
    .join('\n');
}

/** The exporter can leave mentions and custom emoji as the service writes them. */
function resolve(text: string, { mentions }: JsonRecord): string {
  if (!text.includes('<')) return text;
  const names = new Map(
    listOf(mentions)
      .filter(isRecord)
      .map((m) => [idOf(m.id), stringOf(m.nickname) ?? stringOf(m.name)] as const),
  );
  return text
    .replace(/<@!?(\d{1,20})>/g, (whole, id: string) => (names.get(id) ? `@${names.get(id)}` : whole))
    .replace(/<a?(:\w{1,64}:)\d{1,20}>/g, '$1');
}

function attachmentOf(file: unknown, where: string, report: ImportReport): Part {
  const record = isRecord(file) ? file : {};
  const url = stringOf(record.url);
  const name = stringOf(record.fileName) ?? url;
  if (url === undefined) report.add('attachment-missing', { where });
  return { type: 'attachment', kind: kindOfFile(name ?? ''), ...(name ? { name } : {}) };
}
