import type { ConversationDocument, DismissedSuggestion, Message, Supersession } from '../conversation';
import { fail, ok } from '../result';
import { holdsSentence, scopeOf } from '../supersession-links';
import type { Edit } from './edit';

/** What of the earlier message a link replaces; of sentences at least one, as the sentence index has them. */
export type Replaced =
  | { readonly scope: 'turn' | 'message' }
  | { readonly scope: 'sentence'; readonly sentences: readonly string[] };

/**
 * Links a later message to the earlier one it replaces, in place of all links between the two; of several sentences each
 * gets a link. Errors: `message-not-found`; `link-not-later` when the later one does not come later; `nothing-to-link`.
 */
export const linkMessages =
  (laterMessageId: string, earlierMessageId: string, replaced: Replaced): Edit =>
  (document) => {
    const { messages } = document.conversation;
    const later = messages.findIndex((m) => m.id === laterMessageId);
    const earlier = messages.findIndex((m) => m.id === earlierMessageId);
    if (later < 0 || earlier < 0) {
      return fail({
        code: 'message-not-found',
        message: 'One of the two messages is not there any more.',
      });
    }
    if (later <= earlier) {
      return fail({ code: 'link-not-later', message: 'Only a later message can replace an earlier one.' });
    }
    const pair = { laterMessageId, earlierMessageId };
    const links: Supersession[] =
      replaced.scope === 'sentence'
        ? replaced.sentences.map((sentence) => ({ ...pair, scope: 'sentence', sentence }))
        : [{ ...pair, scope: replaced.scope }];
    if (links.length === 0) {
      return fail({ code: 'nothing-to-link', message: 'Choose at least one sentence.' });
    }
    const others = document.supersessions.filter(
      (s) => s.laterMessageId !== laterMessageId || s.earlierMessageId !== earlierMessageId,
    );
    return ok({ ...document, supersessions: [...others, ...links] });
  };

/** Adds a link beside those that are there: an accepted suggestion. */
export const addLink =
  (link: Supersession): Edit =>
  (document) =>
    ok({ ...document, supersessions: [...document.supersessions, link] });

/** `link` is one of the document's own objects. */
export const removeLink =
  (link: Supersession): Edit =>
  (document) =>
    ok({ ...document, supersessions: document.supersessions.filter((s) => s !== link) });

/**
 * Says which still later message puts the earlier statement in force again; null: none, the link holds to the end. `link` is
 * one of the document's own objects. Errors: `message-not-found`; `reinstated-not-later` when it does not come later.
 */
export const setReinstated =
  (link: Supersession, messageId: string | null): Edit =>
  (document) => {
    const { messages } = document.conversation;
    const { reinstatedByMessageId: _, ...rest } = link;
    const later = messages.findIndex((m) => m.id === link.laterMessageId);
    const again = messages.findIndex((m) => m.id === messageId);
    if (messageId !== null && (later < 0 || again < 0)) {
      return fail({ code: 'message-not-found', message: 'That message is not there any more.' });
    }
    if (messageId !== null && again <= later) {
      return fail({
        code: 'reinstated-not-later',
        message: 'Only a message after the one that replaces can bring the earlier one back.',
      });
    }
    const next = messageId === null ? rest : { ...rest, reinstatedByMessageId: messageId };
    const supersessions = document.supersessions.map((s) => (s === link ? next : s));
    return ok({ ...document, supersessions });
  };

export const dismissSuggestion =
  (suggestion: DismissedSuggestion): Edit =>
  (document) =>
    ok({ ...document, dismissedSuggestions: [...(document.dismissedSuggestions ?? []), suggestion] });

/** Suggests again what these are about; they are the document's own objects. */
export const restoreSuggestions =
  (suggestions: readonly DismissedSuggestion[]): Edit =>
  (document) =>
    ok(withDismissed(document, (d) => !suggestions.includes(d)));

function withDismissed(
  document: ConversationDocument,
  keeps: (dismissed: DismissedSuggestion) => boolean,
): ConversationDocument {
  const { dismissedSuggestions, ...rest } = document;
  const left = dismissedSuggestions?.filter(keeps) ?? [];
  return left.length > 0 ? { ...rest, dismissedSuggestions: left } : rest;
}

/** Without what refers to these messages; a link whose reinstating message goes stays in force. */
export function withoutLinksOf(
  document: ConversationDocument,
  ids: ReadonlySet<string>,
): ConversationDocument {
  const gone = (s: Supersession | DismissedSuggestion) =>
    ids.has(s.earlierMessageId) || ids.has(s.laterMessageId);
  const supersessions = document.supersessions
    .filter((s) => !gone(s))
    .map((s) => {
      const { reinstatedByMessageId, ...rest } = s;
      return reinstatedByMessageId !== undefined && ids.has(reinstatedByMessageId) ? rest : s;
    });
  return { ...withDismissed(document, (d) => !gone(d)), supersessions };
}

/**
 * After a split of a message: a replaced sentence is where it now stands, what was replaced whole is both halves. The first
 * half is what replaces: it keeps the id.
 */
export function withLinksOfHalves(
  document: ConversationDocument,
  first: Message,
  second: Message,
): ConversationDocument {
  const moved = (sentence: string) => !holdsSentence(first, sentence) && holdsSentence(second, sentence);
  const supersessions = document.supersessions.flatMap((s): Supersession[] => {
    if (s.earlierMessageId !== first.id) return [s];
    const ofSecond = { ...s, earlierMessageId: second.id };
    if (scopeOf(s) === 'sentence') return [s.sentence !== undefined && moved(s.sentence) ? ofSecond : s];
    return [s, ofSecond];
  });
  const dismissed = document.dismissedSuggestions?.map((d) =>
    d.earlierMessageId === first.id && d.sentence !== undefined && moved(d.sentence)
      ? { ...d, earlierMessageId: second.id }
      : d,
  );
  return { ...document, supersessions, ...(dismissed ? { dismissedSuggestions: dismissed } : {}) };
}
