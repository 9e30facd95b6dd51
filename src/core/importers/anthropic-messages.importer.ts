import type { DraftMessage } from './build-conversation';
import { draftsOf, readBlocks } from './content-blocks';
import type { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import {
  allConversations,
  firstConversation,
  listReader,
  type MessageList,
  messageLists,
  readItems,
  sampleMessages,
} from './message-lists';
import { messageTime } from './message-time';
import { isOpenAiMessage } from './openai-messages';
import { roleOf } from './roles';

/** Blocks that no other format has under a `role`. */
const OWN_BLOCKS =
  /^(?:(?:server_|mcp_)?tool_use|(?:\w+_)?tool_result|thinking|redacted_thinking|document|search_result|container_upload|compaction)$/;

export const importer: Importer = {
  id: 'anthropic-messages',
  title: 'Anthropic API messages (JSON)',
  describe:
    'A request with {"system", "messages"}, a response, a list of messages with blocks, or lines of them.',

  detect(source) {
    const messages = sampleMessages(source, isOpenAiMessage);
    if (messages.length === 0) return 0;
    const isOpenAi = messages.some((m) => m.role === 'tool' || Array.isArray(m.tool_calls));
    if (!isOpenAi && messages.some((m) => isResponse(m) || listOf(m.content).some(isOwnBlock))) return 0.9;
    return !isOpenAi && hasSystem(source) ? 0.9 : 0;
  },

  parse: (source) => firstConversation(messageLists(source, isOpenAiMessage), reader(source)),
  parseAll: (source) => allConversations(messageLists(source, isOpenAiMessage), reader(source)),
  splits: (items) => vote(items, isOpenAiMessage) === 0,
};

const isOwnBlock = (block: unknown): boolean =>
  isRecord(block) &&
  ((typeof block.type === 'string' && OWN_BLOCKS.test(block.type)) ||
    (block.type === 'image' && isRecord(block.source)));

const isResponse = (item: unknown): boolean =>
  isRecord(item) && item.type === 'message' && 'stop_reason' in item && Array.isArray(item.content);

const isSystem = (value: unknown): boolean => stringOf(value) !== undefined || listOf(value).length > 0;

/** A top-level `system` beside the messages is written for this API only. */
const hasSystem = (source: ImportSource): boolean =>
  messageLists(source, isOpenAiMessage, 20).some(
    ({ owners: [owner] }) => owner !== undefined && Array.isArray(owner.messages) && isSystem(owner.system),
  );

const reader = (source: ImportSource) => listReader('anthropic-messages', source, readList);

function readList(list: MessageList, report: ImportReport): DraftMessage[] {
  const system = list.owners.map((owner) => owner.system).find(isSystem);
  const systemDrafts =
    system === undefined
      ? []
      : draftsOf(readBlocks(system, 'system', report), { id: undefined, role: 'system', time: null });
  const drafts = readItems(list, report, readMessage);
  // A log entry may have the answer beside its request.
  const response = list.owners
    .flatMap((o) => [o.response, o.output, o.completion])
    .find((r): r is JsonRecord => isResponse(r) && !list.items.includes(r));
  return [...systemDrafts, ...drafts, ...(response ? readMessage(response, 'response', report) : [])];
}

function readMessage(item: JsonRecord, path: string, report: ImportReport): DraftMessage[] {
  const { role, known } = roleOf(item.role);
  if (!known) report.add('unknown-sender', { where: `${path}.role` });
  const segments = readBlocks(item.content, `${path}.content`, report);
  return draftsOf(segments, {
    id: idOf(item.id),
    role,
    time: messageTime(item),
    name: stringOf(item.name) ?? (known ? undefined : stringOf(item.role)),
    where: path,
  });
}
