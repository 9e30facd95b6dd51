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

const BEFORE = '(?<![\\p{L}\\p{N}_])';
const AFTER = '(?![\\p{L}\\p{N}_])';

function compile({ spaced, script, strong, weak, change, noise }: CueLanguage): Search {
  const group = (fragments: readonly string[]) => (fragments.length === 0 ? '(?!)' : fragments.join('|'));
  const edged = (inner: string) => (spaced ? `${BEFORE}${inner}${AFTER}` : inner);
  return {
    script,
    cues: new RegExp(edged(`(?:(${group(strong)})|(?:${group(weak)}))`), 'gu'),
    change: change.length === 0 ? null : new RegExp(edged(`(?:${group(change)})`), 'u'),
    noise: new RegExp(edged(`(?:${group(noise)})`), 'gu'),
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
    // A mark, not a space: what stood around the noise must not become adjacent.
    const text = lower.replace(search.noise, ' | ');
    for (const match of text.matchAll(search.cues)) {
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
    if (search.change !== null) out = out.replace(new RegExp(search.change.source, 'gu'), ' ');
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
    ({ script, change }) => change !== null && (script === null || script.test(lower)) && change.test(lower),
  );
}
