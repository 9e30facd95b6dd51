import type { Json } from '../conversation';

const LONE_SURROGATE = /\p{Surrogate}/gu;
const LINE_ENDS = /\r\n?/g;
const MAX_DEPTH = 100;

export interface CleanCounts {
  surrogates: number;
  tooDeep: number;
}

export const cleanCounts = (): CleanCounts => ({ surrogates: 0, tooDeep: 0 });

/** Rule 11: well-formed UTF-16 and `\n` line ends. */
export function cleanText(text: string, counts: CleanCounts): string {
  const lines = text.includes('\r') ? text.replace(LINE_ENDS, '\n') : text;
  return lines.replace(LONE_SURROGATE, () => {
    counts.surrogates++;
    return '\ufffd';
  });
}

/**
 * Any parsed value as clean JSON; what is nested deeper than 100 levels becomes '…' and is counted, because everything
 * that walks it later (JSON.stringify too) would run out of stack.
 */
export function cleanJson(value: unknown, counts: CleanCounts, depth = 0): Json {
  if (typeof value === 'string') return cleanText(value, counts);
  if (typeof value === 'boolean') return value;
  // JSON reads a negative zero, but writes none: what is opened has to be what is written again.
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) {
    counts.tooDeep++;
    return '…';
  }
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, counts, depth + 1));
  // fromEntries defines properties; assigning would lose a key named __proto__.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key, counts), cleanJson(item, counts, depth + 1)]),
  );
}
