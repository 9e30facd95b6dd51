import type { Part } from '../conversation';
import type { DraftMessage } from './build-conversation';
import { draftsOf, readBlocks, type Segment } from './content-blocks';
import type { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, stringOf, vote } from './json-shape';
import {
  allConversations,
  firstConversation,
  listReader,
  type MessageList,
  messageLists,
  sampleMessages,
} from './message-lists';
import { messageTime } from './message-time';
import { exportedMarks, readCalls } from './openai-messages';
import { roleOf } from './roles';

/** A serialised message's type and fields, wherever its form keeps them. */
export interface LangChainMessage {
  readonly type: string;
  readonly fields: JsonRecord;
}

interface LangChainForm {
  readonly id: string;
  readonly title: string;
  readonly describe: string;
  /** null for anything that is no message of this form. */
  readonly open: (item: JsonRecord) => LangChainMessage | null;
}

/** `human`, `HumanMessage` and `HumanMessageChunk` are the same type. */
export const plainType = (type: string): string => type.replace(/Message(?:Chunk)?$/, '').toLowerCase();

export const LANGCHAIN_TYPES = ['human', 'ai', 'system', 'tool', 'function', 'chat', 'developer', 'remove'];

/** An importer for one of the three forms in which LangChain writes the same messages. */
export function langChainImporter({ id, title, describe, open }: LangChainForm): Importer {
  const isMessage = (item: JsonRecord): boolean => open(item) !== null;
  const read = (source: ImportSource) =>
    listReader(id, source, (list, report) => readList(list, open, report));
  return {
    id,
    title,
    describe,
    detect: (source) => (vote(sampleMessages(source, isMessage), isMessage) >= 0.5 ? 0.9 : 0),
    parse: (source) => firstConversation(messageLists(source, isMessage), read(source)),
    parseAll: (source) => allConversations(messageLists(source, isMessage), read(source)),
    splits: (items) => vote(items, isMessage) === 0,
  };
}

function readList(list: MessageList, open: LangChainForm['open'], report: ImportReport): DraftMessage[] {
  let before = 0;
  return list.items.flatMap((item, i) => {
    const path = list.pathOf(i);
    const message = isRecord(item) ? open(item) : null;
    if (!message) {
      report.add('mixed-shapes', { where: path });
      return [];
    }
    const drafts = readMessage(message, path, report);
    if (drafts[0]?.kind === 'summary') {
      const shown = before;
      report.add('compaction', {
        where: path,
        say: (n) =>
          `The tool itself summarised the conversation ${n === 1 ? 'once' : `${n} times`}${gone(shown)}.`,
      });
    }
    before += drafts.length;
    return drafts;
  });
}

const gone = (shown: number): string => (shown === 0 ? '; what came before is not in this file' : '');

function readMessage({ type, fields }: LangChainMessage, path: string, report: ImportReport): DraftMessage[] {
  if (type === 'remove') {
    report.add('bookkeeping-skipped', { where: path });
    return [];
  }
  const extra = isRecord(fields.additional_kwargs) ? fields.additional_kwargs : {};
  const { role, known } = roleOf(type === 'chat' ? fields.role : type);
  if (!known) report.add('unknown-sender', { where: path });
  const spoken = {
    id: idOf(fields.id),
    role,
    // LangChain has no times; our own export, and some stores, keep them among the extra fields.
    time: messageTime(fields) ?? messageTime(extra),
    name: stringOf(fields.name) ?? (known ? undefined : stringOf(type === 'chat' ? fields.role : type)),
    ...exportedMarks(extra),
    where: path,
  };
  const segments = readBlocks(fields.content ?? fields.text, `${path}.content`, report);
  if (role === 'tool') return [toolMessage(fields, segments, spoken)];
  if (extra.lc_source === 'summarization') {
    return draftsOf(segments, { ...spoken, role: 'system' }).map((draft) => ({ ...draft, kind: 'summary' }));
  }
  return draftsOf(withCalls(segments, fields, extra, path, report), spoken);
}

/**
 * The same calls may stand in `tool_calls`, in the content and in `additional_kwargs`: the first of them that has any
 * counts. `invalid_tool_calls` are those whose arguments are no JSON; beside them, the others may stand further on only.
 */
function withCalls(
  segments: readonly Segment[],
  fields: JsonRecord,
  extra: JsonRecord,
  path: string,
  report: ImportReport,
): Segment[] {
  const valid = readCalls({ tool_calls: fields.tool_calls }, path, report);
  const invalid = readCalls({ tool_calls: fields.invalid_tool_calls }, path, report);
  const inContent = segments.flatMap((s) => s.parts.filter((p) => p.type === 'tool-call'));
  const ids = new Set(inContent.map((p) => p.callId));
  // Calls of hosted tools have their results in the content, and stand nowhere else.
  const hosted = new Set(
    segments.flatMap((s) => s.parts.flatMap((p) => (p.type === 'tool-result' ? [p.callId] : []))),
  );
  if (valid.length + invalid.length === 0 && inContent.length > 0) return [...segments];
  const known = new Set(invalid.flatMap((p) => (p.type === 'tool-call' ? [p.callId] : [])));
  const further = inContent.length > 0 ? inContent : readCalls(extra, path, report);
  const unknown = further.filter(
    (p) => p.type === 'tool-call' && !(known.size > 0 && (p.callId === null || known.has(p.callId))),
  );
  const calls = [...(valid.length > 0 ? valid : unknown), ...invalid];
  if (calls.length === 0) return [...segments];
  const rest = segments.flatMap((s): Segment[] => {
    const parts = s.parts.filter((p) => p.type !== 'tool-call' || hosted.has(p.callId));
    return parts.length > 0 ? [{ ...s, parts }] : [];
  });
  const added = calls.filter((p) => p.type === 'tool-call' && !(hosted.has(p.callId) && ids.has(p.callId)));
  const last = rest.at(-1);
  return last?.kind === 'said'
    ? [...rest.slice(0, -1), { ...last, parts: [...last.parts, ...added] }]
    : [...rest, { kind: 'said', parts: added }];
}

function toolMessage(
  fields: JsonRecord,
  segments: readonly Segment[],
  spoken: Omit<DraftMessage, 'parts'>,
): DraftMessage {
  const parts = segments.flatMap((s) => s.parts);
  const text = parts
    .flatMap((p) => (p.type === 'text' || p.type === 'tool-result' ? [p.text] : []))
    .filter((t) => t !== '')
    .join('\n');
  const isError = fields.status === 'error' || fields.is_error === true;
  const result: Part = {
    type: 'tool-result',
    callId: idOf(fields.tool_call_id) ?? null,
    text,
    ...(isError ? { isError } : {}),
  };
  return { ...spoken, parts: [result, ...parts.filter((p) => p.type === 'attachment')] };
}
