import type { Message } from './conversation';
import { finish, type Slices } from './slices';
import { type StaleResult, staleResults } from './stale-paths';
import { laterValues, readStatement } from './summary/later-values';
import { ordersChange, type Statement, statementFacts } from './summary/statement';
import type { SentenceIndex } from './summary/summary';
import { changeFacts, oldValueOf, type Replacement, replaces, replacesRecent } from './summary/supersession';
import { MARK_TOKENS } from './supersession-links';
import { STOP_WORDS } from './text/stop-words';
import { rawWords, terms } from './text/words';
import { estimateTokens } from './token-estimate';
import { segment } from './turns';

/** That a later message replaces an earlier one, or one sentence of it: for people to accept or to dismiss. */
export interface SupersessionSuggestion {
  /**
   * `changed-value`: the same speaker says another value about the same topic; `change-of-mind`: takes back what was said;
   * `stale-path`: a tool call outdates the earlier result about a path.
   */
  readonly kind: 'changed-value' | 'change-of-mind' | 'stale-path';
  /** Index of the message that is replaced; for a stale path only this result is, whatever its turn. */
  readonly earlierMessage: number;
  /** The one sentence of it that is replaced, as the sentence index has it; null: all that it says. */
  readonly earlierSentence: string | null;
  readonly laterMessage: number;
  /** For people, in one clause: "turn 17 says green where turn 4 said blue". */
  readonly why: string;
}

/** One sentence replaced by another one of the same speaker. */
interface Change {
  readonly earlier: Statement;
  readonly later: Statement;
  readonly replacement: Replacement;
}

const sameSpeaker = (a: Message, b: Message): boolean => a.role === b.role && a.name === b.name;

/** Tool output says nothing in its speaker's name. */
const speaks = ({ role, parts }: Message): boolean =>
  (role === 'user' || role === 'assistant') && parts.every((p) => p.type !== 'tool-result');

/** What the sentence index knows as superseded, each with the sentence that does it: what none is found for is left out. */
function* announcedChanges(messages: readonly Message[], index: SentenceIndex): Slices<Change[]> {
  const changes: Change[] = [];
  const changeOf = (s: number): Change | null => {
    const { message, supersededAt } = index.sentences[s]!;
    const [before, after] = [messages[message]!, messages[supersededAt]!];
    if (!sameSpeaker(before, after) || !speaks(before) || !speaks(after)) return null;
    const earlier = readStatement(index, s, before.role);
    const to = index.firstOfMessage[supersededAt + 1]!;
    for (let c = index.firstOfMessage[supersededAt]!; c < to; c += 1) {
      const later = readStatement(index, c, after.role);
      if (!ordersChange(later)) continue;
      const replacement =
        replaces(later, changeFacts(later, oldValueOf(later.lower)), earlier) ??
        replacesRecent(later, [earlier])?.replacement;
      if (!replacement) continue;
      return { earlier, later, replacement };
    }
    return null;
  };
  for (const [s, { supersededAt }] of index.sentences.entries()) {
    if (supersededAt < 0) continue;
    yield;
    const change = changeOf(s);
    if (change !== null) changes.push(change);
  }
  return changes;
}

function* unannouncedChanges(messages: readonly Message[], index: SentenceIndex): Slices<Change[]> {
  const messageOf = (s: number): Message => messages[index.sentences[s]!.message]!;
  const mayReplace = (later: number, earlier: number) =>
    sameSpeaker(messageOf(later), messageOf(earlier)) &&
    speaks(messageOf(later)) &&
    speaks(messageOf(earlier));
  const found = yield* laterValues(index, mayReplace);
  const changes: Change[] = [];
  for (const { earlier, later, replacement } of found) {
    yield;
    changes.push({
      earlier: readStatement(index, earlier, messageOf(earlier).role),
      later: readStatement(index, later, messageOf(later).role),
      replacement,
    });
  }
  return changes;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/**
 * The first run of words with these terms, as the text has it: "7 Mill Lane", "60 seconds" (a number keeps its unit).
 * null where the text has none of them.
 */
function asWritten(text: string, wanted: ReadonlySet<string>): string | null {
  const unspaced = [...wanted].find((t) => UNSPACED.test(t) && text.includes(t));
  if (unspaced !== undefined) return unspaced;
  const words = rawWords(text).filter((word) => terms(word).some((t) => wanted.has(t)));
  if (words.length === 0) return null;
  const any = `(?:${[...new Set(words)].map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
  const run = new RegExp(`(?<![\\p{L}\\p{N}])${any}(?:[\\s-]+${any})*`, 'u').exec(text);
  if (run === null) return null;
  const next = /\d$/.test(run[0]) ? /^ (\p{L}+)/u.exec(text.slice(run.index + run[0].length)) : null;
  return next === null || STOP_WORDS.has(next[1]!.toLowerCase()) ? run[0] : run[0] + next[0];
}

/** "turn 17 says green where turn 4 said blue". */
function whyChanged({ earlier, later, replacement }: Change, index: SentenceIndex, turns: ArrayLike<number>) {
  const [before, now] = [turns[earlier.message]!, turns[later.message]!];
  const text = (s: number) => index.sentences[s]!.text;
  const stale = new Set(replacement.oldTerms);
  const fresh = later.values
    .filter((v) => replacement.newValues.has(v.value) && !stale.has(v.term))
    .map((v) => v.term);
  const said = asWritten(text(earlier.sentence), stale);
  const says = asWritten(text(later.sentence), new Set(fresh));
  const where = before === now ? 'it said' : `turn ${before} said`;
  if (said !== null && says !== null) {
    return { kind: 'changed-value', why: `turn ${now} says ${says} where ${where} ${said}` } as const;
  }
  return { kind: 'change-of-mind', why: `turn ${now} takes back what ${where}` } as const;
}

const CLAUSE_ENDS = /[,;:]\s|[–—，；、]|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar|и|но)\s/u;

/** A sentence of several clauses may be replaced in one of them only; "actually," and "please" are none. */
const hasClauses = (text: string): boolean =>
  text
    .split(CLAUSE_ENDS)
    .map((clause) => statementFacts(clause, 0))
    .filter(({ topics, values }) => topics.size > 0 || values.length > 0).length > 1;

/** Whether these are all the sentences of a message and nothing else stands in it that could still be needed. */
function isWhole(message: Message, sentences: readonly number[], index: SentenceIndex, m: number): boolean {
  const { firstOfMessage } = index;
  return (
    sentences.length === firstOfMessage[m + 1]! - firstOfMessage[m]! &&
    !sentences.some((s) => hasClauses(index.sentences[s]!.text)) &&
    message.parts.every((p) => p.type === 'text' && !/^\s*(?:```|~~~)/m.test(p.text))
  );
}

/** One suggestion for a message whose sentences all fall at once, else one for each of them. */
function* asSuggestions(
  changes: readonly Change[],
  messages: readonly Message[],
  index: SentenceIndex,
  turns: ArrayLike<number>,
): Slices<SupersessionSuggestion[]> {
  const together = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.earlier.message} ${change.later.message}`;
    const group = together.get(key);
    if (group === undefined) together.set(key, [change]);
    else group.push(change);
  }
  const suggestions: SupersessionSuggestion[] = [];
  for (const group of together.values()) {
    yield;
    const m = group[0]!.earlier.message;
    const sentences = group.map(({ earlier }) => earlier.sentence);
    const whole = isWhole(messages[m]!, sentences, index, m);
    for (const change of whole ? group.slice(0, 1) : group) {
      suggestions.push({
        ...whyChanged(change, index, turns),
        earlierMessage: m,
        earlierSentence: whole ? null : index.sentences[change.earlier.sentence]!.text,
        laterMessage: change.later.message,
      });
    }
  }
  return suggestions;
}

/** A mark stands where the result stood: a result that is no longer than it ("ok") is not worth a question. */
const isWorthClearing = ({ parts }: Message): boolean =>
  parts.reduce(
    // The beginning of a long one is enough to know.
    (n, p) => n + (p.type === 'tool-result' ? estimateTokens(p.text.slice(0, 20 * MARK_TOKENS)) : 0),
    0,
  ) > MARK_TOKENS;

const DOES = { read: 'reads', write: 'writes', delete: 'deletes' } as const;

function asSuggestion(
  { message, by, path, did, does }: StaleResult,
  turns: ArrayLike<number>,
): SupersessionSuggestion {
  const again = does !== 'delete' && did === does ? ' again' : '';
  const [before, now] = [turns[message]!, turns[by]!];
  const where = before === now ? 'earlier in that turn' : `in turn ${before}`;
  return {
    kind: 'stale-path',
    earlierMessage: message,
    earlierSentence: null,
    laterMessage: by,
    why: `turn ${now} ${DOES[does]} ${path}${again}, so the result ${where} is out of date`,
  };
}

/**
 * Earlier messages that later ones replace (semantics.md, Supersession), by what is said and by what tools do; in the order
 * of the later message, then of the earlier one. A sentence is replaced once, by the first that does; what is said again
 * later with the same value replaces nothing. Nothing depends on messages after the later one. About linear time.
 *
 * `turnOfMessage` numbers the turns that `why` speaks of, index message; by default as `auto` segments them.
 */
export const suggestSupersessions = (
  messages: readonly Message[],
  sentenceIndex: SentenceIndex,
  turnOfMessage?: ArrayLike<number>,
): SupersessionSuggestion[] => finish(supersessionSuggestions(messages, sentenceIndex, turnOfMessage));

/** As `suggestSupersessions`, in short pieces, so that a page stays responsive. */
export function* supersessionSuggestions(
  messages: readonly Message[],
  sentenceIndex: SentenceIndex,
  turnOfMessage: ArrayLike<number> = segment(messages, 'auto').turnOfMessage,
): Slices<SupersessionSuggestion[]> {
  const first = new Map<number, Change>();
  for (const change of [
    ...(yield* announcedChanges(messages, sentenceIndex)),
    ...(yield* unannouncedChanges(messages, sentenceIndex)),
  ]) {
    const known = first.get(change.earlier.sentence);
    if (known === undefined || change.later.message < known.later.message)
      first.set(change.earlier.sentence, change);
  }
  const changes = [...first.values()].sort((a, b) => a.earlier.sentence - b.earlier.sentence);
  const stale: StaleResult[] = [];
  for (const result of yield* staleResults(messages)) {
    yield;
    if (isWorthClearing(messages[result.message]!)) stale.push(result);
  }
  const suggestions = [
    ...(yield* asSuggestions(changes, messages, sentenceIndex, turnOfMessage)),
    ...stale.map((result) => asSuggestion(result, turnOfMessage)),
  ];
  return suggestions.sort((a, b) => a.laterMessage - b.laterMessage || a.earlierMessage - b.earlierMessage);
}
