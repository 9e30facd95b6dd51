import { terms } from '../text/words';
import type { Statement, StatementFacts } from './statement';
import type { Value } from './values';

/**
 * When does one statement replace an earlier one? Precision before recall: a sentence wrongly taken out of summaries is a
 * constraint lost, one wrongly left in is only stale.
 */

/** Why a statement fell: the terms that are stale now, and the values that took their place. */
export interface Replacement {
  readonly oldTerms: readonly string[];
  readonly newValues: ReadonlySet<string>;
}

const END =
  '(?=\\s+(?:for|in|on|at|when|while|because|so|since|as|to|and|after|before|if|now|please|here|everywhere|any ?more)\\b|[.,;:!?()]|$)';
const OLD = `([^.,;:!?()]{1,60}?)${END}`;
const FEW_WORDS = '([^\\s.,;:!?()]+(?: [^\\s.,;:!?()]+){0,2})';
const CJK_WORD = '([\\p{sc=Han}\\p{sc=Kana}ー\\p{L}\\p{N}]{1,12}?)';

const OLD_VALUE: readonly RegExp[] = [
  `\\b(?:instead of|rather than|in place of)\\s+${OLD}`,
  '\\b(?:replace|swap)\\s+(?:out )?([^.,;:!?()]{1,60}?)\\s+(?:with|for|by)\\b',
  '\\b(?:change|switch|move|migrate|convert)[a-z]*\\s+(?:\\p{L}+ ){0,4}from\\s+([^.,;:!?()]{1,60}?)\\s+to\\b',
  '\\bnot\\s+(?!only\\b|just\\b)([^.,;:!?()]{1,40}?),?\\s+but\\b',
  ',\\s*not\\s+([^.,;:!?()]{1,40}?)(?=[.,;!?]|$)',
  `\\bno longer\\s+(?:be|use|using|need|support|supporting|want|allow|have|require|accept|apply|do)\\s+${OLD}`,
  `\\b(?:don't|do not)\\s+(?:use|want|need|support)\\s+([^.,;:!?()]{1,40}?)\\s+any ?more`,
  `(?<!\\b(?:don't|not|never) )\\bforget (?:about )?${OLD}`,
  `(?<!\\p{L})(?:statt|anstelle von|anstatt|nicht mehr|au lieu (?:de |d'|du )|en (?:vez|lugar) de|em vez de|invece d(?:i|el)|al posto d(?:i|el)|in plaats van|вместо|больше не)\\s*${FEW_WORDS}`,
  `把?${CJK_WORD}(?:改成|改为|换成|換成)`,
  `(?:而不是|不再用|不用)${CJK_WORD}(?=[了，。,.]|改|$)`,
  `(?:^|[はをが、。\\s])${CJK_WORD}(?:ではなく|じゃなく|の代わりに)`,
  `${FEW_WORDS} ?대신`,
  `(?:بدل(?:ا|اً|ًا) من) ${FEW_WORDS}`,
  `${FEW_WORDS} (?:के बजाय|की बजाय|की जगह)`,
].map((source) => new RegExp(source, 'u'));

const REVOKES = /(?<!\b(?:don't|not|never) )\bforget\b/;
/** "Don't use Postgres instead of SQLite" keeps SQLite. */
const REFUSES = /\b(?:don't|do not|never|not)\b.*\b(?:instead of|rather than|replace|swap|switch|change)\b/;
const PRONOUN = /\b(?:it|them|those|these|that|this|everything)\b/;
const ARTICLES =
  /^(?:the|a|an|any|all|rule|idea|about|that|der|die|das|den|le|la|les|el|los|las|o|os|as|il|de|het|een) /;
/** How many messages back "make it green" may point. */
const NEAR = 6;

/** What the change says no longer holds: "blue" of "green instead of blue"; undefined when it names nothing. */
export function oldValueOf(lower: string): string | undefined {
  for (const pattern of OLD_VALUE) {
    const found = pattern.exec(lower)?.[1]?.trim();
    if (found === undefined) continue;
    let bare = found;
    while (ARTICLES.test(bare)) bare = bare.replace(ARTICLES, '');
    if (bare !== '') return bare;
  }
  return undefined;
}

const GENERIC = new Set(terms('rule idea thing one everything need want'));

/** What a change says by itself, whichever statement it is held against: it is compared with many. */
export interface ChangeFacts {
  /** What no longer holds ("blue" of "green instead of blue"), and its terms; null when it names nothing that counts. */
  readonly old: string | null;
  readonly oldTerms: readonly string[];
  readonly revokes: boolean;
  /** Its topics but for names. */
  readonly about: ReadonlySet<string>;
}

/** `old`: what it says no longer holds, see `oldValueOf`. */
export function changeFacts(change: StatementFacts, old: string | undefined): ChangeFacts {
  const counts = old !== undefined && !REFUSES.test(change.lower);
  return {
    old: counts ? old : null,
    oldTerms: counts ? terms(old).filter((t) => !GENERIC.has(t)) : [],
    revokes: counts && REVOKES.test(change.lower),
    about: withoutNames(change),
  };
}

function namesOldValue(
  change: Statement,
  { old, oldTerms, revokes }: ChangeFacts,
  earlier: Statement,
): Replacement | null {
  if (old === null || (earlier.negative && !revokes)) return null;
  const said = oldTerms.length > 0 && oldTerms.length <= 5 && oldTerms.every((t) => earlier.terms.has(t));
  if (!said && !(/\p{sc=Han}/u.test(old) && earlier.lower.includes(old))) return null;
  const isOld = new Set(oldTerms);
  const shared = [...change.terms].some((t) => !isOld.has(t) && earlier.terms.has(t));
  const others = [...earlier.topics].filter((t) => !isOld.has(t)).length;
  // Without a cue it is only a request: the change must name its value in full and share what it is about.
  if (earlier.cues === 0 && (oldTerms.length < 2 || !shared)) return null;
  const revoked = revokes && oldTerms.length >= 2;
  if (!shared && !revoked && others > 0) return null;
  return { oldTerms, newValues: new Set(change.values.map((v) => v.value).filter((v) => !isOld.has(v))) };
}

const ofKind = (values: readonly Value[], kind: string): Value[] => values.filter((v) => v.kind === kind);

/** Both fill the same slot, with nothing in common. Names need to be the one difference: they are the vaguest slot. */
function conflict(change: Statement, earlier: Statement): Replacement | null {
  for (const kind of new Set(change.values.map((v) => v.kind))) {
    if (change.negative && !kind.startsWith('number:')) continue;
    let now = ofKind(change.values, kind);
    let then = ofKind(earlier.values, kind);
    if (kind === 'name') {
      const both = new Set(now.map((v) => v.value).filter((name) => then.some((v) => v.value === name)));
      now = now.filter((v) => !both.has(v.value));
      then = then.filter((v) => !both.has(v.value));
      if (new Set(now.map((v) => v.value)).size !== 1 || new Set(then.map((v) => v.value)).size !== 1)
        continue;
    }
    if (now.length === 0 || then.length === 0) continue;
    const newValues = new Set(now.map((v) => v.value));
    if (then.some((v) => newValues.has(v.value))) continue;
    return { oldTerms: then.map((v) => v.term), newValues };
  }
  return null;
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let n = 0;
  for (const t of a) if (b.has(t)) n += 1;
  return n;
};

const withoutNames = ({ topics, values }: StatementFacts): Set<string> =>
  new Set([...topics].filter((t) => !values.some((v) => v.kind === 'name' && v.term === t)));

/** "Make the buttons green" after "make the checkout buttons blue": at least 60 % of its topics are the earlier one's. */
function changesValue(change: Statement, about: ReadonlySet<string>, earlier: Statement): Replacement | null {
  if (change.negative !== earlier.negative || about.size === 0) return null;
  const shared = overlap(about, earlier.topics);
  return shared > 0 && shared >= 0.6 * about.size ? conflict(change, earlier) : null;
}

/** "You can log e-mail addresses now" after "never log e-mail addresses": the same matter, the opposite order. */
function flips(change: Statement, earlier: Statement): Replacement | null {
  if (change.negative === earlier.negative || change.topics.size < 2) return null;
  const shared = overlap(change.topics, earlier.topics);
  if (shared < 0.75 * change.topics.size || shared < 0.5 * earlier.topics.size) return null;
  return { oldTerms: [...earlier.topics], newValues: new Set() };
}

const pointsBack = (change: Statement, earlier: Statement): boolean =>
  withoutNames(change).size === 0 &&
  (PRONOUN.test(change.lower) || change.lower.length <= 40) &&
  change.message - earlier.message <= NEAR;

/** Whether `change` (which orders a change; its `facts` see changeFacts) replaces the statement `earlier`. */
export function replaces(change: Statement, facts: ChangeFacts, earlier: Statement): Replacement | null {
  const named = namesOldValue(change, facts, earlier);
  if (named !== null || earlier.cues === 0) return named;
  return changesValue(change, facts.about, earlier) ?? flips(change, earlier);
}

/**
 * "Actually, make it green": which statement of the same speaker it points at. `recent`: newest first; the first one that
 * fills the same slot is meant.
 */
export function replacesRecent(
  change: Statement,
  recent: Iterable<Statement>,
): { earlier: Statement; replacement: Replacement } | null {
  for (const earlier of recent) {
    if (earlier.role !== change.role) continue;
    if (!pointsBack(change, earlier)) return null;
    const replacement = change.negative === earlier.negative ? conflict(change, earlier) : null;
    if (replacement !== null) return { earlier, replacement };
    if (change.values.some((v) => ofKind(earlier.values, v.kind).length > 0)) return null;
  }
  return null;
}

/** Whether an assistant's sentence repeats the statement that fell: the stale value about the same topic. */
export function restates(
  sentence: Statement,
  earlier: Statement,
  { oldTerms, newValues }: Replacement,
): boolean {
  if (oldTerms.length === 0 || !oldTerms.every((t) => sentence.terms.has(t))) return false;
  if (sentence.values.some((v) => newValues.has(v.value)) || sentence.negative !== earlier.negative)
    return false;
  const stale = new Set(oldTerms);
  return [...earlier.topics].some((t) => !stale.has(t) && sentence.topics.has(t));
}
