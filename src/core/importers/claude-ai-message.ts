import type { Part } from '../conversation';
import { attachmentKind } from './data-urls';
import type { ImportReport } from './import-report';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { toolCall } from './openai-messages';
import { compactJson, joinTexts } from './openai-parts';
import type { Step, ToolMessage } from './tool-steps';

type Attachment = Extract<Part, { type: 'attachment' }>;

/** What the app shows for a block it can not draw; written into `text` only. */
const FILLER = /(?:```\s*)?This block is not supported on your current device yet\.?(?:\s*```)?/g;

/** Parts of a message in order; results stand where the call was answered. */
export function readClaudeMessage(item: JsonRecord, where: string, report: ImportReport): Step[] {
  const steps = listOf(item.content).flatMap((block, b) =>
    readBlock(block, `${where}.content[${b}]`, report),
  );
  if (typeof item.content === 'string' && item.content !== '')
    steps.push({ type: 'text', text: item.content });
  if (!steps.some((s) => s.type === 'text')) {
    const legacy = stringOf(item.text) ?? '';
    const text = steps.length > 0 ? legacy.replace(FILLER, '').trim() : legacy;
    if (text !== '') steps.push({ type: 'text', text });
  }
  const files = readFiles(item, where, report);
  // A long paste is stored as a nameless attachment: it is what was typed.
  steps.push(...files.pasted.map((text): Part => ({ type: 'text', text })), ...files.attachments);
  return steps;
}

function readBlock(block: unknown, where: string, report: ImportReport): Step[] {
  if (typeof block === 'string') return [{ type: 'text', text: block }];
  if (!isRecord(block)) {
    report.add('mixed-shapes', { where });
    return [];
  }
  switch (block.type) {
    case 'text':
    case 'voice_note':
      return textPart('text', block.text);
    case 'thinking':
      return textPart('reasoning', block.thinking);
    case 'redacted_thinking':
      report.add('reasoning-skipped', { where });
      return [];
    case 'token_budget':
    case 'flag':
      report.add('bookkeeping-skipped', { where });
      return [];
    case 'tool_use':
      return [toolCall(idOf(block.id) ?? null, stringOf(block.name) ?? 'tool', block.input)];
    case 'tool_result':
      return [readResult(block, where, report)];
    case 'image':
    case 'document':
      return [fileOf(block, block.type === 'image' ? 'image' : 'file', where, report)];
    default:
      report.add('mixed-shapes', { where });
      return textPart('text', block.text);
  }
}

const textPart = (type: 'text' | 'reasoning', text: unknown): Part[] =>
  typeof text === 'string' && text !== '' ? [{ type, text }] : [];

function readResult(block: JsonRecord, where: string, report: ImportReport): ToolMessage {
  const attachments: Attachment[] = [];
  const items = Array.isArray(block.content) ? block.content : [block.content];
  const texts = items.map((part: unknown, i) => {
    if (part === undefined || part === null) return '';
    if (typeof part === 'string') return part;
    if (isRecord(part) && part.type === 'image') {
      attachments.push(fileOf(part, 'image', where, report));
      return '';
    }
    const said = isRecord(part) ? joinTexts([linkOf(part), stringOf(part.text) ?? '']) : '';
    if (said !== '') return said;
    report.add('mixed-shapes', { where: `${where}.content[${i}]` });
    return compactJson(part);
  });
  return {
    type: 'tool-message',
    name: stringOf(block.name),
    parts: [
      {
        type: 'tool-result',
        callId: idOf(block.tool_use_id) ?? null,
        text: joinTexts(texts),
        ...(block.is_error === true ? { isError: true } : {}),
      },
      ...attachments,
    ],
  };
}

/** Results of a search are `knowledge` items: title and address are what the model saw of a page without text. */
const linkOf = (part: JsonRecord): string =>
  part.type === 'knowledge' ? joinTexts([stringOf(part.title) ?? '', stringOf(part.url) ?? '']) : '';

function fileOf(block: JsonRecord, kind: string, where: string, report: ImportReport): Attachment {
  const source = isRecord(block.source) ? block.source : {};
  if (stringOf(source.data)) report.add('image-payload-dropped', { where });
  const mediaType = stringOf(source.media_type);
  const name = stringOf(block.file_name) ?? stringOf(block.title) ?? stringOf(source.url);
  return { type: 'attachment', kind, ...(name ? { name } : {}), ...(mediaType ? { mediaType } : {}) };
}

const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|heic|bmp|svg|avif|tiff?)$/i;

function readFiles(
  item: JsonRecord,
  where: string,
  report: ImportReport,
): { readonly pasted: readonly string[]; readonly attachments: readonly Attachment[] } {
  const pasted: string[] = [];
  const attachments: Attachment[] = [];
  listOf(item.attachments).forEach((file, i) => {
    if (!isRecord(file)) {
      report.add('mixed-shapes', { where: `${where}.attachments[${i}]` });
      return;
    }
    const name = stringOf(file.file_name);
    const text = stringOf(file.extracted_content);
    if (name === undefined && text !== undefined) {
      pasted.push(text);
      return;
    }
    if (text === undefined) report.add('attachment-missing', { where: `${where}.attachments[${i}]` });
    const mediaType = stringOf(file.file_type);
    const isMediaType = mediaType?.includes('/') === true;
    attachments.push({
      type: 'attachment',
      kind: isMediaType ? attachmentKind(mediaType) : 'file',
      ...(name ? { name } : {}),
      ...(isMediaType ? { mediaType } : {}),
      ...(text ? { text } : {}),
    });
  });
  for (const file of uploadsOf(item)) {
    report.add('attachment-missing', { where: `${where}.files` });
    const name = stringOf(file.file_name);
    const isImage = file.file_kind === 'image' || IMAGE_NAME.test(name ?? '');
    attachments.push({ type: 'attachment', kind: isImage ? 'image' : 'file', ...(name ? { name } : {}) });
  }
  return { pasted, attachments };
}

/** `files_v2` says the same as `files` with more about each. */
function uploadsOf(item: JsonRecord): JsonRecord[] {
  const keyOf = (file: JsonRecord): string | undefined =>
    stringOf(file.file_uuid) ?? stringOf(file.uuid) ?? stringOf(file.file_name);
  const detailed = listOf(item.files_v2).filter(isRecord);
  const known = new Set(detailed.flatMap((f) => [keyOf(f), stringOf(f.file_name)]));
  const plain = listOf(item.files).flatMap((file) =>
    isRecord(file) ? [file] : typeof file === 'string' ? [{ file_name: file }] : [],
  );
  return [...detailed, ...plain.filter((f) => !known.has(keyOf(f)) && !known.has(stringOf(f.file_name)))];
}
