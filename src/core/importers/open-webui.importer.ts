import type { Part } from '../conversation';
import type { Result } from '../result';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { choosePath, withBranches } from './branches';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { dataUrlAttachment } from './data-urls';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { readAnswer } from './open-webui-content';
import { joinTexts, readContent } from './openai-parts';
import { roleOf } from './roles';
import { draftsOfSteps, type Step } from './tool-steps';

interface Chat {
  readonly record: JsonRecord;
  readonly chat: JsonRecord;
  readonly path: string;
}

export const importer: Importer = {
  id: 'open-webui',
  title: 'Open WebUI export (JSON)',
  describe: 'One or all chats of Open WebUI, with the messages under chat.history.',

  detect: (source) =>
    0.95 *
    vote(topItems(source), (item) => {
      const { history } = chatOf(item);
      return isRecord(history) && isRecord(history.messages);
    }),

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

const chatOf = (record: JsonRecord): JsonRecord => (isRecord(record.chat) ? record.chat : record);

function chatsOf(source: ImportSource, report: ImportReport): Chat[] {
  const isList = Array.isArray(source.json);
  return topItems(source).flatMap((record, i) => {
    const line = source.json === undefined ? source.lines?.[i]?.number : undefined;
    const at = line === undefined ? `[${i}]` : `line ${line}`;
    if (!isRecord(record)) {
      report.add('mixed-shapes', { where: at });
      return [];
    }
    const inner = isRecord(record.chat) ? 'chat.' : '';
    const path = line !== undefined ? `${at}, ${inner}` : isList ? `${at}.${inner}` : inner;
    return [{ record, chat: chatOf(record), path }];
  });
}

/** The tree; the flat list beside it is a copy of the shown path, and all there is in old chats. */
function messagesOf({ chat }: Chat): { readonly tree: JsonRecord | null; readonly list: readonly unknown[] } {
  const history = isRecord(chat.history) ? chat.history : {};
  const tree = isRecord(history.messages) ? history.messages : {};
  return Object.values(tree).some(isRecord)
    ? { tree, list: [] }
    : { tree: null, list: listOf(chat.messages) };
}

function hasMessage(chat: Chat): boolean {
  const { tree, list } = messagesOf(chat);
  return (tree ? Object.values(tree) : list).some(
    (m) => isRecord(m) && draftsOf(m, 'm', '', new ImportReport()).length > 0,
  );
}

function read(
  chat: Chat,
  leafId: string | undefined,
  report: ImportReport,
  others: number,
): Result<Imported> {
  const { tree, list } = messagesOf(chat);
  const { messages, points } = tree
    ? readTree(tree, chat, leafId, report)
    : { messages: readList(list, `${chat.path}messages`, report), points: [] };
  const built = buildConversation({
    format: 'open-webui',
    messages,
    report,
    title: stringOf(chat.record.title)?.trim() || stringOf(chat.chat.title)?.trim() || 'Untitled',
    otherConversations: others,
  });
  return built.ok ? { ok: true, value: withBranches(built.value, points) } : built;
}

function readTree(tree: JsonRecord, { chat, path }: Chat, leafId: string | undefined, report: ImportReport) {
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
  return draftsOfSteps(steps, { role, time: parseTimestamp(item.timestamp) }, id);
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
