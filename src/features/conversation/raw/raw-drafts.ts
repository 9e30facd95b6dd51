import type { Text } from '@codemirror/state';
import { keepSessionDraft, sessionDraft } from '../../../platform/session-draft';

/** What was typed and not applied, by conversation: closing the view or opening another conversation loses nothing. */
const drafts = new Map<string, Text | string>();

/** The draft of a conversation, also from before a reload of the tab. */
export function draftOf(conversationId: string): string | null {
  const draft = drafts.get(conversationId) ?? sessionDraft('raw', conversationId);
  return draft === null ? null : draft.toString();
}

/** Cheap: the text itself is made when the draft is asked for. */
export const keepDraft = (conversationId: string, text: Text): void => {
  drafts.set(conversationId, text);
};

/** Keeps a draft for a reload, too; not for every key. */
export function settleDraft(conversationId: string, text: string): void {
  if (drafts.has(conversationId)) keepSessionDraft('raw', { conversationId, text });
}

export function dropDraft(conversationId: string): void {
  drafts.delete(conversationId);
  keepSessionDraft('raw', null);
}
