/** The one function of a gpt-tokenizer encoding that counting needs. */
export interface TokenEncoding {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

/** Longest run, of non-whitespace or of whitespace, that byte pair merging sees; its time grows with the square. */
export const LONGEST_RUN = 2_048;

/** Empty: text such as <|endoftext|> is neither a special token nor an error, but plain text. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of one text; 0 for ''. Runs longer than 2,048 characters are cut at every 2,048th and the pieces counted
 * apart, which adds at most a token per cut. An unpaired surrogate counts as the replacement character it is encoded as.
 */
export const countTokens = (encoding: TokenEncoding, text: string): number =>
  cutLongRuns(text).reduce((sum, piece) => sum + encoding.countTokens(piece, PLAIN_TEXT), 0);

/** Cuts so that no piece holds a run of more than LONGEST_RUN characters (one more where a surrogate pair would be cut). */
export function cutLongRuns(text: string): string[] {
  const pieces: string[] = [];
  const longRun = new RegExp(`\\S{${LONGEST_RUN}}(?=\\S)|\\s{${LONGEST_RUN}}(?=\\s)`, 'g');
  let start = 0;
  while (longRun.exec(text)) {
    const cut = longRun.lastIndex - (splitsPair(text, longRun.lastIndex) ? 1 : 0);
    pieces.push(text.slice(start, cut));
    start = cut;
    longRun.lastIndex = cut;
  }
  pieces.push(text.slice(start));
  return pieces;
}

const splitsPair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
