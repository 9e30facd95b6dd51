/** Characters of a sentence, the ellipsis of a shortened one included. */
export const MAX_SENTENCE_LENGTH = 400;
/** Sentences per text: the first three quarters and the last quarter of them; the middle of a longer text is left out. */
export const MAX_SENTENCES = 200;

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'e.g i.e eg ie mr mrs ms dr prof st vs cf etc approx fig figs eq sec ch vol ed eds al inc ltd corp co dept est ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec max min incl excl avg ref resp temp tel ext a.m p.m ' +
    'z.b d.h u.a bzw usw ca vgl evtl ggf inkl zzgl str p.ej sr sra dra pág mme mlle env av sig dott bijv enz т.е т.д т.п др'
  ).split(' '),
);
/** Only before a digit: elsewhere "no." and "nr." end sentences. */
const NUMBER_ABBREVIATIONS: ReadonlySet<string> = new Set(['no', 'nos', 'nr', 'art', 'p', 'pp', 'n', 'núm']);

const STOPS = /[.!?…。！？｡؟।॥۔]+|`/g;
const CLOSERS = /["'”’»›)\]}』」）】》*_`]/;
const WORD_BEFORE = /[\p{L}.]+$/u;
const SPEAKS = /[\p{L}\p{N}]/u;
const LOWER = /^\p{Ll}/u;
const SPACE = /\s/;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

const FENCE = /^\s*(?:>\s?)*(`{3,}|~{3,})(.*)$/;
const LEAD =
  /^\s*(?:>\s?)*\s*((?:#{1,6}\s+|(?:[-*+•‣·–—]|\d{1,3}[.)]|[a-zA-Z]\)|\([a-z\d]{1,2}\))\s+)?(?:\[[ xX]\]\s+)?)/;
/** A line shorter than this was not broken because the margin was reached. */
const WRAPPED_LINE = 40;

function endsHere(block: string, start: number, stopAt: number, stop: string, after: number): boolean {
  if (after >= block.length) return true;
  const first = stop.charCodeAt(0);
  if (first === 0x3002 || first === 0xff01 || first === 0xff1f || first === 0xff61) {
    return !(after > stopAt + stop.length && block[after] === 'と');
  }
  const next = block[after]!;
  if (!SPACE.test(next)) return first !== 0x2e && first !== 0x2026 && UNSPACED.test(next);
  // What was quoted or bracketed ended, not the sentence around it: "(really!) left".
  const quoted = after > stopAt + stop.length && first !== 0x2e;
  if (first === 0x2026 || stop.startsWith('..') || quoted)
    return !LOWER.test(block.slice(after, after + 8).trimStart());
  if (first !== 0x2e) return true;
  const word = WORD_BEFORE.exec(block.slice(Math.max(start, stopAt - 12), stopAt))?.[0];
  if (word === undefined) return true;
  const lower = word.toLowerCase();
  if (ABBREVIATIONS.has(lower)) return false;
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word) || /^\p{Lu}$/u.test(word)) return word === 'I';
  return !(NUMBER_ABBREVIATIONS.has(lower) && /^\s*\d/.test(block.slice(after, after + 8)));
}

function visitSentences(block: string, visit: (raw: string) => void): void {
  let start = 0;
  STOPS.lastIndex = 0;
  for (let match = STOPS.exec(block); match !== null; match = STOPS.exec(block)) {
    const stop = match[0];
    if (stop === '`') {
      const close = block.indexOf('`', match.index + 1);
      if (close >= 0) STOPS.lastIndex = close + 1;
      continue;
    }
    let after = match.index + stop.length;
    while (after < block.length && CLOSERS.test(block[after]!)) after += 1;
    if (endsHere(block, start, match.index, stop, after)) {
      visit(block.slice(start, after));
      start = after;
      STOPS.lastIndex = after;
    }
  }
  if (start < block.length) visit(block.slice(start));
}

const continues = (previous: string, line: string): boolean =>
  previous.length >= WRAPPED_LINE && !/[.!?…:;]["'”’)\]]*\s*$/.test(previous.slice(-8)) && LOWER.test(line);

/** Blocks: a heading, a list item, or lines that were wrapped at a margin. Fenced code is not text and is skipped. */
function visitBlocks(text: string, visit: (block: string) => void): void {
  let fence: string | undefined;
  let block = '';
  let lastLine = '';
  const flush = () => {
    if (block !== '') visit(block);
    block = '';
  };
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    at = end + 1;
    if (line === '') {
      flush();
      continue;
    }
    const mark = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null;
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) && mark[2]!.trim() === '') fence = undefined;
      continue;
    }
    if (mark !== null && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) {
      flush();
      fence = mark[1]!;
      continue;
    }
    const lead = LEAD.exec(line);
    const content = line.slice(lead?.[0].length ?? 0);
    if (lead?.[1] === '' && block !== '' && continues(lastLine, content)) block += ` ${content}`;
    else {
      flush();
      block = content;
    }
    lastLine = line;
  }
  flush();
}

/** A code-unit cut that does not leave half a surrogate pair. */
const wholeCharacters = (text: string, length: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 : length);

function clipped(sentence: string): string {
  if (sentence.length <= MAX_SENTENCE_LENGTH) return sentence;
  const head = wholeCharacters(sentence, MAX_SENTENCE_LENGTH - 1);
  const half = MAX_SENTENCE_LENGTH / 2;
  const clause = Math.max(...[', ', '; ', ': ', '，', '；', '、'].map((mark) => head.lastIndexOf(mark)));
  const cut = clause >= half ? clause : head.lastIndexOf(' ');
  return `${(cut >= half ? head.slice(0, cut) : head).trimEnd()}…`;
}

/** Emphasis that spans several sentences would leave its marks unpaired at their edges. */
function withoutHalfEmphasis(sentence: string): string {
  if ((sentence.split('**').length - 1) % 2 === 0) return sentence;
  if (sentence.startsWith('**')) return sentence.slice(2).trimStart();
  return sentence.endsWith('**') ? sentence.slice(0, -2).trimEnd() : sentence;
}

// Ten times the kept length is enough to fill it after white space collapses, and bounds the work on a giant run.
const cleaned = (raw: string): string =>
  clipped(
    withoutHalfEmphasis(
      wholeCharacters(raw.trim(), 10 * MAX_SENTENCE_LENGTH)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );

/**
 * The sentences of a message's text, in order. Each is non-empty, holds a letter or a digit, starts and ends with a
 * non-space, has single spaces inside, and has at most MAX_SENTENCE_LENGTH characters (a longer one is cut at a clause or
 * word and ends in "…"). Up to that cut it is a substring of the text with white space collapsed. List, quote and heading
 * marks are removed; fenced code is no sentence; inline code is never split. At most `limit` sentences: of a longer text
 * the first three quarters and the last quarter of them. Linear time.
 *
 * Because its edges are non-spaces, o200k_base never joins ` ${sentence}` with what stands before or after it, so the
 * tokens of sentences joined by one space are the sum of the tokens of their ` ${sentence}`.
 */
export function splitSentences(text: string, limit: number = MAX_SENTENCES): string[] {
  const headSize = Math.ceil(limit * 0.75);
  const tailSize = limit - headSize;
  const head: string[] = [];
  const tail: string[] = [];
  let seen = 0;
  visitBlocks(text, (block) =>
    visitSentences(block, (raw) => {
      if (!SPEAKS.test(raw)) return;
      if (head.length < headSize) head.push(raw);
      else if (tailSize > 0) {
        tail[seen % tailSize] = raw;
        seen += 1;
      }
    }),
  );
  const turn = tailSize > 0 && seen > tailSize ? seen % tailSize : 0;
  return [...head, ...tail.slice(turn), ...tail.slice(0, turn)].map(cleaned).filter((s) => SPEAKS.test(s));
}
