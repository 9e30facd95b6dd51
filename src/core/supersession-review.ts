import type { ConversationDocument, DismissedSuggestion, Supersession } from './conversation';
import type { PreparedConversation } from './prepared';
import type { Structure } from './structure';
import { MARK_TOKENS, readLinks, scopeOf, shownText, withMark } from './supersession-links';
import type { SupersessionSuggestion } from './supersession-suggestions';

/** A suggestion that waits for the user, and the link that accepting it makes. */
export interface OpenSuggestion {
  readonly suggestion: SupersessionSuggestion;
  readonly link: Supersession;
}

/** What is left of the suggestions once links and dismissals are taken into account. */
export interface SuggestionReview {
  readonly open: readonly OpenSuggestion[];
  /** The document's own objects, in the order of the suggestions; only those that would be suggested now. */
  readonly dismissed: readonly DismissedSuggestion[];
}

/**
 * `suggestions`: of this structure's messages. Nothing is suggested about what a link already replaces. Suggestions that
 * were dismissed are told by the messages and the sentence that they are about.
 */
export function reviewSuggestions(
  document: ConversationDocument,
  structure: Structure,
  suggestions: readonly SupersessionSuggestion[],
): SuggestionReview {
  const isReplaced = replacedBy(document, structure);
  const open: OpenSuggestion[] = [];
  const dismissed: DismissedSuggestion[] = [];
  for (const suggestion of suggestions) {
    const link = linkOf(suggestion, structure);
    if (isReplaced(suggestion)) continue;
    const before = document.dismissedSuggestions?.find(
      (d) =>
        d.earlierMessageId === link.earlierMessageId &&
        d.laterMessageId === link.laterMessageId &&
        d.sentence === link.sentence,
    );
    if (before) dismissed.push(before);
    else open.push({ suggestion, link });
  }
  return { open, dismissed };
}

function replacedBy(document: ConversationDocument, structure: Structure) {
  const turns = new Set<number>();
  const messages = new Set<number>();
  const sentences = new Set<string>();
  for (const { link } of readLinks(document, structure)) {
    if (link?.scope === 'turn') turns.add(link.earlierTurn);
    else if (link?.scope === 'message') messages.add(link.earlierMessage);
    else if (link) sentences.add(`${link.earlierMessage} ${link.sentence}`);
  }
  return ({ earlierMessage, earlierSentence }: SupersessionSuggestion): boolean =>
    turns.has(structure.turns.turnOfMessage[earlierMessage]!) ||
    messages.has(earlierMessage) ||
    sentences.has(`${earlierMessage} ${earlierSentence}`);
}

export const dismissalOf = ({
  earlierMessageId,
  laterMessageId,
  sentence,
}: Supersession): DismissedSuggestion => ({
  laterMessageId,
  earlierMessageId,
  ...(sentence === undefined ? {} : { sentence }),
});

/**
 * What accepting a suggestion links. All that a user says goes with its turn, replies included, unless tools did work in
 * it that may still be needed, or the turn is the later one's too.
 */
function linkOf(
  { kind, earlierMessage, earlierSentence, laterMessage }: SupersessionSuggestion,
  { messages, turns }: Structure,
): Supersession {
  const pair = {
    laterMessageId: messages[laterMessage]!.id,
    earlierMessageId: messages[earlierMessage]!.id,
  };
  if (earlierSentence !== null) return { ...pair, scope: 'sentence', sentence: earlierSentence };
  if (kind === 'stale-path') return { ...pair, scope: 'message' };
  const turn = turns.turnOfMessage[earlierMessage]!;
  const range = turns.list[turn - 1];
  const said = range ? messages.slice(range.start, range.end) : [];
  const whole =
    messages[earlierMessage]!.role === 'user' &&
    turn !== turns.turnOfMessage[laterMessage] &&
    said.filter((m) => m.role === 'user').length === 1 &&
    said.every((m) => m.role === 'user' || m.role === 'assistant') &&
    said.every((m) => m.parts.every((p) => p.type !== 'tool-call' && p.type !== 'tool-result'));
  return { ...pair, scope: whole ? 'turn' : 'message' };
}

/**
 * Tokens that a link takes out of a request that has the earlier turn whole; negative where the mark that it leaves is
 * longer. Pins and whole tool pairs can keep more of it. null when a message of the link is gone.
 */
export function tokensFreed(
  link: Supersession,
  { structure, tokens }: Pick<PreparedConversation, 'structure' | 'tokens'>,
): number | null {
  const { messages, turns } = structure;
  const earlier = messages.findIndex((m) => m.id === link.earlierMessageId);
  if (earlier < 0) return null;
  const scope = scopeOf(link);
  if (scope === 'sentence') return -MARK_TOKENS;
  if (scope === 'message') return tokens.message[earlier]! - withMark(messages[earlier]!, 1, tokens).tokens;
  const range = turns.list[turns.turnOfMessage[earlier]! - 1];
  return range ? tokens.message.subarray(range.start, range.end).reduce((a, b) => a + b, 0) : null;
}

/** The earlier statement in its own words; of a result the beginning of its text; '' where there is none. */
export function statementOf(
  { earlierMessage, earlierSentence }: SupersessionSuggestion,
  structure: Structure,
): string {
  if (earlierSentence !== null) return earlierSentence;
  return shownText(structure.messages[earlierMessage]!);
}
