import type { DraftMessage } from './build-conversation';
import { draftsOf, readBlocks } from './content-blocks';
import type { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import {
  allConversations,
  firstConversation,
  listReader,
  messageLists,
  readItems,
  sampleMessages,
} from './message-lists';
import { messageTime } from './message-time';
import { isOpenAiMessage } from './openai-messages';
import { roleOf } from './roles';

export const importer: Importer = {
  id: 'vercel-model',
  title: 'Vercel AI SDK model messages (JSON)',
  describe: 'CoreMessage or ModelMessage lists: parts of type "tool-call" and "tool-result" under a role.',

  detect(source) {
    const parts = sampleMessages(source, isOpenAiMessage)
      .flatMap((m) => listOf(m.content))
      .filter(isRecord);
    if (parts.some(isOwnPart)) return 0.92;
    return parts.some((part) => part.type === 'reasoning' && typeof part.text === 'string') ? 0.6 : 0;
  },

  parse: (source) => firstConversation(messageLists(source, isOpenAiMessage), reader(source)),
  parseAll: (source) => allConversations(messageLists(source, isOpenAiMessage), reader(source)),
  splits: (items) => vote(items, isOpenAiMessage) === 0,
};

const isOwnPart = ({ type, ...part }: JsonRecord): boolean =>
  ((type === 'tool-call' || type === 'tool-result') && 'toolCallId' in part) ||
  (type === 'image' && 'image' in part) ||
  (type === 'file' && 'data' in part && ('mediaType' in part || 'mimeType' in part));

const reader = (source: ImportSource) =>
  listReader('vercel-model', source, (list, report) => {
    const system = list.owners.map((owner) => stringOf(owner.system)).find((s) => s !== undefined);
    const messages = readItems(list, report, readMessage);
    return system ? [{ role: 'system', parts: [{ type: 'text', text: system }] }, ...messages] : messages;
  });

function readMessage(item: JsonRecord, path: string, report: ImportReport): DraftMessage[] {
  const { role, known } = roleOf(item.role);
  if (!known) report.add('unknown-sender', { where: `${path}.role` });
  const isApproval = (part: unknown): boolean =>
    isRecord(part) && (part.type === 'tool-approval-request' || part.type === 'tool-approval-response');
  const approvals = listOf(item.content).filter(isApproval).length;
  report.add('bookkeeping-skipped', { count: approvals, where: `${path}.content` });
  const content = approvals > 0 ? listOf(item.content).filter((part) => !isApproval(part)) : item.content;
  if (approvals > 0 && listOf(content).length === 0) return [];
  return draftsOf(readBlocks(content, `${path}.content`, report), {
    id: idOf(item.id),
    role,
    time: messageTime(item),
    name: known ? undefined : stringOf(item.role),
    where: path,
  });
}
