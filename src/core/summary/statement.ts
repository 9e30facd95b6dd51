import type { Role } from '../conversation';
import { terms } from '../text/words';
import { changeCue, withoutCues } from './cues';
import { type Value, valuesOf } from './values';

/** What the rules of supersession need to know about one sentence. */
export interface Statement extends StatementFacts {
  readonly sentence: number;
  readonly message: number;
  readonly role: Role;
}

/** The part that depends on the sentence's words alone. */
export interface StatementFacts {
  readonly lower: string;
  readonly cues: number;
  readonly terms: ReadonlySet<string>;
  /** What it is about: its terms without cues, slot values, units and light verbs. */
  readonly topics: ReadonlySet<string>;
  readonly values: readonly Value[];
  readonly negative: boolean;
}

/** Words that say that something is to be done or what shape a clause has, not what it is about. As terms. */
const LIGHT = new Set(
  terms(
    'use make set keep put go take get give let want need like prefer think change switch move replace do sure please now rule ' +
      'idea thing way really maybe just never always longer instead actually colour color second thought plan back everything ' +
      'anymore any allow allowed fine able hm hmm oh well yeah wait sorry forget better look',
  ),
);

const NEGATIVE =
  /(?<!\p{L})(?:never|not|cannot|no longer|stop|avoid|without|forbidden|prohibited|exclude|skip|nie|niemals|nicht|keine?n?|jamais|nunca|não|mai|nooit|niet|geen|не|никогда|нельзя)(?!\p{L})|n't(?!\p{L})|不|禁止|勿|ない|마세요|말고|لا |नहीं|मत /u;

export function statementFacts(text: string, cues: number): StatementFacts {
  const lower = text.toLowerCase().replace(/’/g, "'");
  const values = valuesOf(text);
  const topics = new Set(terms(withoutCues(values.reduce(blankUnspaced, lower))));
  for (const { kind, term } of values) {
    if (kind !== 'name') topics.delete(term);
    topics.delete(kind.slice('number:'.length));
  }
  for (const light of LIGHT) topics.delete(light);
  return { lower, cues, terms: new Set(terms(lower)), topics, values, negative: NEGATIVE.test(lower) };
}

/** Bigrams would glue a value without spaces around it to its neighbours and so hide the topic. */
const blankUnspaced = (text: string, { term }: Value): string =>
  /\p{sc=Han}/u.test(term) ? text.replaceAll(term, ' ') : text;

const ASKS = /[?？؟]["'”’)\]]*$/;
const REQUESTS =
  /^(?:(?:ok(?:ay)?|please|hm+|oh|well|actually|no|and|so)[, ]+)*(?:(?:could|can|would|will) (?:you|we)\b|let's\b)|\bplease\b/;
const SUPPOSES =
  /^(?:if|what if|suppose|maybe|perhaps|imagine|when|should we|shall we)\b|\b(?:would be|might|could have|was wondering)\b/;
const LOOKS_BACK =
  /\b(?:was|were|used to|had been|last (?:year|week|month|sprint)|back then|in the past|previously|originally)\b/;

/** Whether a sentence orders a change: not a question, a supposition, or a look back. */
export const ordersChange = ({ lower }: Statement): boolean =>
  !(ASKS.test(lower) && !REQUESTS.test(lower)) && !SUPPOSES.test(lower) && !LOOKS_BACK.test(lower);

export const isQuestion = (text: string): boolean => ASKS.test(text);

const DISCOURSE_ONLY =
  /^(?:(?:oh|hm+|no|wait|ok(?:ay)?|well|so|sorry)[,.! ]*)*(?:actually|on second thoughts?|change of plans?|scratch that|correction|wait|hold on|i(?: have|'ve)? changed my mind|we(?: have|'ve)? changed our minds?|no)\b/;

/** "On second thought, blue is too cold." announces a change that the next sentence of the message may state. */
export const announcesChange = (lower: string): boolean => DISCOURSE_ONLY.test(lower) && changeCue(lower);
