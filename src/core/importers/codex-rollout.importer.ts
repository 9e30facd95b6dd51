import { fail } from '../result';
import { buildConversation } from './build-conversation';
import { linesOf } from './claude-code-lines';
import { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, VOTE_ITEMS, vote } from './json-shape';
import { messageTime } from './message-time';
import { isOwnItem, type ResponsesItem, readResponsesItems } from './responses-items';

const LINE_TYPES = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

export const importer: Importer = {
  id: 'codex-rollout',
  title: 'Codex session (JSONL)',
  describe: 'A rollout-….jsonl file under ~/.codex/sessions: lines with "timestamp", "type" and "payload".',

  detect(source) {
    const lines = linesOf(source)
      .slice(0, VOTE_ITEMS)
      .map((line) => line.value);
    if (vote(lines, isEnvelope) >= 0.5) return 0.95;
    return source.lines && isEarly(lines) ? 0.93 : 0;
  },

  parse(source) {
    const report = new ImportReport();
    const records = recordsOf(source, report);
    const items = chosenItems(records, report);
    const messages = readResponsesItems(items, report, { isCodex: true, sayBookkeeping });
    if (messages.length === 0) return fail(nothingRead(records));
    return buildConversation({ format: 'codex-rollout', messages, report, fileName: source.name });
  },
};

interface Line {
  readonly line: JsonRecord;
  readonly payload: JsonRecord;
  readonly where: string;
}

const isEnvelope = (line: JsonRecord): boolean =>
  isRecord(line.payload) &&
  typeof line.type === 'string' &&
  (LINE_TYPES.includes(line.type) || 'timestamp' in line);

/** Mid 2025: the session's data on the first line, then bare items. */
const isEarlyMeta = (line: unknown): boolean =>
  isRecord(line) &&
  typeof line.id === 'string' &&
  typeof line.timestamp === 'string' &&
  !('type' in line) &&
  !('role' in line);
const isEarly = (lines: readonly unknown[]): boolean =>
  lines.some((line) => isEarlyMeta(line) || (isRecord(line) && line.record_type === 'state')) &&
  lines.some(
    (line) => isRecord(line) && (isOwnItem(line) || (line.type === 'message' && Array.isArray(line.content))),
  );

const sayBookkeeping = (n: number): string =>
  `${n} ${n === 1 ? 'line is' : 'lines are'} not part of the conversation.`;

function recordsOf(source: ImportSource, report: ImportReport): Line[] {
  return linesOf(source).flatMap(({ number, value }): Line[] => {
    const where = `line ${number}`;
    if (!isRecord(value)) {
      report.add('mixed-shapes', { where });
      return [];
    }
    if (isRecord(value.payload)) return [{ line: value, payload: value.payload, where }];
    const isBare = typeof value.role === 'string' || isOwnItem(value);
    return [
      { line: isBare ? { type: 'response_item', timestamp: value.timestamp } : value, payload: value, where },
    ];
  });
}

/** A way in which a version writes what was said. */
interface Variant {
  readonly isMessage: (line: Line) => boolean;
  readonly toItem: (payload: JsonRecord) => JsonRecord | null;
}

const isEvent = ({ line, payload }: Line, ...types: string[]): boolean =>
  line.type === 'event_msg' && types.includes(String(payload.type));

/** Newer before older; one is chosen per file, because several write every turn twice. */
const VARIANTS: readonly Variant[] = [
  {
    isMessage: ({ line, payload }) => line.type === 'response_item' && typeof payload.role === 'string',
    toItem: (payload) => payload,
  },
  { isMessage: (line) => isEvent(line, 'user_message', 'agent_message'), toItem: eventItem },
  { isMessage: (line) => isEvent(line, 'item_completed'), toItem: (payload) => completedItem(payload.item) },
];

/** The lines that are the conversation, as Responses items; the others are counted. */
function chosenItems(records: readonly Line[], report: ImportReport): ResponsesItem[] {
  const variant = VARIANTS.find((v) => records.some(v.isMessage)) ?? VARIANTS[0]!;
  const hasReasoningItems = records.some(
    ({ line, payload }) => line.type === 'response_item' && payload.type === 'reasoning',
  );
  return records.flatMap((record): ResponsesItem[] => {
    const { line, payload, where } = record;
    let item: JsonRecord | null = null;
    if (variant.isMessage(record)) item = variant.toItem(payload);
    else if (line.type === 'compacted') item = { ...payload, type: 'compaction' };
    else if (line.type === 'response_item') item = payload;
    else if (variant !== VARIANTS[0] && !hasReasoningItems && isEvent(record, 'agent_reasoning')) {
      item = { type: 'reasoning', text: payload.text };
    }
    if (item) return [{ item, where, time: messageTime(line) }];
    report.add('bookkeeping-skipped', { where, say: sayBookkeeping });
    return [];
  });
}

function eventItem(payload: JsonRecord): JsonRecord {
  const images = [...listOf(payload.images), ...listOf(payload.local_images)].map((image) => ({
    type: 'input_image',
    image_url: image,
  }));
  const text = stringOf(payload.message) ?? stringOf(payload.text) ?? '';
  const role = payload.type === 'user_message' ? 'user' : 'assistant';
  return { type: 'message', role, content: [{ type: 'text', text }, ...images] };
}

/** `UserMessage`, `user_message`, `AgentMessage` …; block types in either case. */
function completedItem(item: unknown): JsonRecord | null {
  if (!isRecord(item)) return null;
  const type = String(item.type).toLowerCase().replace(/_/g, '');
  if (type === 'reasoning') {
    const summary = listOf(item.summary_text ?? item.summary).map((text) =>
      isRecord(text) ? text : { text },
    );
    return { type: 'reasoning', id: item.id, summary, content: item.content };
  }
  if (type !== 'usermessage' && type !== 'agentmessage') return null;
  const content = Array.isArray(item.content)
    ? item.content.map((block: unknown) =>
        isRecord(block) && typeof block.type === 'string'
          ? { ...block, type: block.type.toLowerCase() }
          : block,
      )
    : (item.content ?? item.text);
  return { type: 'message', id: item.id, role: type === 'usermessage' ? 'user' : 'assistant', content };
}

const KNOWN_EVENTS =
  /^(?:token_count|task_(?:started|complete)|turn_(?:started|complete|aborted)|thread_\w+|context_compacted|error|warning|background_event|\w+_(?:begin|end|delta))$/;

/** A session that was left at once holds nothing; one with unknown events was written by a version we can not read. */
function nothingRead(records: readonly Line[]): { code: string; message: string } {
  const version = records.map(({ payload }) => stringOf(payload.cli_version)).find((v) => v !== undefined);
  const session = `This Codex session${version ? ` (version ${version})` : ''}`;
  const isUnknown = records.some(
    ({ line, payload }) =>
      (line.type === 'event_msg' && !KNOWN_EVENTS.test(String(payload.type))) ||
      !LINE_TYPES.includes(String(line.type)),
  );
  return isUnknown
    ? {
        code: 'unknown-format',
        message: `${session} holds no message in a form that is known here: none of its ${records.length} lines could be read as one.`,
      }
    : {
        code: 'empty-file',
        message: `${session} contains no conversation: none of its ${records.length} lines is a message.`,
      };
}
