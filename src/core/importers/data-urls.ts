import type { Part } from '../conversation';

type Attachment = Extract<Part, { type: 'attachment' }>;

/** Shorter payloads are examples in a text about data URLs, not pasted files. */
const MIN_PAYLOAD = 64;
const MARK = ';base64,';
const HEAD = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+)*$/;
const PAYLOAD = /[A-Za-z0-9+/_=-]*/y;

export const attachmentKind = (mediaType: string | undefined): string =>
  /^(image|audio|video)\//.exec(mediaType ?? '')?.[1] ?? 'file';

/** The attachment that a `data:` URL stands for (its bytes are never kept), or null for any other URL. */
export function dataUrlAttachment(url: string): Attachment | null {
  if (!url.startsWith('data:')) return null;
  const mediaType = /^data:([\w.+-]+\/[\w.+-]+)/.exec(url.slice(0, 200))?.[1];
  return { type: 'attachment', kind: attachmentKind(mediaType), ...(mediaType ? { mediaType } : {}) };
}

/**
 * Files pasted into text as base64 `data:` URLs become attachments: a payload in the text would be most of the context.
 * The URL's place in the text says `attachment:<media type>`.
 */
export function liftDataUrls(text: string): {
  readonly text: string;
  readonly attachments: readonly Attachment[];
} {
  const attachments: Attachment[] = [];
  let out = '';
  let copied = 0;
  for (let mark = text.indexOf(MARK); mark !== -1; mark = text.indexOf(MARK, mark + MARK.length)) {
    const from = Math.max(copied, mark - 200);
    const head = HEAD.exec(text.slice(from, mark));
    PAYLOAD.lastIndex = mark + MARK.length;
    const size = PAYLOAD.exec(text)?.[0].length ?? 0;
    if (!head || size < MIN_PAYLOAD) continue;
    const mediaType = head[1];
    attachments.push({
      type: 'attachment',
      kind: attachmentKind(mediaType),
      ...(mediaType ? { mediaType } : {}),
    });
    out += `${text.slice(copied, from + head.index)}attachment:${mediaType ?? 'file'}`;
    copied = mark + MARK.length + size;
  }
  return attachments.length === 0 ? { text, attachments } : { text: out + text.slice(copied), attachments };
}
