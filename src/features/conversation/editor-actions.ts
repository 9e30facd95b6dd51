import type { Role, Timestamp } from '../../core/conversation';
import {
  deleteMessages,
  type Edit,
  freshId,
  insertMessage,
  moveMessage,
  setEvidence,
  setRole,
  setText,
  setTime,
  setTitle,
  splitMessage,
} from '../../core/edit/edit';
import { setPinned } from '../../core/edit/pin-edits';
import { ok } from '../../core/result';
import type { AppState } from '../../state/app-state';
import { applyEdit } from '../../state/documents';
import { focusedProbe } from '../../state/focus';
import { change, endGesture, redo, retract, type Settings, undo } from '../../state/workspace';
import { announce } from '../../ui/announcer';
import { createBranchActions } from './branch-actions';
import { createBulkActions } from './bulk/bulk-actions';
import { editableText, nextRole } from './editable-text';
import type { EditorStore } from './editor-store';
import { createLinkActions } from './link-actions';

const INSERT = 'insert message';
/** Numbers the fields that were opened: each one's typing is a gesture of its own. */
let fields = 0;

/** Every edit of the view as a command: rows, menus and keys call these and hold no logic of their own. */
export function createEditorActions(app: AppState, editor: EditorStore) {
  const messages = () => app.workspace.getState().document.conversation.messages;
  const indexOf = (id: string) => messages().findIndex((m) => m.id === id);

  /** One undo step per call unless calls share a gesture. A Problem is shown in the row and changes nothing. */
  function apply(id: string | null, label: string, edit: Edit, gesture?: string): boolean {
    if (gesture === undefined) endGesture();
    const done = applyEdit(app.workspace, label, edit, gesture);
    const problem = done.ok || id === null ? null : { id, message: done.error.message };
    editor.setState({ problem });
    if (problem) announce(problem.message);
    return done.ok;
  }

  const focus = (id: string | undefined) => {
    if (id !== undefined) editor.setState({ activeId: id, focusWish: { id } });
  };

  /**
   * Keeps what was typed so far, so that every view follows and a closed tab loses nothing. All of one field's typing,
   * and the insertion it fills, is one undo step.
   */
  function keep(id: string, text: string): void {
    const { field } = editor.getState();
    const message = messages().find((m) => m.id === id);
    if (field?.id !== id || !message || text === editableText(message)) return;
    apply(id, 'edit message', setText(id, text), field.gesture);
    editor.setState({ field: { ...field, kept: true } });
  }

  function commit(id: string, text: string): void {
    const { field } = editor.getState();
    if (field?.id !== id) return;
    if (field.fresh && text.trim() === '') takeBack(id);
    else keep(id, text);
    endGesture();
    editor.setState({ field: null });
  }

  /** Undoes what this field did, when that is the last thing that was done. */
  function takeBack(id: string): void {
    const { field } = editor.getState();
    const index = indexOf(id);
    const { undoStack } = app.workspace.getState();
    const last = undoStack[undoStack.length - 1]?.label;
    if (field?.fresh ? last === INSERT : field?.kept && last === 'edit message') retract(app.workspace);
    const left = messages();
    focus(left[Math.min(index, left.length - 1)]?.id);
  }

  function open(id: string, cursor: number | null = null, gesture?: string): void {
    editor.setState({
      activeId: id,
      anchorId: null,
      problem: null,
      field: {
        id,
        cursor,
        fresh: gesture !== undefined,
        kept: false,
        gesture: gesture ?? `type-${++fields}`,
      },
    });
  }

  const selectedIds = (): string[] => {
    const { activeId, anchorId } = editor.getState();
    if (activeId === null || anchorId === null) return [];
    const [a, b] = [indexOf(anchorId), indexOf(activeId)];
    if (a < 0 || b < 0) return [];
    return messages()
      .slice(Math.min(a, b), Math.max(a, b) + 1)
      .map((m) => m.id);
  };

  /** The question in focus: the one chosen here, else the one every view is about. */
  function questionId(): string | null {
    const chosen = editor.getState().questionId;
    if (chosen !== null && indexOf(chosen) >= 0) return chosen;
    const { probes } = app.results.getState().probes;
    return focusedProbe(probes, app.playback.getState())?.probe.questionMessageId ?? null;
  }

  function chooseQuestion(id: string): void {
    editor.setState({ questionId: id });
    const probe = app.workspace.getState().document.probes.find((p) => p.questionMessageId === id);
    if (probe) app.playback.setState({ probeId: probe.id });
  }

  const links = createLinkActions(app, { apply, focus });
  const bulk = createBulkActions(app, editor, { apply, focus, selectedIds });

  return {
    ...links,
    ...bulk,
    ...createBranchActions(app, editor),
    open,

    /** A press in a message's text, or Enter on its row: opens it, or chooses it for the link that is being made. */
    press(id: string, cursor: number | null): void {
      if (!links.chooseEarlier(id)) open(id, cursor);
    },

    keep,
    commit,
    focus,
    questionId,
    chooseQuestion,
    selectedIds,

    conversation: () => app.workspace.getState().document.conversation,
    openRaw: () => editor.setState({ raw: true, field: null, anchorId: null }),
    closeRaw: () => editor.setState({ raw: false }),

    cancel(id: string): void {
      const { field } = editor.getState();
      if (field?.id !== id) return;
      takeBack(id);
      endGesture();
      editor.setState({ field: null, problem: null });
    },

    /** Keeps the field's words and splits them at the cursor: one undo step. Stays in the second half. */
    split(id: string, text: string, offset: number): void {
      const index = indexOf(id);
      const message = messages()[index];
      if (!message) return;
      const edit: Edit = (document) => {
        const kept = text === editableText(message) ? ok(document) : setText(id, text)(document);
        return kept.ok ? splitMessage(id, offset)(kept.value) : kept;
      };
      if (!apply(id, 'split message', edit)) return;
      const second = messages()[index + 1]!.id;
      open(second, 0);
      announce(`Split into messages ${index + 1} and ${index + 2}.`);
    },

    insert(index: number, role: Role): void {
      endGesture();
      const id = freshId(app.workspace.getState().document.conversation);
      // The words typed next belong to the insertion: one undo takes both back.
      const gesture = `fill-${id}-${++fields}`;
      const done = applyEdit(app.workspace, INSERT, insertMessage(index, role), gesture);
      if (done.ok) open(id, 0, gesture);
    },

    insertBeside(id: string, side: 'above' | 'below'): void {
      const index = indexOf(id);
      if (index < 0) return;
      this.insert(side === 'above' ? index : index + 1, nextRole(messages()[index]!.role));
    },

    /** Adds a message with its text at the end. */
    add(role: Role, text: string): void {
      apply(null, 'add message', insertMessage(messages().length, role, text));
    },

    move(id: string, by: number): void {
      const from = indexOf(id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= messages().length) return;
      if (!apply(id, 'move message', moveMessage(id, to))) return;
      focus(id);
      announce(`Moved to place ${to + 1} of ${messages().length}.`);
    },

    remove(id: string): void {
      const at = indexOf(id);
      if (at < 0 || !apply(null, 'delete message', deleteMessages(new Set([id])))) return;
      const left = messages();
      editor.setState({ anchorId: null, field: null });
      focus(left[Math.min(at, left.length - 1)]?.id);
      announce('Message deleted. Undo brings it back.');
    },

    setRole: (id: string, role: Role) => apply(id, 'change role', setRole(id, role)),
    setTime: (id: string, time: Timestamp | null) =>
      apply(id, time ? 'set time' : 'remove time', setTime(id, time)),
    setTitle: (title: string) => apply(null, 'change title', setTitle(title)),
    edit: (label: string, edit: Edit) => apply(null, label, edit),

    pinTurn(turn: number, pinned: boolean): void {
      const { prepared } = app.results.getState();
      const range = prepared?.structure.turns.list[turn - 1];
      if (!prepared || !range) return;
      const ids = prepared.structure.messages.slice(range.start, range.end).map((m) => m.id);
      apply(ids[0]!, `${pinned ? 'pin' : 'unpin'} turn ${turn}`, setPinned(ids, pinned));
      announce(`Turn ${turn} ${pinned ? 'pinned' : 'not pinned'}.`);
    },

    markEvidence(id: string, on: boolean): void {
      const question = questionId();
      if (question === null) return;
      if (!apply(id, on ? 'mark evidence' : 'unmark evidence', setEvidence(question, id, on))) return;
      chooseQuestion(question);
      announce(on ? 'Marked as evidence.' : 'No longer evidence.');
    },

    setSegmentation(segmentation: Settings['segmentation']): void {
      change(app.workspace, 'count turns differently', ({ settings }) => ({
        settings: { ...settings, segmentation },
      }));
    },

    undo: () => said('Undone', undo(app.workspace)),
    redo: () => said('Done again', redo(app.workspace)),

    /** Extends or starts the selection towards a row. */
    selectTo(id: string): void {
      const { activeId, anchorId } = editor.getState();
      editor.setState({ anchorId: anchorId ?? activeId ?? id });
      focus(id);
    },
    activate: (id: string) => editor.setState({ activeId: id }),
    clearSelection: () => editor.setState({ anchorId: null }),
    showMore: (id: string, characters: number) =>
      editor.setState(({ shown }) => ({ shown: new Map(shown).set(id, characters) })),
  };

  function said(what: string, label: string | null): void {
    // What is open may not exist any more.
    editor.setState({ field: null, problem: null, anchorId: null });
    if (label !== null) announce(`${what}: ${label}.`);
  }
}

export type EditorActions = ReturnType<typeof createEditorActions>;
