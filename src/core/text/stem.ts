/** "using" and "used" are too short for the suffix rules; "embed" only looks like a past tense. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['uses', 'use'],
  ['used', 'use'],
  ['using', 'use'],
  ['embed', 'embed'],
  ['embeds', 'embed'],
]);

const HAS_VOWEL = /[aeiouy]/;
const DOUBLED = /([bdfgmnprt])\1$/;
const PLAIN_ASCII = /^[a-z]+$/;

/** Removes "ed" or "ing" when what remains can be a word, so that "string", "thing" and "need" stay. */
function withoutVerbEnding(word: string): string {
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  if (cut === 0) return word;
  const stem = word.slice(0, -cut);
  return stem.length >= 3 && HAS_VOWEL.test(stem) ? stem.replace(DOUBLED, '$1') : word;
}

/**
 * A light English stemmer for one lower-cased word: plural -s, -ies, -ed, -ing, and a silent final e, so that
 * "charge", "charges", "charged" and "charging" meet. Words with any letter outside a-z pass through unchanged.
 * It only has to send forms of one word to the same string; the string need not be a word.
 */
export function stem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || !PLAIN_ASCII.test(word)) return word;
  let out = word;
  if (out.length > 4 && (out.endsWith('ies') || out.endsWith('ied'))) return `${out.slice(0, -3)}y`;
  if (out.endsWith('s') && !/(?:ss|us|is)$/.test(out)) out = out.slice(0, -1);
  out = withoutVerbEnding(out);
  return out.length >= 4 && out.endsWith('e') && !out.endsWith('ee') ? out.slice(0, -1) : out;
}
