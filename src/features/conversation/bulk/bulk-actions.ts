import type { Role } from '../../../core/conversation';
import { clearTimes, setRoles } from '../../../core/edit/bulk';
import { deleteMessages, type Edit } from '../../../core/edit/edit';
import { type EditSummary, losesMarks, summarizeEdit } from '../../../core/edit/edit-summary';
import { setTurnsPinned } from '../../../core/edit/pin-edits';
import { ok, type Result } from '../../../core/result';
import type { AppState } from '../../../state/app-state';
import { announce } from '../../../ui/announcer';
import type { BulkKind, EditorStore } from '../editor-store';
import { counted } from './bulk-text';

interface Editing {
  apply(id: string | null, label: string, edit: Edit): boolean;
  focus(id: string | undefined): void;
  selectedIds(): string[];
}

const LABELS: Readonly<Record<BulkKind, (messages: string) => string>> = {
  delete: (messages) => `delete ${messages}`,
  role: (messages) => `change the role of ${messages}`,
  shift: (messages) => `shift the times of ${messages}`,
  space: (messages) => `space the times of ${messages}`,
  clear: (messages) => `clear the times of ${messages}`,
};

/** What is done to the selected messages at once. */
export function createBulkActions(
  app: AppState,
  editor: EditorStore,
  { apply, focus, selectedIds }: Editing,
) {
  const messages = () => app.workspace.getState().document.conversation.messages;

  /** What the edit would do to the document as it is now. */
  function preview(edit: Edit): Result<EditSummary> {
    const { document, settings } = app.workspace.getState();
    const edited = edit(document);
    return edited.ok ? ok(summarizeEdit(document, edited.value, settings.segmentation)) : edited;
  }

  /** One undo step; the selection stays as far as its messages do. */
  function applyBulk(kind: BulkKind, ids: readonly string[], edit: Edit): void {
    const first = messages().findIndex((m) => ids.includes(m.id));
    const label = LABELS[kind](counted(ids.length, 'message'));
    editor.setState({ bulk: null });
    if (!apply(null, label, edit)) return;
    const left = messages();
    if (kind === 'delete') editor.setState({ anchorId: null, field: null });
    focus(
      kind === 'delete'
        ? left[Math.min(first, left.length - 1)]?.id
        : (editor.getState().activeId ?? undefined),
    );
    announce(`Done: ${label}. Undo takes it back.`);
  }

  /** The ids of the messages of every turn that holds one of these; the preamble is no turn. */
  function turnsOf(ids: readonly string[]): string[][] {
    const structure = app.results.getState().prepared?.structure;
    if (!structure) return [];
    const chosen = new Set(ids);
    return structure.turns.list.flatMap(({ start, end }) => {
      const turn = structure.messages.slice(start, end).map((m) => m.id);
      return turn.some((id) => chosen.has(id)) ? [turn] : [];
    });
  }

  return {
    preview,
    applyBulk,

    /** Deletes the selection; asks first when something that the user marked would go with it. */
    removeSelected(): void {
      const ids = selectedIds();
      const summary = preview(deleteMessages(new Set(ids)));
      if (summary.ok && losesMarks(summary.value)) editor.setState({ bulk: { kind: 'delete', ids } });
      else applyBulk('delete', ids, deleteMessages(new Set(ids)));
    },

    openBulk: (kind: BulkKind) => editor.setState({ bulk: { kind, ids: selectedIds() } }),
    closeBulk: () => editor.setState({ bulk: null }),

    pinSelected(pinned: boolean): void {
      const turns = turnsOf(selectedIds());
      if (turns.length === 0) {
        announce('Instructions before the first turn are part of no turn.');
        return;
      }
      const label = `${pinned ? 'pin' : 'unpin'} ${counted(turns.length, 'turn')}`;
      if (apply(null, label, setTurnsPinned(turns, pinned))) announce(`Done: ${label}. Undo takes it back.`);
    },

    /** Every message, without moving the page. */
    selectAll(): void {
      const all = messages();
      if (all.length < 2) return;
      editor.setState({ anchorId: all[0]!.id, activeId: all[all.length - 1]!.id, field: null });
      announce(`${counted(all.length, 'message')} selected.`);
    },

    roleEdit: (ids: readonly string[], role: Role): Edit => setRoles(new Set(ids), role),
    clearEdit: (ids: readonly string[]): Edit => clearTimes(new Set(ids)),
  };
}
