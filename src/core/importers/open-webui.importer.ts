import type { Part } from '../conversation';
import type { Result } from '../result';
import { parseTimestamp } from '../timestamps';
import { choosePath, withBranches } from './branches';
import { buildConversation, type DraftMessage } from './build-conversation';
import { type Chat, chatItems, readingChats } from './chat-files';
import { dataUrlAttachment } from './data-urls';
import { ImportReport } from './import-report';
import type { Imported, Importer } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { readAnswer } from './open-webui-content';
import { joinTexts, readContent } from './openai-parts';
import { roleOf } from './roles';
import { draftsOfSteps, type Step } from './tool-steps';

export const importer: Importer = {
  id: 'open-webui',
  title: 'Open WebUI export (JSON)',
  describe: 'One or all chats of Open WebUI, with the messages under chat.history.',

  detect: (source) =>
    0.95 *
    vote(chatItems(source), (item) => {
      const { history } = chatOf(item);
      return isRecord(history) && isRecord(history.messages);
    }),

  ...readingChats({ hasMessage, read }),
};

const chatOf = (record: JsonRecord): JsonRecord => (isRecord(record.chat) ? record.chat : record);

/** The tree; the flat list beside it is a copy of the shown path, and all there is in old chats. */
function messagesOf(chat: JsonRecord): {
  readonly tree: JsonRecord | null;
  readonly list: readonly unknown[];
} {
  const history = isRecord(chat.history) ? chat.history : {};
  const tree = isRecord(history.messages) ? history.messages : {};
  return Object.values(tree).some(isRecord)
    ? { tree, list: [] }
    : { tree: null, list: listOf(chat.messages) };
}

function hasMessage(chat: Chat): boolean {
  const { tree, list } = messagesOf(chatOf(chat.record));
  return (tree ? Object.values(tree) : list).some(
    (m) => isRecord(m) && draftsOf(m, 'm', '', new ImportReport()).length > 0,
  );
}

function read(
  { record, path: outer }: Chat,
  leafId: string | undefined,
  report: ImportReport,
  others: number,
): Result<Imported> {
  const chat = chatOf(record);
  const path = `${outer}${chat === record ? '' : 'chat.'}`;
  const { tree, list } = messagesOf(chat);
  const { messages, points } = tree
    ? readTree(tree, chat, path, leafId, report)
    : { messages: readList(list, `${path}messages`, report), points: [] };
  const built = buildConversation({
    format: 'open-webui',
    messages,
    report,
    title: stringOf(record.title)?.trim() || stringOf(chat.title)?.trim() || 'Untitled',
    otherConversations: others,
  });
  return built.ok ? { ok: true, value: withBranches(built.value, points) } : built;
}

function readTree(
  tree: JsonRecord,
  chat: JsonRecord,
  path: string,
  leafId: string | undefined,
  report: ImportReport,
) {
  const placeOf = (id: string): string => `${path}history.messages[${JSON.stringify(id.slice(0, 80))}]`;
  const drafts = (id: string, to: ImportReport): DraftMessage[] => {
    const item = Object.hasOwn(tree, id) ? tree[id] : undefined;
    return isRecord(item) ? draftsOf(item, id, placeOf(id), to) : [];
  };
  const { ids, points } = choosePath(
    {
      nodes: Object.entries(tree).map(([id, item]) => {
        if (!isRecord(item)) {
          report.add('mixed-shapes', { where: placeOf(id) });
          return { id, parent: undefined, children: [] };
        }
        const parent = item.parentId === null ? null : idOf(item.parentId);
        return { id, parent, children: listOf(item.childrenIds).flatMap((child) => idOf(child) ?? []) };
      }),
      current: isRecord(chat.history) ? idOf(chat.history.currentId) : undefined,
      saysCurrent: true,
      placeOf,
      preview: (id) => drafts(id, new ImportReport()),
    },
    leafId,
    report,
  );
  const messages = ids.flatMap((id) => {
    const shown = drafts(id, report);
    if (shown.length === 0 && isRecord(tree[id])) report.add('empty-skipped', { where: placeOf(id) });
    return shown;
  });
  return { messages, points };
}

const readList = (list: readonly unknown[], path: string, report: ImportReport): DraftMessage[] =>
  list.flatMap((item, i) => {
    const where = `${path}[${i}]`;
    if (!isRecord(item)) {
      report.add('mixed-shapes', { where });
      return [];
    }
    const shown = draftsOf(item, idOf(item.id), where, report);
    if (shown.length === 0) report.add('empty-skipped', { where });
    return shown;
  });

function draftsOf(
  item: JsonRecord,
  id: string | undefined,
  where: string,
  report: ImportReport,
): DraftMessage[] {
  const { role, known } = roleOf(item.role);
  if (!known) report.add('unknown-sender', { where: `${where}.role` });
  const content = readContent(item.content, `${where}.content`, report);
  const failure = isRecord(item.error) ? stringOf(item.error.content) : stringOf(item.error);
  const said = joinTexts([content.text, failure ?? '']);
  const steps: Step[] =
    role === 'assistant' ? readAnswer(said) : said === '' ? [] : [{ type: 'text', text: said }];
  if (content.reasoning !== '') steps.unshift({ type: 'reasoning', text: content.reasoning });
  steps.push(...content.attachments, ...readFiles(item, where, report));
  return draftsOfSteps(steps, { role, time: parseTimestamp(item.timestamp), where }, id);
}

/** Pictures are embedded or named by their place on the server; of documents the extracted text may be there. */
function readFiles(item: JsonRecord, where: string, report: ImportReport): Part[] {
  return listOf(item.files).flatMap((file, i): Part[] => {
    const place = `${where}.files[${i}]`;
    if (!isRecord(file)) {
      report.add('mixed-shapes', { where: place });
      return [];
    }
    const url = stringOf(file.url);
    const embedded = url === undefined ? null : dataUrlAttachment(url);
    if (embedded) {
      report.add('image-payload-dropped', { where: place });
      return [embedded];
    }
    const inner = isRecord(file.file) ? file.file : {};
    const text = isRecord(inner.data) ? stringOf(inner.data.content) : stringOf(file.content);
    const name = stringOf(file.name) ?? stringOf(inner.filename) ?? url;
    if (text === undefined) report.add('attachment-missing', { where: place });
    return [
      {
        type: 'attachment',
        kind: file.type === 'image' ? 'image' : 'file',
        ...(name ? { name } : {}),
        ...(text ? { text } : {}),
      },
    ];
  });
}
