import { type Conversation, type ConversationDocument, emptyDocument } from '../core/conversation';
import type { Edit } from '../core/edit/edit';
import type { Problem, Result } from '../core/result';
import { withoutLanePins } from './lane-pins';
import { change, type WorkspaceStore } from './workspace';

/** Applies an edit as one undo step; a Problem leaves everything as it was. */
export function applyEdit(
  store: WorkspaceStore,
  label: string,
  edit: Edit,
  gesture?: string,
): Result<void, Problem> {
  const edited = edit(store.getState().document);
  if (!edited.ok) return edited;
  // An edited example is the user's own work; its precomputed facts stay valid because they belong to texts.
  return change(store, label, () => ({ document: edited.value }), gesture);
}

/** Opens a conversation in place of the present one; undo brings that back. */
export function openConversation(
  store: WorkspaceStore,
  conversation: Conversation,
  label: string,
): Result<void> {
  return openDocument(store, emptyDocument(conversation), null, label);
}

export function openDocument(
  store: WorkspaceStore,
  document: ConversationDocument,
  exampleId: string | null,
  label: string,
): Result<void> {
  return change(store, label, (w) => ({
    document,
    exampleId,
    lanes: w.document.conversation.id === document.conversation.id ? w.lanes : withoutLanePins(w.lanes),
  }));
}
