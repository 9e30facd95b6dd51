import { firstWhere } from './search';
import { findLaterValues, readStatement } from './summary/later-values';
import { pastRanges } from './summary/past-ranges';
import { standingOf } from './summary/standing';
import { isQuestion, ordersChange } from './summary/statement';
import {
  type MessageRange,
  type SentenceIndex,
  type SummarySentence,
  sentenceTokenText,
} from './summary/summary';

/** What stands in front of the sentences of a note. */
export const NOTES_LEAD = 'Notes:';
/** Tokens of a note when nothing else is said. */
export const NOTES_LIMIT = 300;

/** What was decided in units that have left the context, as one text that stays in it. */
export interface Notes {
  /** In chronological order. */
  readonly sentences: readonly SummarySentence[];
  /** Exactly what is sent: "Notes: S1 S2 …"; '' when there are no sentences. */
  readonly text: string;
  /** Tokens of `text`, without the per-message overhead; at most the limit. */
  readonly tokens: number;
  /** Decisions and constraints that found no room. */
  readonly left: number;
}

export interface NotesOptions {
  /** Messages at or after this index are the future: nothing of them may be used. */
  readonly before: number;
  /** Tokens of a text; a note's are those of NOTES_LEAD plus those of each ` ${sentence}`. Hand in a stable function. */
  readonly tokensOf: (text: string) => number;
  /** In tokens; NOTES_LIMIT by default. */
  readonly limit?: number;
  /** Sentences (by position in the index) that are out, besides the superseded ones. */
  readonly exclude?: ReadonlySet<number>;
}

/** Notes kept per index: about 16 lanes x 300 steps; beyond it the oldest goes. */
const MEMO_SIZE = 5_000;

/** A decision or constraint: a sentence with cues; of questions only those that ask for something to be done. */
interface Decision {
  readonly sentence: number;
  readonly text: string;
  readonly message: number;
  /** Equal for the same words. */
  readonly words: string;
  /** The first message that replaces it, or Infinity: announced (`supersededAt`), or another value about the same topic. */
  readonly replacedAt: number;
}

/** Who says it: a user (or the system), an assistant, a tool. */
type Rank = 0 | 1 | 2;

/**
 * The index keeps no roles, but a sentence's standing tells its speaker: a user's is the highest that the words can have,
 * an assistant's about half of it, a tool's a tenth. Without standings all count as an assistant's, as in summaries.
 */
function createRanks({ sentences, features }: SentenceIndex): (sentence: number) => Rank {
  const known = new Map<number, Rank>();
  return (s) => {
    if (features === undefined) return 1;
    let rank = known.get(s);
    if (rank === undefined) {
      const share = features.prior[s]! / standingOf(sentences[s]!.text, 'user').prior;
      rank = share > 0.7 ? 0 : share > 0.3 ? 1 : 2;
      known.set(s, rank);
    }
    return rank;
  };
}

function decisionsOf(index: SentenceIndex, rankOf: (sentence: number) => Rank): Decision[] {
  // A user's word replaces an assistant's too, but not the other way round; what tools print are many voices.
  const mayReplace = (later: number, earlier: number) =>
    rankOf(later) <= rankOf(earlier) && rankOf(earlier) < 2;
  const replacedAt = new Map<number, number>();
  for (const { earlier, later } of findLaterValues(index, mayReplace))
    replacedAt.set(earlier, index.sentences[later]!.message);
  return index.sentences.flatMap(({ text, message, cues, supersededAt }, sentence) => {
    if (cues === 0) return [];
    if (isQuestion(text) && !ordersChange(readStatement(index, sentence, 'user'))) return [];
    return {
      sentence,
      text,
      message,
      words: text.toLowerCase().replace(/[\s.!。！]+$/u, ''),
      replacedAt: Math.min(
        supersededAt < 0 ? Number.POSITIVE_INFINITY : supersededAt,
        replacedAt.get(sentence) ?? Number.POSITIVE_INFINITY,
      ),
    };
  });
}

/** What is said once in a note: the same words may stand in several messages. */
interface Entry {
  readonly decision: Decision;
  readonly messages: number[];
}

/** A note maker for one index, with a memo that is emptied when `tokensOf` is another function. */
function createNotes(
  index: SentenceIndex,
): (ranges: readonly MessageRange[], options: NotesOptions) => Notes {
  const rankOf = createRanks(index);
  const decisions = decisionsOf(index, rankOf);
  const memo = new Map<string, Notes>();
  let counter: NotesOptions['tokensOf'] | undefined;

  /** The first of the decisions in a message at or behind this one. */
  const firstFrom = (message: number): number =>
    firstWhere(decisions.length, (i) => decisions[i]!.message >= message);
  const within = (past: readonly MessageRange[]): Decision[] =>
    past.flatMap(({ from, to }) => decisions.slice(firstFrom(from), firstFrom(to)));

  const entriesOf = (standing: readonly Decision[]): Entry[] => {
    const byWords = new Map<string, Entry>();
    for (const decision of standing) {
      const entry = byWords.get(decision.words);
      if (entry === undefined) byWords.set(decision.words, { decision, messages: [decision.message] });
      else if (entry.messages.at(-1) !== decision.message) entry.messages.push(decision.message);
    }
    return [...byWords.values()];
  };

  /** Whose it is, then how strong it is, then the newer one: what comes first when room is short. */
  const byWeight = (a: Entry, b: Entry): number => {
    const prior = ({ decision }: Entry) => index.features?.prior[decision.sentence] ?? 0;
    return (
      rankOf(a.decision.sentence) - rankOf(b.decision.sentence) ||
      prior(b) - prior(a) ||
      b.decision.sentence - a.decision.sentence
    );
  };

  const make = (entries: readonly Entry[], tokensOf: NotesOptions['tokensOf'], limit: number): Notes => {
    const costs = new Map(entries.map((e) => [e, tokensOf(sentenceTokenText(e.decision.text))]));
    const lead = tokensOf(NOTES_LEAD);
    let tokens = lead + [...costs.values()].reduce((a, b) => a + b, 0);
    let chosen = entries;
    if (tokens > limit) {
      tokens = lead;
      const fits = new Set<Entry>();
      // One that is too long is skipped, and the next gets its chance.
      for (const entry of entries.toSorted(byWeight)) {
        const cost = costs.get(entry)!;
        if (tokens + cost > limit) continue;
        tokens += cost;
        fits.add(entry);
      }
      chosen = entries.filter((e) => fits.has(e));
    }
    const sentences = chosen.map(({ decision, messages }) => ({ text: decision.text, messages }));
    const none = sentences.length === 0;
    return {
      sentences,
      text: none ? '' : NOTES_LEAD + sentences.map((s) => sentenceTokenText(s.text)).join(''),
      tokens: none ? 0 : tokens,
      left: entries.length - sentences.length,
    };
  };

  return (ranges, { before, tokensOf, limit = NOTES_LIMIT, exclude }) => {
    if (tokensOf !== counter) {
      memo.clear();
      counter = tokensOf;
    }
    const past = pastRanges(ranges, before);
    const all = within(past);
    const standing = all.filter((d) => d.replacedAt >= before);
    // For given ranges, what has fallen only grows with `before`: its number names the set.
    const out = `${all.length - standing.length}/${exclude ? [...exclude].join() : ''}`;
    const key = `${limit}/${past.map((r) => `${r.from}-${r.to}`).join()}/${out}`;
    let notes = memo.get(key);
    if (notes === undefined) {
      notes = make(entriesOf(standing.filter((d) => !exclude?.has(d.sentence))), tokensOf, limit);
      if (memo.size >= MEMO_SIZE) memo.delete(memo.keys().next().value!);
      memo.set(key, notes);
    }
    return notes;
  };
}

const makers = new WeakMap<SentenceIndex, ReturnType<typeof createNotes>>();

/**
 * The note about the messages in `ranges`, those that have left the context (semantics.md section 3, Notes): decisions and
 * constraints, newest value per topic (what a message before `before` replaces is out), the same words once with every
 * message that says them, in chronological order. When not all fits, a user's come before an assistant's and those before
 * a tool's, the stronger and then the newer first. The same object for the same question.
 */
export function makeNotes(
  index: SentenceIndex,
  ranges: readonly MessageRange[],
  options: NotesOptions,
): Notes {
  let make = makers.get(index);
  if (make === undefined) {
    make = createNotes(index);
    makers.set(index, make);
  }
  return make(ranges, options);
}
