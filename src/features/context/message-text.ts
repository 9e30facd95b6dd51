/** A message's text for reading: running text and fenced code. Joined, the segments are the text itself. */
export type TextSegment =
  | { readonly type: 'text'; readonly text: string }
  /** `open` and `close` are the fence lines with their line breaks; close is '' where the fence is not closed. */
  | { readonly type: 'code'; readonly open: string; readonly text: string; readonly close: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

export function splitFences(text: string): TextSegment[] {
  const out: TextSegment[] = [];
  const pushText = (from: number, to: number) => {
    if (to > from) out.push({ type: 'text', text: text.slice(from, to) });
  };
  let at = 0;
  let open: { from: number; bodyFrom: number; fence: string } | null = null;
  FENCE.lastIndex = 0;
  for (let match = FENCE.exec(text); match; match = FENCE.exec(text)) {
    const [line, fence = '', info = ''] = match;
    const lineEnd = Math.min(text.length, match.index + line.length + 1);
    if (!open) {
      // An inline code span in backticks is no fence.
      if (fence.startsWith('`') && info.includes('`')) continue;
      pushText(at, match.index);
      open = { from: match.index, bodyFrom: lineEnd, fence };
      at = match.index;
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      out.push({
        type: 'code',
        open: text.slice(open.from, open.bodyFrom),
        text: text.slice(open.bodyFrom, match.index),
        close: text.slice(match.index, lineEnd),
      });
      open = null;
      at = lineEnd;
    }
  }
  if (open)
    out.push({
      type: 'code',
      open: text.slice(open.from, open.bodyFrom),
      text: text.slice(open.bodyFrom),
      close: '',
    });
  else pushText(at, text.length);
  return out;
}

/** Characters of a line in a reading column, about. */
const LINE = 84;
export const CLAMP_LINES = 12;
/** Fewer further lines than this are shown, not hidden behind a button. */
const SLACK_LINES = 4;

/**
 * Where a long text is cut, as a character index; text.length when it is short enough. `keepTo`: a place that must stay
 * visible (the end of a quote), unless it is far down. Looks at no more of the text than it must.
 */
export function clampAt(text: string, keepTo = 0): number {
  let lines = 0;
  let cut = -1;
  const keep = keepTo <= LINE * 60 ? keepTo : 0;
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const rows = Math.max(1, Math.ceil((end - at) / LINE));
    if (cut < 0 && lines + rows > CLAMP_LINES) {
      const there = at + Math.max(0, CLAMP_LINES - lines) * LINE;
      cut = Math.max(keep, lines >= CLAMP_LINES ? at : wordEnd(text, Math.min(end, there)));
    }
    lines += rows;
    if (cut >= 0 && lines > CLAMP_LINES + SLACK_LINES && end > cut) return cut;
    if (newline < 0) break;
    at = newline + 1;
  }
  return text.length;
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  const cut = space > at - 40 ? space : at;
  // Never between the halves of a surrogate pair.
  const code = text.charCodeAt(cut);
  return code >= 0xdc00 && code <= 0xdfff ? cut - 1 : cut;
}

/** The text around the first place of a quote; null when it does not hold it. */
export function splitQuote(text: string, quote: string | null): [string, string, string] | null {
  if (!quote) return null;
  const at = text.indexOf(quote);
  return at < 0 ? null : [text.slice(0, at), quote, text.slice(at + quote.length)];
}
