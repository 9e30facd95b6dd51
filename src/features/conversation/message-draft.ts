import { keepSessionDraft, sessionDraft } from '../../platform/session-draft';

/** What stands in the field of the next message, by conversation: another view, conversation or a reload loses nothing. */
const drafts = new Map<string, string>();

export const messageDraft = (conversationId: string): string =>
  drafts.get(conversationId) ?? sessionDraft('message', conversationId) ?? '';

export function keepMessageDraft(conversationId: string, text: string): void {
  drafts.set(conversationId, text);
  keepSessionDraft('message', text === '' ? null : { conversationId, text });
}
