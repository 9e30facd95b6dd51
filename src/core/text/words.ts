import { stem } from './stem';
import { STOP_WORDS } from './stop-words';

/** Text beyond this many terms is not indexed: the bound keeps a pasted 5 MB log from dominating time and memory. */
export const MAX_TERMS = 50_000;

// Bounded repetition: an unbroken run of megabytes must neither grow the regexp stack nor make one giant term.
const WORD = /[\p{L}\p{M}\p{N}]{1,64}(?:[._'’-]{1,4}[\p{L}\p{M}\p{N}]{1,64}){0,12}/gu;
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}ー々';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const SCRIPT_RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const ASCII = /^[\x20-\x7e]*$/;
const DIGITS = /^\d+$/;
const CAMEL_STEP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Words as written, in order: identifiers, versions and decimals whole ("auth.py", "v2.4.0", "don't"). */
export function rawWords(text: string, limit: number = MAX_TERMS): string[] {
  const out: string[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null && out.length < limit; match = WORD.exec(text))
    out.push(match[0]);
  return out;
}

/** The words as `rawWords` has them, with the place where each begins. */
export function* wordsWithPlace(text: string): Generator<{ readonly word: string; readonly at: number }> {
  for (const match of text.matchAll(WORD)) yield { word: match[0], at: match.index };
}

/** Chinese, Japanese, Thai and their like: a run of it is not one word. */
export const hasUnspacedScript = (text: string): boolean => HAS_UNSPACED.test(text);

/** Scripts written without spaces between words: overlapping pairs of characters, a lone character as itself. */
function pushBigrams(run: string, out: string[]): void {
  const characters = Array.from(run);
  if (characters.length === 1) out.push(run);
  for (let i = 0; i + 1 < characters.length; i += 1) out.push(`${characters[i]}${characters[i + 1]}`);
}

function pushPlain(word: string, out: string[]): void {
  const lower = word.toLowerCase();
  if (!STOP_WORDS.has(lower)) out.push(stem(lower));
}

/** An identifier stays searchable whole and by its parts; one- and two-digit parts would only be noise. */
function pushCompound(word: string, out: string[]): void {
  const lower = word.toLowerCase();
  const segments = word.split(/[._-]+/);
  const parts = segments.flatMap((s) => s.split(CAMEL_STEP));
  if (segments.every((s) => DIGITS.test(s)) && !word.includes('-')) {
    out.push(lower);
    return;
  }
  if (/[._]/.test(word) || parts.length > segments.length) out.push(lower);
  for (const part of parts) if (part !== '' && !(DIGITS.test(part) && part.length < 3)) pushPlain(part, out);
}

function pushWord(word: string, out: string[]): void {
  const bare = word.replace(/['’](?:s|S)$/, '').replace(/['’]/g, '');
  const joined = bare.replace(/^(e)-(?=mail)/i, '$1');
  if (/[._-]/.test(joined) || /[a-z0-9][A-Z]/.test(joined)) pushCompound(joined, out);
  else if (joined !== '') pushPlain(joined, out);
}

function termsOfWord(word: string): string[] {
  const out: string[] = [];
  if (ASCII.test(word)) {
    pushWord(word, out);
    return out;
  }
  const folded = word.normalize('NFKC');
  if (!HAS_UNSPACED.test(folded)) {
    pushWord(folded, out);
    return out;
  }
  for (const run of folded.match(SCRIPT_RUNS) ?? []) {
    if (HAS_UNSPACED.test(run)) pushBigrams(run, out);
    else pushWord(run.replace(/^[._'’-]+|[._'’-]+$/g, ''), out);
  }
  return out;
}

// The few thousand words of a conversation come back all the time; the answer depends on the word alone.
const known = new Map<string, readonly string[]>();
const KNOWN_WORDS = 20_000;
const KNOWN_LENGTH = 32;

function cachedTermsOfWord(word: string): readonly string[] {
  if (word.length > KNOWN_LENGTH) return termsOfWord(word);
  let found = known.get(word);
  if (found === undefined) {
    found = termsOfWord(word);
    if (known.size >= KNOWN_WORDS) known.clear();
    known.set(word, found);
  }
  return found;
}

/**
 * The search terms of a text in order, repeats kept, at most `limit`: lower-cased, lightly stemmed (English),
 * stop words out, "e-mail" and "email" one term. Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese become character
 * bigrams by Unicode script, so the result does not depend on a machine's word-break dictionaries.
 */
export function terms(text: string, limit: number = MAX_TERMS): string[] {
  const out: string[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null && out.length < limit; match = WORD.exec(text)) {
    for (const term of cachedTermsOfWord(match[0])) out.push(term);
  }
  if (out.length > limit) out.length = limit;
  return out;
}
