import type { Supersession } from '../../core/conversation';
import type { PreparedConversation } from '../../core/prepared';
import { type LinkRest, type ReadLink, readLinks, scopeOf } from '../../core/supersession-links';
import type { OpenSuggestion } from '../../core/supersession-review';
import { statementOf, tokensFreed } from '../../core/supersession-review';
import { firstWords } from './editable-text';

/** One end of a link, as the row of its message says it. */
export interface RowLink {
  readonly source: Supersession;
  readonly text: string;
  /** The message at the other end; null when it is gone. */
  readonly otherId: string | null;
}

const REST_TEXT: Readonly<Record<LinkRest, string>> = {
  'message-gone': 'the other message is gone',
  'not-later': 'it does not come later any more',
  preamble: 'instructions are not replaced',
  'same-turn': 'both are in one turn',
  'sentence-gone': 'the sentence is not there any more',
};

/** Why a link does nothing as the conversation stands; '' when it applies. */
export const restText = ({ rests }: ReadLink): string =>
  rests === null ? '' : `Not applied: ${REST_TEXT[rests]}.`;

const quoted = (text: string): string => `“${firstWords(text, 48)}”`;

/** Both ends of every link, by message. */
export function rowLinks(prepared: PreparedConversation): Map<string, RowLink[]> {
  const { messages, turns } = prepared.structure;
  const out = new Map<string, RowLink[]>();
  if (prepared.document.supersessions.length === 0) return out;
  const turnOf = new Map(messages.map((m, i) => [m.id, turns.turnOfMessage[i]!]));
  const add = (id: string, link: RowLink) => {
    const list = out.get(id);
    if (list) list.push(link);
    else out.set(id, [link]);
  };
  for (const read of readLinks(prepared.document, prepared.structure)) {
    const { source } = read;
    const { earlierMessageId: earlier, laterMessageId: later } = source;
    const scope = scopeOf(source);
    const sentence = source.sentence ?? '';
    const inOne = read.link !== null && read.link.earlierTurn === read.link.laterTurn;
    const by = inOne
      ? 'a later one of this turn'
      : turnOf.has(later)
        ? `turn ${turnOf.get(later)}`
        : 'a message that is gone';
    const of = inOne
      ? 'this turn'
      : turnOf.has(earlier)
        ? `turn ${turnOf.get(earlier)}`
        : 'a message that is gone';
    const until = read.link?.reinstatedTurn ? `, until turn ${read.link.reinstatedTurn}` : '';
    const rest = read.rests === null ? '' : ` ${restText(read)}`;
    add(earlier, {
      source,
      otherId: turnOf.has(later) ? later : null,
      text: `${
        scope === 'sentence'
          ? `${quoted(sentence)} is replaced`
          : scope === 'message'
            ? 'This message is replaced'
            : 'Replaced'
      } by ${by}${until}${rest === '' ? '' : '.'}${rest}`,
    });
    add(later, {
      source,
      otherId: turnOf.has(earlier) ? earlier : null,
      text: `Replaces ${
        scope === 'sentence' ? `${quoted(sentence)} of ` : scope === 'message' ? 'a message of ' : ''
      }${of}${until}${rest === '' ? '' : '.'}${rest}`,
    });
  }
  return out;
}

/** A link in the panel: "Turn 4 by turn 17", "A message of turn 4 by a later message". */
export function linkTitle({ source }: ReadLink, turnOf: (id: string) => number | null): string {
  const name = (id: string) => {
    const turn = turnOf(id);
    return turn === null ? 'a message that is gone' : `turn ${turn}`;
  };
  const scope = scopeOf(source);
  const what = scope === 'sentence' ? 'A sentence of ' : scope === 'message' ? 'A message of ' : '';
  const [earlier, later] = [name(source.earlierMessageId), name(source.laterMessageId)];
  const text = `${what}${earlier} by ${earlier === later ? 'a later message' : later}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const KINDS = {
  'changed-value': 'Changed value',
  'change-of-mind': 'Change of mind',
} as const;

export const suggestions = (n: number): string => (n === 1 ? '1 suggestion' : `${n} suggestions`);

/** What a card says of a suggestion. */
export interface SuggestionText {
  readonly kind: string;
  readonly why: string;
  readonly earlier: { readonly id: string; readonly turn: number; readonly quote: string };
  readonly later: { readonly id: string; readonly turn: number; readonly quote: string };
  /** What accepting does, in one sentence. */
  readonly effect: string;
}

export function suggestionText(
  { suggestion, link }: OpenSuggestion,
  prepared: PreparedConversation,
): SuggestionText {
  const { structure, sentences, tokens } = prepared;
  const { messages, turns } = structure;
  const { kind, why, earlierMessage, laterMessage } = suggestion;
  const [from, to] = [turns.turnOfMessage[earlierMessage]!, turns.turnOfMessage[laterMessage]!];
  const stalePath = /^turn \d+ (reads|writes|deletes) /.exec(why)?.[1];
  const later = sentences.sentences.slice(
    sentences.firstOfMessage[laterMessage]!,
    sentences.firstOfMessage[laterMessage + 1]!,
  );
  return {
    kind:
      kind === 'stale-path'
        ? stalePath === 'deletes'
          ? 'Path deleted'
          : stalePath === 'writes'
            ? 'Path written'
            : 'Path read again'
        : KINDS[kind],
    why: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
    earlier: {
      id: messages[earlierMessage]!.id,
      turn: from,
      quote: firstWords(statementOf(suggestion, structure), 110),
    },
    later: {
      id: messages[laterMessage]!.id,
      turn: to,
      quote: firstWords(later.map((s) => s.text).join(' '), 110),
    },
    effect: effectText(link, prepared, from, to, tokens.exact),
  };
}

function effectText(
  link: Supersession,
  prepared: PreparedConversation,
  from: number,
  to: number,
  exact: boolean,
): string {
  const scope = scopeOf(link);
  if (scope === 'sentence') {
    return `After turn ${to} this sentence stays with a mark and leaves summaries and notes.`;
  }
  const freed = tokensFreed(link, prepared) ?? 0;
  const what = scope === 'turn' ? `turn ${from}` : `this message of turn ${from}`;
  const count = `${exact ? '' : 'about '}${freed} ${freed === 1 ? 'token' : 'tokens'}`;
  return `After turn ${to}, ${what} is out${freed > 0 ? ` and frees ${count}` : ''}.`;
}
