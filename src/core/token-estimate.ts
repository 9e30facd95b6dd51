/** Words of the Latin, Greek and Cyrillic kind up to this length are mostly one token. */
const WHOLE_WORD = 9;
const LETTERS_PER_FURTHER_TOKEN = 5;
const DIGITS_PER_TOKEN = 3;
const MARKS_PER_TOKEN = 3;
const TOKENS_PER_IDEOGRAPH = 0.7;
const TOKENS_PER_OTHER_LETTER = 0.4;
const TOKENS_PER_SYMBOL = 1.5;

const SEGMENT =
  /(?<ideographs>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)|(?<word>[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+)|(?<others>[\p{L}\p{M}]+)|(?<digits>\p{N}+)|(?<marks>[!-/:-@[-`{-~]+[\r\n]*)|(?<space>\s+)|(?<symbol>.)/gsu;

/** Above this many characters evenly spread slices stand for the text, so that the estimate never holds up a frame. */
const WHOLE_TEXT = 32_768;
const SLICES = 16;
const SLICE = WHOLE_TEXT / SLICES;

/**
 * About how many o200k_base tokens a text has: a whole number >= 0, to be shown as "about" until the exact count is
 * there. Counts by script, after the encoding's own way of splitting: Latin words up to 9 letters (and each hump of
 * camelCase) as one token, digits and ASCII marks in threes, ideographs 0.7 each, a single space as nothing.
 * Mean absolute error against the 72 golden counts: 2.0 tokens per text, 6.3 % of all their tokens (a quarter of the
 * characters: 14.9 %); 3 to 9 % on prose, Markdown, chats and TypeScript it was not tuned on.
 */
export function estimateTokens(text: string): number {
  if (text.length <= WHOLE_TEXT) return Math.round(countSegments(text));
  let sampled = 0;
  for (let i = 0; i < SLICES; i++) {
    const start = Math.round((i * (text.length - SLICE)) / (SLICES - 1));
    sampled += countSegments(text.slice(start, start + SLICE));
  }
  return Math.round((sampled * text.length) / WHOLE_TEXT);
}

const known = new Map<string, number>();
/** More texts than a conversation has; typing makes new ones without end. */
const MAX_KNOWN = 50_000;

/** estimateTokens, made once for a text. */
export function rememberedEstimate(text: string): number {
  let tokens = known.get(text);
  if (tokens === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    tokens = estimateTokens(text);
    known.set(text, tokens);
  }
  return tokens;
}

function countSegments(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(SEGMENT)) {
    const { ideographs, word, others, digits, space, marks, symbol } = groups!;
    if (word) tokens += wordTokens(word);
    else if (space) tokens += spaceTokens(space);
    else if (marks) tokens += Math.ceil(marks.trimEnd().length / MARKS_PER_TOKEN);
    else if (digits) tokens += Math.ceil(digits.length / DIGITS_PER_TOKEN);
    else if (ideographs) tokens += ideographs.length * TOKENS_PER_IDEOGRAPH;
    else if (others) tokens += others.length * TOKENS_PER_OTHER_LETTER;
    else if (symbol) tokens += TOKENS_PER_SYMBOL;
  }
  return tokens;
}

/** A capital inside a word starts a token of its own. */
function wordTokens(word: string): number {
  return word
    .split(/(?<=\p{Ll})(?=\p{Lu})/u)
    .reduce(
      (sum, part) => sum + 1 + Math.max(0, Math.ceil((part.length - WHOLE_WORD) / LETTERS_PER_FURTHER_TOKEN)),
      0,
    );
}

/** One space belongs to the word after it; a line break or an indentation is a token. */
const spaceTokens = (space: string): number => (space === ' ' ? 0 : 1);
