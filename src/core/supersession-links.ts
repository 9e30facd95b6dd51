import type { ConversationDocument, Message, Part } from './conversation';
import type { Rewrite } from './selection';
import type { Structure } from './structure';
import type { SentenceIndex } from './summary/summary';
import type { TokenFacts } from './token-facts';
import type { Units } from './units';

/** A supersession resolved against a structure. Turns are numbers from 1. */
export interface SupersessionLink {
  readonly earlierMessage: number;
  readonly earlierTurn: number;
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
  /** Sentences that enter no summary and no note. */
  readonly sentences: ReadonlySet<number>;
}

export const NOTHING_SUPERSEDED: SupersededAt = { units: [], marks: [], sentences: new Set() };

/** Links whose messages are there, whose later message comes later, and whose earlier one is no instruction. */
export function resolveLinks(document: ConversationDocument, structure: Structure): SupersessionLink[] {
  const indexOf = new Map(structure.messages.map((m, i) => [m.id, i]));
  const { turnOfMessage } = structure.turns;
  return document.supersessions.flatMap((s) => {
    const earlier = indexOf.get(s.earlierMessageId);
    const later = indexOf.get(s.laterMessageId);
    if (earlier === undefined || later === undefined || later <= earlier || turnOfMessage[earlier] === 0)
      return [];
    const reinstated =
      s.reinstatedByMessageId === undefined ? undefined : indexOf.get(s.reinstatedByMessageId);
    const sentence = s.sentence ?? null;
    return [
      {
        earlierMessage: earlier,
        earlierTurn: turnOfMessage[earlier]!,
        laterTurn: turnOfMessage[later]!,
        scope: s.scope ?? (sentence === null ? 'turn' : 'sentence'),
        sentence,
        reinstatedTurn: reinstated !== undefined && reinstated > later ? turnOfMessage[reinstated]! : null,
        label: s.label ?? `turn ${turnOfMessage[earlier]}`,
      },
    ];
  });
}

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
    const active = links.filter((link) => isInForce(link, step));
    if (active.length === 0) return NOTHING_SUPERSEDED;
    // Which units hang together by a tool call changes with every step.
    const key = active.map((link) => links.indexOf(link)).join() + (units.groups.any ? `/${step}` : '');
    let known = cache.get(key);
    if (!known) {
      known = combine(active, step, structure, units, sentences, tokens);
      cache.set(key, known);
    }
    return known;
  };
}

function combine(
  active: readonly SupersessionLink[],
  step: number,
  structure: Structure,
  units: Units,
  index: SentenceIndex,
  tokens: TokenFacts,
): SupersededAt {
  const out = new Set<number>();
  const excluded = new Set<number>();
  const inPart = new Map<number, SupersessionLink[]>();
  for (const link of active) {
    if (link.scope === 'turn') {
      for (let u = 0; u < units.count; u++) {
        if (units.turnOf[u] !== link.earlierTurn) continue;
        for (const member of leaving(u, step, structure, units)) out.add(member);
      }
      continue;
    }
    const list = inPart.get(link.earlierMessage);
    if (list) list.push(link);
    else inPart.set(link.earlierMessage, [link]);
    const { firstOfMessage } = index;
    for (let s = firstOfMessage[link.earlierMessage]!; s < firstOfMessage[link.earlierMessage + 1]!; s++) {
      if (link.scope === 'message' || index.sentences[s]!.text === link.sentence) excluded.add(s);
    }
  }
  for (const u of out) {
    const [from, to] = [units.start[u]!, units.start[u + 1]!];
    for (let s = index.firstOfMessage[from]!; s < index.firstOfMessage[to]!; s++) excluded.add(s);
  }
  const marks = [...inPart]
    .sort(([a], [b]) => a - b)
    .map(([message, links]) => markedMessage(message, structure.messages[message]!, links, tokens));
  return { units: [...out].sort((a, b) => a - b), marks, sentences: excluded };
}

/** A replaced unit goes with the other side of its tool calls; one whose other side is asked right now stays. */
function leaving(unit: number, step: number, structure: Structure, units: Units): readonly number[] {
  if (!units.groups.any) return [unit];
  const group = units.groups.of(unit, structure.turns.list[step - 1]!.currentEnd) ?? [unit];
  return group.every((member) => member < units.pastCount[step]!) ? group : [];
}

function markedMessage(
  message: number,
  source: Message,
  links: readonly SupersessionLink[],
  tokens: TokenFacts,
): Rewrite {
  const whole = links.find((link) => link.scope === 'message');
  if (whole) {
    const isText = (part: Part) => part.type === 'text' || part.type === 'tool-result';
    const first = source.parts.findIndex(isText);
    const emptied = source.parts.map((part): Part => (isText(part) ? ({ ...part, text: '' } as Part) : part));
    const parts = emptied.map(
      (part, p): Part =>
        p === first ? ({ ...part, text: markText(whole.laterTurn).trimStart() } as Part) : part,
    );
    return { message, kind: 'cleared', parts, tokens: tokens.tokensOfParts(emptied) + MARK_TOKENS };
  }
  let parts = source.parts;
  let marks = 0;
  for (const { sentence, laterTurn } of links) {
    let marked = false;
    parts = parts.map((part): Part => {
      if (marked || !sentence || (part.type !== 'text' && part.type !== 'tool-result')) return part;
      const at = part.text.indexOf(sentence);
      if (at < 0) return part;
      marked = true;
      const end = at + sentence.length;
      return { ...part, text: part.text.slice(0, end) + markText(laterTurn) + part.text.slice(end) };
    });
    if (marked) marks++;
  }
  return { message, kind: 'marked', parts, tokens: tokens.message[message]! + marks * MARK_TOKENS };
}
