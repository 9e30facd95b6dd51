import type { Part, Role, Timestamp } from '../conversation';
import { readMedia } from './block-media';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { toolCall } from './openai-messages';
import { joinTexts, readContent } from './openai-parts';
import { readToolOutput, toolResultParts } from './tool-result-text';

/** A stretch of a message's blocks: what its role said, one tool's result, or a summary of what came before. */
export interface Segment {
  readonly kind: 'said' | 'result' | 'summary';
  readonly parts: readonly Part[];
}

/**
 * `content` as Anthropic, LangChain and the Vercel AI SDK write it, in the order of its blocks; what only OpenAI writes
 * is read too, because frameworks pass the providers' blocks through.
 */
export function readBlocks(content: unknown, where: string, report: ImportReport): Segment[] {
  if (!Array.isArray(content)) return saidOnly(readPlain(content, where, report));
  const segments: Segment[] = [];
  let said: Part[] | null = null;
  content.forEach((block: unknown, i) => {
    const read = readBlock(block, `${where}[${i}]`, report);
    if (!Array.isArray(read)) {
      segments.push(read as Segment);
      said = null;
    } else if (read.length > 0) {
      if (!said) {
        said = [];
        segments.push({ kind: 'said', parts: said });
      }
      said.push(...(read as Part[]));
    }
  });
  return segments;
}

const saidOnly = (parts: readonly Part[]): Segment[] => (parts.length > 0 ? [{ kind: 'said', parts }] : []);

interface SpokenMessage {
  readonly id: string | undefined;
  readonly role: Role;
  readonly time: Timestamp | null;
  readonly name?: string | undefined;
  readonly kind?: DraftMessage['kind'];
  readonly offsetMs?: number | undefined;
  readonly where?: string | undefined;
}

/**
 * The messages that the segments of one source message become (rule 7): the first takes its id, results are of role
 * `tool` and, in a user's message, come first, because they answer the message before. A message without content stays
 * one, so that it is counted as empty.
 */
export function draftsOf(segments: readonly Segment[], message: SpokenMessage): DraftMessage[] {
  const { id, role, time, name, kind: marked, offsetMs, where } = message;
  if (segments.length === 0) return [{ id, role, parts: [], time, where }];
  const ordered = role === 'user' ? resultsFirst(segments) : segments;
  return ordered.map(({ kind, parts }, i): DraftMessage => {
    const own = { id: i === 0 ? id : undefined, parts, time, offsetMs, where };
    if (kind === 'result') return { ...own, role: 'tool' };
    return kind === 'summary'
      ? { ...own, role: 'system', kind: 'summary' }
      : { ...own, role, name, kind: marked };
  });
}

function resultsFirst(segments: readonly Segment[]): readonly Segment[] {
  const results = segments.filter((s) => s.kind === 'result');
  const rest = segments.filter((s) => s.kind !== 'result');
  if (results.length === 0 || rest.length < 2) return [...results, ...rest];
  const isSaid = rest.every((s) => s.kind === 'said');
  return [...results, ...(isSaid ? [{ kind: 'said' as const, parts: rest.flatMap((s) => s.parts) }] : rest)];
}

/** Content of OpenAI's form as parts. */
export function readPlain(content: unknown, where: string, report: ImportReport): Part[] {
  const { text, reasoning, attachments } = readContent(content, where, report);
  const parts: Part[] = reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }];
  if (text !== '') parts.push({ type: 'text', text });
  return [...parts, ...attachments];
}

function readBlock(block: unknown, where: string, report: ImportReport): readonly Part[] | Segment {
  if (block === null) {
    report.add('mixed-shapes', { where });
    return [];
  }
  if (!isRecord(block) || typeof block.type !== 'string') return readPlain(block, where, report);
  const { type } = block;
  if (/(?:^|[_-])tool[_-](?:use|call)$/.test(type) || type === 'function_call') {
    return [readCall(block, where, report)];
  }
  if (/(?:^|_)tool[_-]result$/.test(type)) return readResult(block, where, report);
  switch (type) {
    case 'thinking':
    case 'reasoning':
      return readReasoning(block, where, report);
    case 'redacted_thinking':
    case 'redacted-reasoning':
      report.add('reasoning-skipped', { where });
      return [];
    case 'image':
      return [readMedia(block, 'image', where, report)];
    case 'audio':
    case 'video':
      return [readMedia(block, type, where, report)];
    case 'document':
    case 'container_upload':
      return [readMedia(block, type === 'document' ? 'document' : 'file', where, report)];
    case 'file':
      return isRecord(block.file)
        ? readPlain(block, where, report)
        : [readMedia(block, undefined, where, report)];
    case 'search_result': {
      const { text } = readToolOutput(block.content, where, report);
      const name = stringOf(block.title) ?? stringOf(block.source);
      return [
        {
          type: 'attachment',
          kind: 'search_result',
          ...(name ? { name } : {}),
          ...(text ? { text } : {}),
        },
      ];
    }
    case 'source':
    case 'source-url':
    case 'source-document':
      return [readMedia(block, 'source', where, report)];
    case 'compaction':
      return readCompaction(block, where, report);
    default:
      return readPlain(block, where, report);
  }
}

/** A call's id, name and arguments under the names that providers give them. */
function readCall(block: JsonRecord, where: string, report: ImportReport): Part {
  const id = idOf(block.call_id) ?? idOf(block.toolCallId) ?? idOf(block.id);
  const name = stringOf(block.name) ?? stringOf(block.toolName);
  if (name === undefined) report.add('mixed-shapes', { where });
  return toolCall(id ?? null, name ?? 'unknown', block.input ?? block.args ?? block.arguments);
}

function readResult(block: JsonRecord, where: string, report: ImportReport): Segment {
  const id = idOf(block.tool_use_id) ?? idOf(block.toolCallId) ?? idOf(block.tool_call_id);
  const failed = block.is_error === true || block.isError === true || block.status === 'error';
  const output = readToolOutput(block.content ?? block.output ?? block.result, where, report);
  return { kind: 'result', parts: toolResultParts(id ?? null, output, failed) };
}

/** Thinking without text is there only for the provider (a signature, encrypted content). */
function readReasoning(block: JsonRecord, where: string, report: ImportReport): Part[] {
  const text =
    stringOf(block.thinking) ??
    stringOf(block.reasoning) ??
    stringOf(block.text) ??
    joinTexts(listOf(block.summary).flatMap((s) => (isRecord(s) ? (stringOf(s.text) ?? []) : [])));
  if (text === '') report.add('reasoning-skipped', { where });
  return text === '' ? [] : [{ type: 'reasoning', text }];
}

function readCompaction(block: JsonRecord, where: string, report: ImportReport): readonly Part[] | Segment {
  report.add('compaction', { where });
  const { text } = readToolOutput(block.content, where, report);
  return text === '' ? [] : { kind: 'summary', parts: [{ type: 'text', text }] };
}
