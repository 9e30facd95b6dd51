import type { Message } from '../conversation';
import { rememberedByParts } from '../remembered';
import { splitSentences } from '../text/sentences';
import { changeCue } from './cues';
import { type Standing, standingOf, type Voice } from './standing';
import {
  announcesChange,
  isQuestion,
  ordersChange,
  type Statement,
  type StatementFacts,
  statementFacts,
} from './statement';
import type { BuildSentenceIndex, Sentence } from './summary';
import {
  type ChangeFacts,
  changeFacts,
  oldValueOf,
  type Replacement,
  replaces,
  replacesRecent,
  restates,
} from './supersession';

/** Tool output can be a whole file; its first lines and its last one say what it was. */
const TOOL_SENTENCES = 4;
/** How many earlier statements that share a term are compared with one change: bounds the cost of very common terms. */
const CANDIDATES_PER_TERM = 128;
/** How many of the last statements "make it green" may point at. */
const RECENT_STATEMENTS = 16;

interface ReadSentence extends Standing {
  readonly text: string;
  readonly voice: Voice;
  /** A speaker says that something said before no longer holds. */
  readonly changes: boolean;
  /** Its terms as numbers of a vocabulary. */
  numbered?: NumberedSentence;
}

type Vocabulary = Map<string, number>;

interface NumberedSentence {
  readonly by: Vocabulary;
  readonly numbers: Int32Array;
  readonly weights: Float32Array;
}

/** Of all conversations that were read, so that an edit looks up the words of its own message alone. */
let vocabulary: Vocabulary = new Map();
/** More words than people use: then the ids and numbers in tool output are forgotten. */
const MAX_VOCABULARY = 200_000;

function numberedBy(by: Vocabulary, read: ReadSentence): NumberedSentence {
  if (read.numbered?.by !== by) {
    const numbers = Int32Array.from(read.terms.keys(), (term) => {
      if (!by.has(term)) by.set(term, by.size);
      return by.get(term)!;
    });
    read.numbered = { by, numbers, weights: Float32Array.from(read.terms.values()) };
  }
  return read.numbered;
}

const factsOfReading = new WeakMap<ReadSentence, StatementFacts>();
const changesOfReading = new WeakMap<ReadSentence, ChangeFacts>();

function changeOf(read: ReadSentence, statement: StatementFacts): ChangeFacts {
  let facts = changesOfReading.get(read);
  if (facts === undefined) {
    facts = changeFacts(statement, oldValueOf(statement.lower));
    changesOfReading.set(read, facts);
  }
  return facts;
}

/** The sentences of a message as the index takes them. */
export const readSentences = rememberedByParts((message): readonly ReadSentence[] =>
  message.parts.flatMap((part) => {
    if (part.type !== 'text' && part.type !== 'tool-result') return [];
    const voice: Voice = part.type === 'tool-result' ? 'tool' : message.role;
    const texts = voice === 'tool' ? splitSentences(part.text, TOOL_SENTENCES) : splitSentences(part.text);
    const speaks = voice === 'user' || voice === 'assistant';
    return texts.map((text) => ({
      text,
      voice,
      changes: speaks && changeCue(text),
      ...standingOf(text, voice),
    }));
  }),
);

interface Row {
  readonly read: ReadSentence;
  readonly message: number;
}

/** Term ids in order of first appearance, so that a prefix of the conversation has the same ones. */
function numberTerms(rows: readonly Row[]) {
  if (vocabulary.size > MAX_VOCABULARY) vocabulary = new Map();
  const by = vocabulary;
  const numbered = rows.map(({ read }) => numberedBy(by, read));
  const ids = new Int32Array(by.size).fill(-1);
  const termStart = new Int32Array(rows.length + 1);
  const termIds = new Int32Array(numbered.reduce((n, { numbers }) => n + numbers.length, 0));
  const termWeights = new Float32Array(termIds.length);
  let termCount = 0;
  let at = 0;
  numbered.forEach(({ numbers, weights }, s) => {
    termWeights.set(weights, at);
    for (let i = 0; i < numbers.length; i += 1) {
      const number = numbers[i]!;
      if (ids[number]! < 0) ids[number] = termCount++;
      termIds[at] = ids[number]!;
      at += 1;
    }
    termStart[s + 1] = at;
  });
  /** -1: none of these sentences has it. */
  const idOf = (term: string): number => ids[by.get(term) ?? -1] ?? -1;
  return { idOf, termCount, termStart, termIds, termWeights };
}
type NumberedTerms = ReturnType<typeof numberTerms>;

/** Users replace what users and assistants said; an assistant replaces only its own proposals. */
const mayReplace = (change: Voice, earlier: Voice): boolean =>
  change === 'user'
    ? earlier === 'user' || earlier === 'assistant'
    : change === 'assistant' && earlier === 'assistant';

/** Walks the conversation once; supersededAt[s] is set by the first later sentence that replaces s. */
function findSuperseded(
  rows: readonly Row[],
  messages: readonly Message[],
  { idOf, termCount, termStart, termIds }: NumberedTerms,
): Int32Array {
  const supersededAt = new Int32Array(rows.length).fill(-1);
  const statements: number[] = [];
  const statementsOf: number[][] = Array.from({ length: termCount }, () => []);
  const assistantOf: number[][] = Array.from({ length: termCount }, () => []);
  const facts = new Map<number, Statement>();

  // Only what a change may touch is looked at closely.
  const factsOf = (s: number): Statement => {
    let known = facts.get(s);
    if (known === undefined) {
      const { read, message } = rows[s]!;
      const words = factsOfReading.get(read) ?? statementFacts(read.text, read.cues);
      factsOfReading.set(read, words);
      known = { ...words, sentence: s, message, role: messages[message]!.role };
      facts.set(s, known);
    }
    return known;
  };

  const markRestatements = (earlier: Statement, replacement: Replacement, at: number) => {
    const candidates = assistantOf[idOf(replacement.oldTerms[0] ?? '')] ?? [];
    for (let i = candidates.length - 1, n = 0; i >= 0 && n < CANDIDATES_PER_TERM; i -= 1, n += 1) {
      const s = candidates[i]!;
      if (rows[s]!.message <= earlier.message) break;
      if (supersededAt[s]! < 0 && restates(factsOf(s), earlier, replacement)) supersededAt[s] = at;
    }
  };

  const apply = (change: Statement) => {
    const found: [Statement, Replacement][] = [];
    const seen = new Set<number>();
    const facts = changeOf(rows[change.sentence]!.read, change);
    for (const term of change.terms) {
      for (const s of (statementsOf[idOf(term)] ?? []).slice(-CANDIDATES_PER_TERM)) {
        if (seen.has(s) || supersededAt[s]! >= 0) continue;
        seen.add(s);
        if (!mayReplace(rows[change.sentence]!.read.voice, rows[s]!.read.voice)) continue;
        const replacement = replaces(change, facts, factsOf(s));
        if (replacement !== null) found.push([factsOf(s), replacement]);
      }
    }
    if (found.length === 0) {
      const valid = statements.slice(-RECENT_STATEMENTS).filter((s) => supersededAt[s]! < 0);
      const recent = replacesRecent(change, valid.reverse().map(factsOf));
      if (recent !== null) found.push([recent.earlier, recent.replacement]);
    }
    for (const [earlier, replacement] of found) {
      supersededAt[earlier.sentence] = change.message;
      markRestatements(earlier, replacement, change.message);
    }
  };

  let announcedIn = -1;
  rows.forEach(({ read, message }, s) => {
    if (read.voice !== 'user' && read.voice !== 'assistant') return;
    const announced = announcedIn === message;
    announcedIn = -1;
    if (announced || read.changes) {
      if (ordersChange(factsOf(s))) apply(factsOf(s));
      if (announcesChange(factsOf(s).lower)) announcedIn = message;
    }
    // A user's plain request may be named later ("instead of Harbour Street"); an assistant's sentence needs a cue.
    const states = read.cues > 0 || (read.voice === 'user' && !isQuestion(read.text));
    if (read.cues > 0) statements.push(s);
    for (let i = termStart[s]!; i < termStart[s + 1]!; i += 1) {
      if (states) statementsOf[termIds[i]!]!.push(s);
      if (read.voice === 'assistant') assistantOf[termIds[i]!]!.push(s);
    }
  });
  return supersededAt;
}

/**
 * The sentences of all messages: text parts whole (see splitSentences for its limits), of each tool result at most
 * TOOL_SENTENCES. Reasoning, tool arguments and attachments give none. Built again after every edit; the reading of
 * unchanged parts is reused.
 *
 * Causal: an index of the first n messages equals the first n messages of this one, once every supersededAt >= n
 * counts as -1.
 */
export const buildSentenceIndex: BuildSentenceIndex = (messages) => {
  const rows: Row[] = [];
  const firstOfMessage = new Int32Array(messages.length + 1);
  messages.forEach((message, m) => {
    for (const sentence of readSentences(message)) rows.push({ read: sentence, message: m });
    firstOfMessage[m + 1] = rows.length;
  });
  const numbered = numberTerms(rows);
  const supersededAt = findSuperseded(rows, messages, numbered);
  const sentences = rows.map(
    ({ read, message }, s): Sentence => ({
      text: read.text,
      message,
      cues: read.cues,
      supersededAt: supersededAt[s]!,
    }),
  );
  const { termCount, termStart, termIds, termWeights } = numbered;
  return {
    sentences,
    firstOfMessage,
    features: {
      termStart,
      termIds,
      termWeights,
      termCount,
      prior: Float32Array.from(rows, ({ read }) => read.prior),
      quality: Float32Array.from(rows, ({ read }) => read.quality),
      superseded: Int32Array.from([...supersededAt.keys()].filter((s) => supersededAt[s]! >= 0)),
    },
  };
};
