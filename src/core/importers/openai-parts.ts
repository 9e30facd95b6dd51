import { type Attachment, readMedia } from './block-media';
import { cleanCounts, cleanJson } from './clean-text';
import { dataUrlAttachment } from './data-urls';
import type { ImportReport } from './import-report';
import { isRecord, type JsonRecord, listOf, stringOf } from './json-shape';

/** What a message's `content` holds, whatever its form. */
export interface OpenAiContent {
  /** Text blocks joined by one newline (rule 3). */
  readonly text: string;
  readonly reasoning: string;
  readonly attachments: readonly Attachment[];
}

/** `content` as string, parts, null or something unexpected, which is shown as far as possible and counted. */
export function readContent(content: unknown, where: string, report: ImportReport): OpenAiContent {
  if (typeof content === 'string') return { text: content, reasoning: '', attachments: [] };
  if (content === null || content === undefined) return { text: '', reasoning: '', attachments: [] };
  const texts: string[] = [];
  const reasoning: string[] = [];
  const attachments: Attachment[] = [];
  const parts = Array.isArray(content) ? content : [content];
  const unexpected = (path: string, shown: string): void => {
    report.add('mixed-shapes', { where: path });
    texts.push(shown);
  };
  parts.forEach((part: unknown, p) => {
    const path = Array.isArray(content) ? `${where}[${p}]` : where;
    if (typeof part === 'string') texts.push(part);
    else if (!isRecord(part)) unexpected(path, compactJson(part));
    else if (typeof part.refusal === 'string') texts.push(part.refusal);
    else if (part.type === 'thinking' || part.type === 'reasoning') {
      reasoning.push(stringOf(part.thinking) ?? stringOf(part.reasoning) ?? stringOf(part.text) ?? '');
    } else if (typeof part.text === 'string') texts.push(part.text);
    else {
      const attachment = readAttachment(part, path, report);
      if (attachment) attachments.push(attachment);
      else unexpected(path, compactJson(part));
    }
  });
  return { text: joinTexts(texts), reasoning: joinTexts(reasoning), attachments };
}

export const joinTexts = (texts: readonly string[]): string => texts.filter((t) => t !== '').join('\n');

/** Unexpected values are shown as compact JSON; a string of this length says enough about a number or an object. */
export const compactJson = (value: unknown): string => JSON.stringify(cleanJson(value, cleanCounts()));

function readAttachment(part: JsonRecord, where: string, report: ImportReport): Attachment | null {
  switch (part.type) {
    case 'image_url': {
      const url = isRecord(part.image_url) ? stringOf(part.image_url.url) : stringOf(part.image_url);
      return fromUrl('image', url, where, report);
    }
    // The Responses API has the URL as a plain string, and files of either kind by id.
    case 'input_image':
    case 'input_file':
      return readMedia(part, part.type === 'input_image' ? 'image' : 'file', where, report);
    case 'input_audio': {
      const audio = isRecord(part.input_audio) ? part.input_audio : {};
      const format = stringOf(audio.format);
      if (stringOf(audio.data)) report.add('image-payload-dropped', { where });
      return { type: 'attachment', kind: 'audio', ...(format ? { mediaType: `audio/${format}` } : {}) };
    }
    case 'file': {
      const file = isRecord(part.file) ? part.file : {};
      const name = stringOf(file.filename) ?? stringOf(file.file_id);
      const data = stringOf(file.file_data);
      if (data) report.add('image-payload-dropped', { where });
      const mediaType = data ? dataUrlAttachment(data)?.mediaType : undefined;
      return {
        type: 'attachment',
        kind: 'file',
        ...(name ? { name } : {}),
        ...(mediaType ? { mediaType } : {}),
      };
    }
    default:
      return null;
  }
}

function fromUrl(kind: string, url: string | undefined, where: string, report: ImportReport): Attachment {
  const embedded = url === undefined ? null : dataUrlAttachment(url);
  if (embedded) {
    report.add('image-payload-dropped', { where });
    return { ...embedded, kind };
  }
  return { type: 'attachment', kind, ...(url ? { name: url } : {}) };
}

/** `attachments` as our own export writes them; other tools' lists of that name have no `kind`. */
export function readExportedAttachments(value: unknown): Attachment[] {
  return listOf(value).flatMap((item): Attachment[] => {
    if (!isRecord(item)) return [];
    const kind = stringOf(item.kind);
    if (!kind) return [];
    const name = stringOf(item.name);
    const mediaType = stringOf(item.media_type);
    const text = stringOf(item.text);
    return [
      {
        type: 'attachment',
        kind,
        ...(name ? { name } : {}),
        ...(mediaType ? { mediaType } : {}),
        ...(text ? { text } : {}),
      },
    ];
  });
}
