import { CUE_LANGUAGES, type CueLanguage } from './cue-table';

export interface Cues {
  /** Standing rules and decisions found. */
  readonly strong: number;
  /** Instructions and preferences found. */
  readonly weak: number;
}

interface Search {
  readonly script: RegExp | null;
  readonly cues: RegExp;
  readonly change: RegExp | null;
  readonly noise: RegExp;
}

/**
 * Letters and marks of lower-cased text as plain ranges: twice as fast as \p{L}, and every sentence of a
 * conversation passes here. The gaps are Arabic and Indic punctuation and the general punctuation block.
 */
const LETTER =
  'a-z\\u00c0-\\u060b\\u060d-\\u061a\\u0620-\\u0963\\u0966-\\u1fff\\u2c00-\\u2dff\\u3040-\\ud7ff';
const BEFORE = `(?<![${LETTER}0-9_])`;
const AFTER = `(?![${LETTER}0-9_])`;

function compile({ spaced, script, strong, weak, change, noise }: CueLanguage): Search {
  const group = (fragments: readonly string[]) => (fragments.length === 0 ? '(?!)' : fragments.join('|'));
  const edged = (inner: string) =>
    (spaced ? `${BEFORE}${inner}${AFTER}` : inner)
      .replaceAll('\\p{L}', `[${LETTER}]`)
      .replaceAll('\\p{N}', '\\d');
  return {
    script,
    cues: new RegExp(edged(`(?:(${group(strong)})|(?:${group(weak)}))`), 'g'),
    change: change.length === 0 ? null : new RegExp(edged(`(?:${group(change)})`), 'g'),
    noise: new RegExp(edged(`(?:${group(noise)})`), 'g'),
  };
}

const SEARCHES: readonly Search[] = CUE_LANGUAGES.map(compile);

const lowered = (text: string): string => text.toLowerCase().replace(/[’ʼ]/g, "'");

/**
 * Cues of decisions and constraints in one sentence, chit-chat that only looks like one taken out first.
 * Languages: English, German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese, Korean, Arabic, Hindi.
 */
export function findCues(text: string): Cues {
  const lower = lowered(text);
  let strong = 0;
  let weak = 0;
  for (const search of SEARCHES) {
    if (search.script !== null && !search.script.test(lower)) continue;
    // Most sentences hold no cue at all: only the others pay for the search for noise.
    if (lower.search(search.cues) < 0) continue;
    // A mark, not a space: what stood around the noise must not become adjacent.
    const decided = lower.replace(search.noise, ' | ');
    for (const match of decided.matchAll(search.cues)) {
      if (match[1] === undefined) weak += 1;
      else strong += 1;
    }
  }
  return { strong, weak };
}

/** The text with every cue blanked: what remains is what the statement is about. */
export function withoutCues(text: string): string {
  let out = lowered(text).replace(DISCOURSE, ' ');
  for (const search of SEARCHES) {
    if (search.script !== null && !search.script.test(out)) continue;
    out = out.replace(search.cues, ' ');
    if (search.change !== null) out = out.replace(search.change, ' ');
  }
  return out;
}

/** How many cues a text holds. The assumed importance of a unit is min(1, countCues / 3). */
export function countCues(text: string): number {
  const { strong, weak } = findCues(text);
  return strong + weak;
}

const NAMES_OLD_VALUE =
  /\b(?:instead of|rather than|no longer|in place of|not any ?more|any ?more)\b|(?<!\b(?:don't|not|never) )\b(?:forget (?:about|what|the|that)|scratch|drop the|ignore (?:what|the))\b|\b(?:change|switch|move|migrate|replace|swap|convert)(?:d|ed)?\b[^.!?]{0,60}\b(?:to|with|for|by)\b|\bnot (?!only\b|just\b)[^.,;!?]{1,40},? but\b/;
const OPENS_CHANGE =
  /(?:^|[.,;:!?–—-]\s*|\b(?:and|but|so|oh|hmm|no|wait|ok|okay) )(?:actually|scratch that|on second thoughts?|change of plans?|correction|wait|i(?: have|'ve)? changed my mind|we(?: have|'ve)? changed our minds?|let's (?:rather|switch|change))\b|\binstead\b|\b(?:switch|change|move) (?:it |them |this |that |over |back )?to\b|^(?:no|nope),/;
const DISCOURSE =
  /\b(?:actually|instead|on second thoughts?|change of plans?|correction|wait|changed (?:my|our) minds?|scratch that)\b/g;
const ADDS = /\b(?:also|as well|in addition|besides|additionally|too(?=[.,;!?]|$))(?!\p{L})/u;

/**
 * Whether a sentence says that something said before no longer holds: "actually", "instead of", "no longer", "change … to",
 * "not X but Y", "forget …", and their like. What merely adds ("actually, also …") does not.
 */
export function changeCue(text: string): boolean {
  const lower = lowered(text);
  if (NAMES_OLD_VALUE.test(lower)) return true;
  if (OPENS_CHANGE.test(lower) && !ADDS.test(lower)) return true;
  return SEARCHES.some(
    ({ script, change }) =>
      change !== null && (script === null || script.test(lower)) && lower.search(change) >= 0,
  );
}
