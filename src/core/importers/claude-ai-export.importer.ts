import type { Result } from '../result';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { choosePath, withBranches } from './branches';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { readClaudeMessage } from './claude-ai-message';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { roleOf } from './roles';
import { draftsOfSteps } from './tool-steps';

interface Chat {
  readonly record: JsonRecord;
  readonly path: string;
}

export const importer: Importer = {
  id: 'claude-ai-export',
  title: 'Claude.ai export (JSON)',
  describe: 'conversations.json of a Claude.ai data export, or one chat as browser extensions save it.',

  detect: (source) => 0.95 * vote(itemsOf(source), (item) => Array.isArray(item.chat_messages)),

  parse(source, choice = {}) {
    const report = new ImportReport();
    const chats = chatsOf(source, report);
    const filled = chats.filter(hasMessage);
    const chat = filled[choice.conversation ?? 0] ?? filled[0];
    if (!chat) return fail(noConversation(0));
    report.add('empty-conversation', { count: chats.length - filled.length });
    return read(chat, choice.leafId, report, filled.length - 1);
  },

  *parseAll(source) {
    for (const chat of chatsOf(source, new ImportReport())) {
      const imported = hasMessage(chat) ? read(chat, undefined, new ImportReport(), 0) : null;
      if (imported?.ok) yield imported.value;
    }
  },
};

const isWrapper = (json: unknown): json is JsonRecord =>
  isRecord(json) && !Array.isArray(json.chat_messages) && Array.isArray(json.conversations);

const itemsOf = (source: ImportSource): readonly unknown[] =>
  isWrapper(source.json) ? listOf(source.json.conversations) : topItems(source);

function chatsOf(source: ImportSource, report: ImportReport): Chat[] {
  const isList = Array.isArray(source.json) || isWrapper(source.json);
  return itemsOf(source).flatMap((record, i) => {
    const line = source.json === undefined ? source.lines?.[i]?.number : undefined;
    const at = line === undefined ? `[${i}]` : `line ${line}`;
    if (isRecord(record)) return [{ record, path: line !== undefined ? `${at}, ` : isList ? `${at}.` : '' }];
    report.add('mixed-shapes', { where: at });
    return [];
  });
}

const hasMessage = ({ record }: Chat): boolean =>
  listOf(record.chat_messages).some(
    (m) => isRecord(m) && draftsOf(m, 'm', '', new ImportReport()).length > 0,
  );

/** Saves of the web app name it as the parent of the first message. */
const ROOT = '00000000-0000-4000-8000-000000000000';

function read(
  { record, path }: Chat,
  leafId: string | undefined,
  report: ImportReport,
  others: number,
): Result<Imported> {
  const messages = new Map<string, { readonly item: JsonRecord; readonly where: string }>();
  listOf(record.chat_messages).forEach((item, i) => {
    const where = `${path}chat_messages[${i}]`;
    if (!isRecord(item)) {
      report.add('mixed-shapes', { where });
      return;
    }
    const id = idOf(item.uuid) ?? `message-${i + 1}`;
    if (messages.has(id)) report.add('duplicate-id', { where });
    messages.set(messages.has(id) ? `${id}-${i + 1}` : id, { item, where });
  });
  const placeOf = (id: string): string => messages.get(id)?.where ?? path;
  const drafts = (id: string, to: ImportReport): DraftMessage[] => {
    const message = messages.get(id);
    return message ? draftsOf(message.item, id, message.where, to) : [];
  };
  const chosen = hasParents(record)
    ? choosePath(
        {
          nodes: [...messages].map(([id, { item }]) => {
            const parent = idOf(item.parent_message_uuid);
            return { id, parent: parent === undefined || parent === ROOT ? null : parent, children: [] };
          }),
          current: idOf(record.current_leaf_message_uuid),
          saysCurrent: false,
          placeOf,
          preview: (id) => drafts(id, new ImportReport()),
        },
        leafId,
        report,
      )
    : { ids: [...messages.keys()], points: [] };
  const built = buildConversation({
    format: 'claude-ai-export',
    messages: chosen.ids.flatMap((id) => {
      const shown = drafts(id, report);
      if (shown.length === 0) report.add('empty-skipped', { where: placeOf(id) });
      return shown;
    }),
    report,
    title: stringOf(record.name)?.trim() || 'Untitled',
    otherConversations: others,
  });
  return built.ok ? { ok: true, value: withBranches(built.value, chosen.points) } : built;
}

/** The official export has no links: there the order of the list is the conversation. */
const hasParents = (record: JsonRecord): boolean =>
  listOf(record.chat_messages).some((m) => isRecord(m) && stringOf(m.parent_message_uuid) !== undefined);

/** The tool calls of a message and their results are blocks of it; each result becomes a message of its own (rule 7). */
function draftsOf(item: JsonRecord, id: string, where: string, report: ImportReport): DraftMessage[] {
  const { role, known } = roleOf(item.sender ?? item.role);
  if (!known) report.add('unknown-sender', { where: `${where}.sender` });
  const time = parseTimestamp(item.created_at);
  return draftsOfSteps(readClaudeMessage(item, where, report), { role, time }, id);
}
