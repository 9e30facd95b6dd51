import {
  type ConversationDocument,
  type Message,
  messageText,
  type Part,
  type Supersession,
} from './conversation';
import type { Rewrite } from './selection';
import type { Structure } from './structure';
import type { SentenceIndex } from './summary/summary';
import type { TokenFacts } from './token-facts';
import type { Units } from './units';

/** A supersession resolved against a structure. Turns are numbers from 1. */
export interface SupersessionLink {
  readonly earlierMessage: number;
  readonly earlierTurn: number;
  readonly laterMessage: number;
  readonly laterTurn: number;
  readonly scope: 'turn' | 'message' | 'sentence';
  readonly sentence: string | null;
  readonly reinstatedTurn: number | null;
  readonly label: string;
}

/** What links say of a step. */
export interface SupersededAt {
  /** Units that are out, ascending. */
  readonly units: readonly number[];
  /** Messages that are sent with a mark, ascending. */
  readonly marks: readonly Rewrite[];
  /** The same for what a rule makes of a message: its marks stand in what is left of its words. */
  readonly mark: (rewrite: Rewrite) => Rewrite;
  /** Sentences that enter no summary and no note. */
  readonly sentences: ReadonlySet<number>;
}

export const NOTHING_SUPERSEDED: SupersededAt = {
  units: [],
  marks: [],
  mark: (rewrite) => rewrite,
  sentences: new Set(),
};

/**
 * Why a link replaces nothing as the conversation now stands: one of its messages is gone; the later one no longer comes
 * later; the earlier one is an instruction; both stand in the turn that would go; the sentence was edited away.
 */
export type LinkRest = 'message-gone' | 'not-later' | 'preamble' | 'same-turn' | 'sentence-gone';

/** A link of the document as it applies to its conversation: kept through edits, at rest while it cannot apply. */
export type ReadLink =
  | { readonly source: Supersession; readonly link: SupersessionLink; readonly rests: null }
  | { readonly source: Supersession; readonly link: null; readonly rests: LinkRest };

export const scopeOf = ({ scope, sentence }: Supersession): SupersessionLink['scope'] =>
  scope ?? (sentence === undefined ? 'turn' : 'sentence');

/** Every link of the document, in its order. */
export function readLinks(document: ConversationDocument, structure: Structure): ReadLink[] {
  if (document.supersessions.length === 0) return [];
  const indexOf = new Map(structure.messages.map((m, i) => [m.id, i]));
  return document.supersessions.map((source) => {
    const link = readLink(source, structure, indexOf);
    return typeof link === 'string' ? { source, link: null, rests: link } : { source, link, rests: null };
  });
}

function readLink(
  source: Supersession,
  structure: Structure,
  indexOf: ReadonlyMap<string, number>,
): SupersessionLink | LinkRest {
  const { turnOfMessage } = structure.turns;
  const earlier = indexOf.get(source.earlierMessageId);
  const later = indexOf.get(source.laterMessageId);
  if (earlier === undefined || later === undefined) return 'message-gone';
  if (later <= earlier) return 'not-later';
  const [earlierTurn, laterTurn] = [turnOfMessage[earlier]!, turnOfMessage[later]!];
  if (earlierTurn === 0) return 'preamble';
  const scope = scopeOf(source);
  if (scope === 'turn' && earlierTurn === laterTurn) return 'same-turn';
  const sentence = source.sentence ?? null;
  const message = structure.messages[earlier]!;
  if (scope === 'sentence' && (sentence === null || !holdsSentence(message, sentence)))
    return 'sentence-gone';
  const reinstated =
    source.reinstatedByMessageId === undefined ? undefined : indexOf.get(source.reinstatedByMessageId);
  return {
    earlierMessage: earlier,
    earlierTurn,
    laterMessage: later,
    laterTurn,
    scope,
    sentence,
    reinstatedTurn: reinstated !== undefined && reinstated > later ? turnOfMessage[reinstated]! : null,
    label: source.label ?? labelOf(sentence ?? shownText(message), earlierTurn),
  };
}

/** What was said, else the output of a tool; '' where there is neither. */
export function shownText(message: Message): string {
  const result = message.parts.find((p) => p.type === 'tool-result');
  return messageText(message) || (result?.type === 'tool-result' ? result.text : '');
}

const LABEL_LENGTH = 40;

function labelOf(statement: string, turn: number): string {
  const line = statement
    .slice(0, 10 * LABEL_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return `turn ${turn}`;
  if (line.length <= LABEL_LENGTH) return line.replace(/[.:;,]$/, '');
  return `${line
    .slice(0, LABEL_LENGTH)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}

/** The links that apply: those whose `rests` is null. */
export const resolveLinks = (document: ConversationDocument, structure: Structure): SupersessionLink[] =>
  readLinks(document, structure).flatMap(({ link }) => (link === null ? [] : [link]));

/**
 * Where a sentence of the sentence index stands in a text, as UTF-16 offsets; null when it does not. The index has white
 * space collapsed, quote marks removed, and long sentences cut: up to the cut is found.
 */
export function locateSentence(text: string, sentence: string): { from: number; to: number } | null {
  const at = text.indexOf(sentence);
  if (at >= 0) return { from: at, to: at + sentence.length };
  const words = sentence
    .replace(/…$/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const pattern = words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+(?:>\\s?)*');
  const found = new RegExp(pattern, 'u').exec(text);
  return found && { from: found.index, to: found.index + found[0].length };
}

export const holdsSentence = ({ parts }: Message, sentence: string): boolean =>
  parts.some(
    (p) => (p.type === 'text' || p.type === 'tool-result') && locateSentence(p.text, sentence) !== null,
  );

/** In force at a step: from the step after the later turn on, until the step after the turn that reinstates. */
export const isInForce = (link: SupersessionLink, step: number): boolean =>
  step > link.laterTurn && (link.reinstatedTurn === null || step <= link.reinstatedTurn);

/** What stands behind a replaced sentence in the text that is sent; its length in tokens does not depend on the turn. */
export const markText = (turn: number): string => ` [superseded by turn ${turn}]`;

/** Tokens of `markText` for turns below 1,000, in o200k_base and cl100k_base (checked against the tokenizer in a test). */
export const MARK_TOKENS = 9;

/** Per step what the links take out or mark; steps between two changes share one object. */
export function supersededAtSteps(
  links: readonly SupersessionLink[],
  structure: Structure,
  units: Units,
  sentences: SentenceIndex,
  tokens: TokenFacts,
): (step: number) => SupersededAt {
  if (links.length === 0) return () => NOTHING_SUPERSEDED;
  const cache = new Map<string, SupersededAt>();
  return (step) => {
    const active: SupersessionLink[] = [];
    let key = '';
    links.forEach((link, i) => {
      if (!isInForce(link, step)) return;
      active.push(link);
      key += `${i},`;
    });
    if (active.length === 0) return NOTHING_SUPERSEDED;
    const out = unitsOut(active, step, structure, units);
    if (units.groups.any) key += `/${out.join()}`;
    let known = cache.get(key);
    if (!known) {
      known = combine(active, out, structure, units, sentences, tokens);
      cache.set(key, known);
    }
    return known;
  };
}

/** The units of the replaced turns, with those that hang together with them by a tool call; ascending. */
function unitsOut(
  active: readonly SupersessionLink[],
  step: number,
  structure: Structure,
  units: Units,
): readonly number[] {
  const out = new Set<number>();
  for (const { scope, earlierTurn } of active) {
    if (scope !== 'turn') continue;
    const { start, end } = structure.turns.list[earlierTurn - 1]!;
    for (let u = units.ofMessage(start); u <= units.ofMessage(end - 1); u++)
      for (const member of leaving(u, step, structure, units)) out.add(member);
  }
  return [...out].sort((a, b) => a - b);
}

function combine(
  active: readonly SupersessionLink[],
  out: readonly number[],
  structure: Structure,
  units: Units,
  index: SentenceIndex,
  tokens: TokenFacts,
): SupersededAt {
  const excluded = new Set<number>();
  const { firstOfMessage } = index;
  const inPart = new Map<number, SupersessionLink[]>();
  for (const link of active) {
    if (link.scope === 'turn') continue;
    const list = inPart.get(link.earlierMessage);
    if (list) list.push(link);
    else inPart.set(link.earlierMessage, [link]);
    for (let s = firstOfMessage[link.earlierMessage]!; s < firstOfMessage[link.earlierMessage + 1]!; s++) {
      if (link.scope === 'message' || index.sentences[s]!.text.includes(link.sentence!)) excluded.add(s);
    }
  }
  for (const u of out) {
    const [from, to] = [units.start[u]!, units.start[u + 1]!];
    for (let s = firstOfMessage[from]!; s < firstOfMessage[to]!; s++) excluded.add(s);
  }
  const marks = [...inPart]
    .sort(([a], [b]) => a - b)
    .map(([message, links]) => {
      const { parts } = structure.messages[message]!;
      const asSaid: Rewrite = { message, kind: 'marked', parts, tokens: tokens.message[message]! };
      return marked(asSaid, links, tokens);
    });
  const mark = (rewrite: Rewrite) => marked(rewrite, inPart.get(rewrite.message) ?? [], tokens);
  return { units: out, marks, mark, sentences: excluded };
}

/** A replaced unit goes with the other side of its tool calls; one whose other side is asked right now stays. */
function leaving(unit: number, step: number, structure: Structure, units: Units): readonly number[] {
  if (!units.groups.any) return [unit];
  const group = units.groups.of(unit, structure.turns.list[step - 1]!.currentEnd) ?? [unit];
  return group.every((member) => member < units.pastCount[step]!) ? group : [];
}

/** A message with the mark in place of all that it says; its tool calls stay. */
export function withMark(
  source: Pick<Message, 'parts'>,
  laterTurn: number,
  tokens: TokenFacts,
): Pick<Rewrite, 'parts' | 'tokens'> {
  const isText = (part: Part) => part.type === 'text' || part.type === 'tool-result';
  const first = source.parts.findIndex(isText);
  const emptied = source.parts.map((part): Part => (isText(part) ? ({ ...part, text: '' } as Part) : part));
  const parts = emptied.map(
    (part, p): Part => (p === first ? ({ ...part, text: markText(laterTurn).trimStart() } as Part) : part),
  );
  return { parts, tokens: tokens.tokensOfParts(emptied) + MARK_TOKENS };
}

function marked(rewrite: Rewrite, links: readonly SupersessionLink[], tokens: TokenFacts): Rewrite {
  const whole = links.find((link) => link.scope === 'message');
  if (whole) return { ...rewrite, kind: 'cleared', ...withMark(rewrite, whole.laterTurn, tokens) };
  let { parts } = rewrite;
  let marks = 0;
  for (const { sentence, laterTurn } of links) {
    let found = false;
    parts = parts.map((part): Part => {
      if (found || !sentence || (part.type !== 'text' && part.type !== 'tool-result')) return part;
      const place = locateSentence(part.text, sentence);
      if (place === null) return part;
      found = true;
      const { to } = place;
      return { ...part, text: part.text.slice(0, to) + markText(laterTurn) + part.text.slice(to) };
    });
    if (found) marks++;
  }
  if (marks === 0) return rewrite;
  return { ...rewrite, parts, marks, tokens: rewrite.tokens + marks * MARK_TOKENS };
}
