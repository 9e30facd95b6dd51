import type { Part } from '../conversation';
import type { Result } from '../result';
import { parseTimestamp } from '../timestamps';
import { choosePath, withBranches } from './branches';
import { buildConversation, type DraftMessage } from './build-conversation';
import { type Chat, chatItems, readingChats } from './chat-files';
import { readChatGptContent, stripCitations } from './chatgpt-content';
import { ImportReport } from './import-report';
import type { Imported, Importer } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, VOTE_ITEMS, vote } from './json-shape';
import type { TreeNode } from './message-tree';
import { toolCall } from './openai-messages';
import { joinTexts } from './openai-parts';
import { roleOf } from './roles';

export const importer: Importer = {
  id: 'chatgpt-export',
  title: 'ChatGPT export (JSON)',
  describe:
    'conversations.json, or its parts conversations-000.json and so on, from a ChatGPT data export; one chat of the web app too.',

  detect: (source) => 0.95 * vote(chatItems(source), isChat),
  ...readingChats({ hasMessage, read }),
};

/** DeepSeek writes a `mapping` too, whose messages have `fragments` instead of an author and content. */
function isChat(item: JsonRecord): boolean {
  if (!isRecord(item.mapping)) return false;
  const nodes = Object.values(item.mapping).slice(0, VOTE_ITEMS);
  if (nodes.length === 0) return 'current_node' in item;
  const withMessage = nodes.filter((n) => isRecord(n) && isRecord(n.message));
  if (withMessage.length === 0) return vote(nodes, (n) => 'message' in n) > 0;
  return (
    vote(withMessage, ({ message }) => isRecord(message) && ('author' in message || 'content' in message)) >=
    0.5
  );
}

const mappingOf = ({ record }: Chat): JsonRecord => (isRecord(record.mapping) ? record.mapping : {});

function hasMessage(chat: Chat): boolean {
  return Object.values(mappingOf(chat)).some((node) => {
    const message = messageOf(node);
    return message !== null && readMessage(message, '', new ImportReport()).kind === 'shown';
  });
}

const messageOf = (node: unknown): JsonRecord | null =>
  isRecord(node) && isRecord(node.message) ? node.message : null;

function read(
  chat: Chat,
  leafId: string | undefined,
  report: ImportReport,
  others: number,
): Result<Imported> {
  const { record, path } = chat;
  const mapping = mappingOf(chat);
  const placeOf = (id: string): string => `${path}mapping[${JSON.stringify(id.slice(0, 80))}]`;
  const nodes = Object.entries(mapping).map(([id, node]) => treeNode(id, node, placeOf, report));
  const chosen = choosePath(
    {
      nodes,
      current: stringOf(record.current_node),
      saysCurrent: true,
      placeOf,
      preview: (id) => {
        const message = Object.hasOwn(mapping, id) ? messageOf(mapping[id]) : null;
        const item = message && readMessage(message, '', new ImportReport());
        return item?.kind === 'shown' ? [item.draft] : [];
      },
    },
    leafId,
    report,
  );
  const items = chosen.ids.flatMap((id) => {
    const message = messageOf(mapping[id]);
    return message ? [{ id, ...readMessage(message, `${placeOf(id)}.message`, report) }] : [];
  });
  const built = buildConversation({
    format: 'chatgpt-export',
    messages: readPath(items, placeOf, report),
    report,
    title: stringOf(record.title)?.trim() || 'Untitled',
    fileName: undefined,
    otherConversations: others,
    // Calls have no ids and one call may have several results, so that pairing by order would report both wrongly.
    hasToolCalls: false,
  });
  return built.ok ? { ok: true, value: withBranches(built.value, chosen.points) } : built;
}

function treeNode(
  id: string,
  node: unknown,
  placeOf: (id: string) => string,
  report: ImportReport,
): TreeNode {
  if (!isRecord(node)) {
    report.add('mixed-shapes', { where: placeOf(id) });
    return { id, parent: undefined, children: [] };
  }
  const parent = node.parent === null ? null : idOf(node.parent);
  return { id, parent, children: listOf(node.children).flatMap((child) => idOf(child) ?? []) };
}

/** A message as what it is in a conversation: most node types are not turns. */
type Item =
  | { readonly kind: 'shown'; readonly draft: DraftMessage }
  | { readonly kind: 'hidden'; readonly answers: boolean }
  | { readonly kind: 'recap' | 'empty' }
  | { readonly kind: 'thoughts'; readonly text: string };

const HIDDEN_TYPES = new Set(['user_editable_context', 'model_editable_context']);

function readMessage(message: JsonRecord, path: string, report: ImportReport): Item {
  const author = isRecord(message.author) ? message.author : {};
  const content = isRecord(message.content) ? message.content : {};
  const metadata = isRecord(message.metadata) ? message.metadata : {};
  const { role, known } = roleOf(author.role);
  if (
    metadata.is_visually_hidden_from_conversation === true ||
    metadata.is_user_system_message === true ||
    HIDDEN_TYPES.has(String(content.content_type))
  )
    return { kind: 'hidden', answers: role === 'tool' };
  if (content.content_type === 'reasoning_recap') return { kind: 'recap' };
  if (content.content_type === 'thoughts') return { kind: 'thoughts', text: thoughtsOf(content) };

  const { text, attachments } = readChatGptContent(message, path, report);
  const isEmpty = text === '' && attachments.length === 0;
  if (role === 'system' && (isEmpty || message.weight === 0)) return { kind: 'hidden', answers: false };
  const recipient = role === 'assistant' ? stringOf(message.recipient) : undefined;
  const isCall = recipient !== undefined && recipient !== 'all';
  if (isEmpty && !isCall && role !== 'tool') return { kind: 'empty' };
  if (!known) report.add('unknown-sender', { where: `${path}.author.role` });
  const said: Part = isCall
    ? toolCall(null, recipient, text)
    : role === 'tool'
      ? {
          type: 'tool-result',
          callId: null,
          text,
          ...(isFailure(content, metadata) ? { isError: true } : {}),
        }
      : { type: 'text', text: role === 'assistant' ? stripCitations(text) : text };
  return {
    kind: 'shown',
    draft: {
      role,
      name: stringOf(author.name),
      parts: [said, ...attachments],
      time: parseTimestamp(message.create_time),
    },
  };
}

function isFailure(content: JsonRecord, metadata: JsonRecord): boolean {
  const run = isRecord(metadata.aggregate_result) ? stringOf(metadata.aggregate_result.status) : undefined;
  return content.content_type === 'system_error' || run?.startsWith('failed') === true;
}

const thoughtsOf = (content: JsonRecord): string =>
  joinTexts(
    listOf(content.thoughts).map((t) =>
      isRecord(t) ? (stringOf(t.content) ?? stringOf(t.summary) ?? '') : (stringOf(t) ?? ''),
    ),
  );

/** Thoughts go to the assistant's next message of the same turn; everything that is not shown is counted. */
function readPath(
  items: readonly (Item & { readonly id: string })[],
  placeOf: (id: string) => string,
  report: ImportReport,
): DraftMessage[] {
  const messages: DraftMessage[] = [];
  let thoughts: string[] = [];
  let openCalls: string[] = [];
  for (const item of items) {
    const where = placeOf(item.id);
    if (item.kind === 'hidden') {
      report.add('hidden-skipped', { where });
      if (item.answers) openCalls = [];
    }
    if (item.kind === 'empty') report.add('empty-skipped', { where });
    if (item.kind === 'recap' || item.kind === 'thoughts') report.add('reasoning-skipped', { where });
    if (item.kind === 'thoughts') thoughts.push(item.text);
    if (item.kind !== 'shown') continue;
    const { draft } = item;
    const reasoning = draft.role === 'assistant' ? joinTexts(thoughts) : '';
    if (draft.role !== 'tool') thoughts = [];
    const parts: Part[] = reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }];
    messages.push({ ...draft, id: item.id, parts: [...parts, ...draft.parts], where });
    if (draft.role === 'tool') openCalls = [];
    else if (draft.parts.some((p) => p.type === 'tool-call')) openCalls.push(where);
    else openCalls = reportUnanswered(openCalls, report);
  }
  reportUnanswered(openCalls, report);
  return messages;
}

function reportUnanswered(calls: readonly string[], report: ImportReport): string[] {
  for (const where of calls) report.add('unanswered-tool-call', { where });
  return [];
}
