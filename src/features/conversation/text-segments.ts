import { wholeCharacters } from '../../core/text/graphemes';

export interface TextSegment {
  readonly kind: 'text' | 'code';
  /** UTF-16 offset of the segment in the whole text: a click in it becomes a cursor there. */
  readonly start: number;
  readonly text: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n`]*$/gm;

/**
 * Prose and fenced code, in order, without the fence lines and the line breaks that belong to them. A fence that is
 * never closed runs to the end, as Markdown has it. At least one segment.
 */
export function splitFences(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  const push = (kind: TextSegment['kind'], start: number, end: number) => {
    if (end > start) segments.push({ kind, start, text: text.slice(start, end) });
  };
  let open: { readonly fence: string; readonly start: number } | null = null;
  let proseStart = 0;
  for (const match of text.matchAll(FENCE)) {
    const fence = match[1]!;
    const lineEnd = match.index + match[0].length;
    if (!open) {
      push('text', proseStart, Math.max(proseStart, match.index - 1));
      open = { fence, start: Math.min(text.length, lineEnd + 1) };
    } else if (fence.startsWith(open.fence) && match[0].trim() === fence) {
      push('code', open.start, Math.max(open.start, match.index - 1));
      open = null;
      proseStart = Math.min(text.length, lineEnd + 1);
    }
  }
  if (open) push('code', open.start, text.length);
  else push('text', proseStart, text.length);
  return segments.length > 0 ? segments : [{ kind: 'text', start: 0, text: '' }];
}

/** The longest beginning of at most `limit` UTF-16 units that ends at a word and never inside a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const space = text.slice(Math.max(0, limit - 40), limit).search(/\s\S*$/);
  return wholeCharacters(text, space >= 0 ? Math.max(0, limit - 40) + space : limit);
}
