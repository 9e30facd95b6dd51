import type { Result } from '../result';
import { parseTimestamp } from '../timestamps';
import { choosePath, withBranches } from './branches';
import { buildConversation, type DraftMessage } from './build-conversation';
import { type Chat, chatItems, readingChats } from './chat-files';
import { readClaudeMessage } from './claude-ai-message';
import { ImportReport } from './import-report';
import type { Imported, Importer } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { roleOf } from './roles';
import { draftsOfSteps } from './tool-steps';

export const importer: Importer = {
  id: 'claude-ai-export',
  title: 'Claude.ai export (JSON)',
  describe: 'conversations.json of a Claude.ai data export, or one chat as browser extensions save it.',

  detect: (source) => 0.95 * vote(chatItems(source), (item) => Array.isArray(item.chat_messages)),
  ...readingChats({ hasMessage, read }),
};

function hasMessage({ record }: Chat): boolean {
  return listOf(record.chat_messages).some(
    (m) => isRecord(m) && draftsOf(m, 'm', '', new ImportReport()).length > 0,
  );
}

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
  return draftsOfSteps(readClaudeMessage(item, where, report), { role, time, where }, id);
}
