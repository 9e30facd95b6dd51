import type { Part } from '../conversation';
import { attachmentKind } from './data-urls';
import type { ImportReport } from './import-report';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { joinTexts } from './openai-parts';

type Attachment = Extract<Part, { type: 'attachment' }>;

export interface ChatGptContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Types whose words are in `parts`, `text`, `result` or `content`, so that nothing of them is lost. */
const KNOWN_TYPES = new Set([
  'text',
  'multimodal_text',
  'code',
  'execution_output',
  'tether_quote',
  'tether_browsing_display',
  'sonic_webpage',
  'system_error',
  'computer_output',
]);

/** Words and files of a message by what is there, not by its type: types come and go. */
export function readChatGptContent(message: JsonRecord, path: string, report: ImportReport): ChatGptContent {
  const content = message.content;
  const uploads = uploadsOf(message);
  if (!isRecord(content)) {
    if (content !== undefined && content !== null && typeof content !== 'string')
      report.add('mixed-shapes', { where: `${path}.content` });
    return { text: stringOf(content) ?? '', attachments: uploads.rest() };
  }
  const type = stringOf(content.content_type);
  if (type !== undefined && !KNOWN_TYPES.has(type))
    report.add('mixed-shapes', { where: `${path}.content.content_type` });
  const pointers: Attachment[] = [];
  const texts = listOf(content.parts).map((part, p) => {
    if (typeof part === 'string') return part;
    if (!isRecord(part)) {
      if (part !== null) report.add('mixed-shapes', { where: `${path}.content.parts[${p}]` });
      return '';
    }
    const attachment = pointerOf(part, uploads);
    if (attachment) pointers.push(attachment);
    const said = stringOf(part.text);
    if (!attachment && said === undefined)
      report.add('mixed-shapes', { where: `${path}.content.parts[${p}]` });
    return said ?? '';
  });
  if (isRecord(content.screenshot)) pointers.push(pointerOf(content.screenshot, uploads) ?? IMAGE);
  const text =
    joinTexts(texts) ||
    (stringOf(content.text) ??
      stringOf(content.result) ??
      stringOf(content.content) ??
      stringOf(content.summary) ??
      stringOf(content.snippet) ??
      '');
  return { text, attachments: [...pointers, ...uploads.rest()] };
}

const IMAGE: Attachment = { type: 'attachment', kind: 'image' };

interface Uploads {
  take(pointer: string): Attachment | undefined;
  /** Those that no pointer named. */
  rest(): Attachment[];
}

/** A pointer (`file-service://file-abc`, `sediment://file_abc`) only has an id; name and type are in the metadata. */
function uploadsOf(message: JsonRecord): Uploads {
  const metadata = isRecord(message.metadata) ? message.metadata : {};
  const left = new Map<string, Attachment>();
  listOf(metadata.attachments).forEach((item, i) => {
    if (!isRecord(item)) return;
    const name = stringOf(item.name);
    const mediaType = stringOf(item.mime_type) ?? stringOf(item.mimeType);
    left.set(idOf(item.id) ?? `#${i}`, {
      type: 'attachment',
      kind: attachmentKind(mediaType),
      ...(name ? { name } : {}),
      ...(mediaType ? { mediaType } : {}),
    });
  });
  return {
    take(pointer) {
      const id = pointerId(pointer);
      const found = left.get(id);
      left.delete(id);
      return found;
    },
    rest: () => [...left.values()],
  };
}

const pointerId = (pointer: string): string => pointer.replace(/^[a-z-]+:\/\//, '').replace(/[?#].*$/, '');

function pointerOf(part: JsonRecord, uploads: Uploads): Attachment | undefined {
  const type = stringOf(part.content_type) ?? '';
  const nested = isRecord(part.audio_asset_pointer) ? part.audio_asset_pointer : part;
  const pointer = stringOf(nested.asset_pointer);
  const kind = /^(image|audio|video)_/.exec(type)?.[1] ?? (isRecord(part.audio_asset_pointer) ? 'audio' : '');
  if (pointer === undefined) {
    return kind !== '' && part.text === undefined ? { type: 'attachment', kind } : undefined;
  }
  const upload = uploads.take(pointer);
  return { type: 'attachment', name: pointerId(pointer), ...upload, kind: kind || upload?.kind || 'file' };
}

/** What a citation looks like in the raw text; the page shows a link or nothing in its place. */
const BRACKET_CITATION = /[ \t]?【[^【】†\n]{0,80}†[^【】\n]{0,200}】/g;
const PRIVATE_MARK = /[ \t]?\ue200([^\ue200\ue201]{0,4000})\ue201/g;
const PRIVATE_REST = /[\ue200-\ue206]/g;

export function stripCitations(text: string): string {
  if (!/[【\ue200-\ue206]/.test(text)) return text;
  return text
    .replace(BRACKET_CITATION, '')
    .replace(PRIVATE_MARK, (mark: string, body: string) => {
      const name = entityName(body);
      return name === '' ? '' : `${/^[ \t]/.exec(mark)?.[0] ?? ''}${name}`;
    })
    .replace(PRIVATE_REST, '');
}

/** `entity␂["company","OpenAI",…]` stands for a word of the sentence, all other marks for none. */
function entityName(body: string): string {
  const [kind, data = ''] = body.split('\ue202');
  if (kind !== 'entity') return '';
  try {
    const value: unknown = JSON.parse(data);
    return (Array.isArray(value) && stringOf(value[1])) || '';
  } catch {
    return '';
  }
}
