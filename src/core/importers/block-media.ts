import type { Part } from '../conversation';
import { attachmentKind, dataUrlAttachment } from './data-urls';
import type { ImportReport } from './import-report';
import { isRecord, type JsonRecord, listOf, stringOf } from './json-shape';

export type Attachment = Extract<Part, { type: 'attachment' }>;

const TYPE_KEYS = ['media_type', 'mediaType', 'mimeType', 'mime_type', 'contentType'];
const PAYLOAD_KEYS = ['data', 'base64', 'image', 'file_data', 'url', 'image_url', 'file_url'];
const NAME_KEYS = ['filename', 'file_name', 'title', 'name'];
const ID_KEYS = ['file_id', 'fileId', 'container_id'];

const firstString = (item: JsonRecord, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? stringOf(item[key]) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
};

/**
 * An image, document or file of any provider's form as an attachment: bytes are dropped and counted, a link or an id
 * becomes the name, and the text of a text document is kept.
 */
export function readMedia(
  block: JsonRecord,
  kind: string | undefined,
  where: string,
  report: ImportReport,
): Attachment {
  const source = isRecord(block.source) ? block.source : block;
  let mediaType = firstString(source, TYPE_KEYS) ?? firstString(block, TYPE_KEYS);
  let name = firstString(block, NAME_KEYS);
  let text: string | undefined;
  const payload = PAYLOAD_KEYS.map((key) => (Object.hasOwn(source, key) ? source[key] : null)).find(
    (value) => value !== null && value !== undefined && value !== '',
  );
  if (source.type === 'text' && typeof payload === 'string') text = payload;
  else if (source.type === 'content') text = textOf(source.content);
  else if (typeof payload === 'string' && !payload.startsWith('data:') && isLink(payload)) name ??= payload;
  else if (payload !== undefined) {
    report.add('image-payload-dropped', { where });
    mediaType ??= typeof payload === 'string' ? dataUrlAttachment(payload)?.mediaType : undefined;
  } else {
    const id = firstString(source, ID_KEYS);
    if (id !== undefined) report.add('attachment-missing', { where });
    name ??= id;
  }
  return {
    type: 'attachment',
    kind: kind ?? attachmentKind(mediaType),
    ...(name ? { name } : {}),
    ...(mediaType ? { mediaType } : {}),
    ...(text ? { text } : {}),
  };
}

/** A scheme (https:, gs:, attachment:) or a path; base64 has neither a colon nor a leading dot. */
const isLink = (payload: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]{1,20}:|\.{0,2}\/[^/+]{1,100}\.)/i.test(payload);

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .flatMap((part) => (isRecord(part) ? (stringOf(part.text) ?? []) : []))
        .join('\n');
