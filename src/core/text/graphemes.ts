let segmenter: Intl.Segmenter | undefined;

/** Longer than any character that is met: a family emoji has 11 units, a flag of a region 14. */
const LOOK_BACK = 64;

/**
 * The longest beginning of at most `limit` UTF-16 units that cuts no character in two: no joined emoji, no letter from its
 * marks (extended grapheme clusters of Unicode).
 */
export function wholeCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, characterStart(text, limit));
}

/** The start of the character that holds the UTF-16 unit at `at`; `at` itself where a character begins. */
export function characterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = Math.max(0, at - LOOK_BACK);
  const segment = segmenter.segment(text.slice(from, at + LOOK_BACK)).containing(at - from);
  return segment === undefined ? at : from + segment.index;
}
