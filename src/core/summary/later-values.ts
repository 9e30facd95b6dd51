import { finish, type Slices } from '../slices';
import { ordersChange, type Statement, statementFacts } from './statement';
import type { SentenceIndex } from './summary';
import { changeFacts, type Replacement, replaces } from './supersession';

/**
 * Changed values that no word of change announces: "retry at most five times" long after "retry at most three times".
 * The sentence index takes only what says that it changes something; this is for what is shown to people to decide, and
 * for notes that hold one value per topic.
 */
export interface LaterValue {
  /** Sentence numbers. */
  readonly earlier: number;
  readonly later: number;
  readonly replacement: Replacement;
}

/** How many earlier statements with the same slot and topic are compared: bounds the cost of very common terms. */
const CANDIDATES = 16;
/** Share of either statement's topics that the other must have. */
const SAME_TOPIC = 0.6;

/** Several words in a code span are quoted, a single one is named: "use `tabs`". */
const withoutQuotedCode = (text: string): string =>
  text.replace(/`([^`]*)`/g, (span, code: string) => (/\S\s+\S/.test(code) ? ' ' : span));

/** "Section 3" and "step 4" are names of things, not values of one. */
const NUMBERED =
  /\b(?:chapter|section|part|page|line|step|phase|version|figure|table|item|question|test|task|issue|ticket|option|example|number|no\.|day|week|point|rule|turn|round|level|room)s? #?\d/;

/** A sentence as the rules of supersession read it, without the code that it quotes. */
export function readStatement(index: SentenceIndex, sentence: number, role: Statement['role']): Statement {
  const { text, cues, message } = index.sentences[sentence]!;
  return { ...statementFacts(withoutQuotedCode(text), cues), sentence, message, role };
}

const namesOf = ({ values }: Statement): ReadonlySet<string> =>
  new Set(values.filter((v) => v.kind === 'name').map((v) => v.term));

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((x) => b.has(x));

/** Two rules for two things are no change: most of what each is about must be what the other is about, names included. */
function sameTopic(a: Statement, b: Statement): boolean {
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  if (!isWithin(namesA, namesB) && !isWithin(namesB, namesA)) return false;
  const topicsA = [...a.topics].filter((t) => !namesA.has(t));
  const topicsB = [...b.topics].filter((t) => !namesB.has(t));
  const shared = topicsA.filter((t) => b.topics.has(t)).length;
  return shared > 0 && shared >= SAME_TOPIC * Math.max(topicsA.length, topicsB.length);
}

const FLOOR = /\b(?:at least|minimum|no (?:less|fewer) than|not (?:less|fewer) than)\b/;
const CEILING = /\b(?:at most|maximum|no more than|not more than|up to)\b/;

/** "At most 64 characters" beside "at least 8": two bounds that both hold. */
const areTwoBounds = (a: Statement, b: Statement): boolean =>
  (FLOOR.test(a.lower) && CEILING.test(b.lower)) || (CEILING.test(a.lower) && FLOOR.test(b.lower));

/** "Run 8 km on Tuesday" beside "run 5 km on Monday": what differs in two slots is two things. */
function differInTwoSlots(a: Statement, b: Statement): boolean {
  const kinds = new Set(a.values.filter((v) => v.kind !== 'name').map((v) => v.kind));
  const differs = (kind: string): boolean => {
    const now = b.values.filter((v) => v.kind === kind).map((v) => v.value);
    return now.length > 0 && !a.values.some((v) => v.kind === kind && now.includes(v.value));
  };
  return [...kinds].filter(differs).length > 1;
}

function laterValue(later: Statement, earlier: Statement): Replacement | null {
  if (later.negative !== earlier.negative || !sameTopic(later, earlier)) return null;
  if (areTwoBounds(later, earlier) || differInTwoSlots(later, earlier)) return null;
  const replacement = replaces(later, changeFacts(later, undefined), earlier);
  const stale = earlier.values.find((v) => v.term === replacement?.oldTerms[0]);
  // Names are the vaguest slot: without a word of change they are two things.
  return stale === undefined || stale.kind === 'name' ? null : replacement;
}

/** Statements by slot and topic, the newest last. */
const slotsOf = ({ values, topics }: Statement): string[] =>
  [...new Set(values.filter((v) => v.kind !== 'name').map((v) => v.kind))].flatMap((kind) =>
    [...topics].map((topic) => `${kind} ${topic}`),
  );

/**
 * Walks the decisions and constraints (sentences with cues) once; each falls by the first later one that `mayReplace` it
 * and fills the same slot about the same topic with another value. What the index knows as superseded by then is left
 * alone. In the order of `later`. Causal: what is found in a prefix is found in the whole.
 */
export const findLaterValues = (
  index: SentenceIndex,
  mayReplace: (later: number, earlier: number) => boolean,
): LaterValue[] => finish(laterValues(index, mayReplace));

/** As `findLaterValues`, one comparison at a time. */
export function* laterValues(
  index: SentenceIndex,
  mayReplace: (later: number, earlier: number) => boolean,
): Slices<LaterValue[]> {
  const found: LaterValue[] = [];
  const fallen = new Set<number>();
  const bySlot = new Map<string, Statement[]>();
  for (const [s, { cues, text, message }] of index.sentences.entries()) {
    if (cues === 0 || NUMBERED.test(text.toLowerCase())) continue;
    yield;
    // Who says it plays no part in the rules used here; `mayReplace` sees to that.
    const later = readStatement(index, s, 'user');
    const slots = slotsOf(later);
    if (slots.length === 0 || !ordersChange(later)) continue;
    const seen = new Set<number>();
    for (const earlier of slots.flatMap((slot) => (bySlot.get(slot) ?? []).slice(-CANDIDATES))) {
      if (seen.has(earlier.sentence) || fallen.has(earlier.sentence) || earlier.message === message) continue;
      seen.add(earlier.sentence);
      yield;
      const { supersededAt } = index.sentences[earlier.sentence]!;
      if (supersededAt >= 0 && supersededAt <= message) continue;
      const replacement = mayReplace(s, earlier.sentence) ? laterValue(later, earlier) : null;
      if (replacement === null) continue;
      fallen.add(earlier.sentence);
      found.push({ earlier: earlier.sentence, later: s, replacement });
    }
    for (const slot of slots) {
      const statements = bySlot.get(slot);
      if (statements === undefined) bySlot.set(slot, [later]);
      else statements.push(later);
    }
  }
  return found;
}
