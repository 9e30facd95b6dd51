import { createStore } from 'zustand/vanilla';

/** The field that is open: which message, and where its cursor starts (null: at the end). */
export interface OpenField {
  readonly id: string;
  readonly cursor: number | null;
  /** Inserted and not yet filled: leaving it empty takes the insertion back. */
  readonly fresh: boolean;
  /** Something typed in it has reached the document. */
  readonly kept: boolean;
  readonly gesture: string;
}

export type BulkKind = 'delete' | 'role' | 'shift' | 'space' | 'clear';
export type BranchButton = 'previous' | 'next' | 'list';

/** What only this view knows; gone when it closes. */
export interface EditorState {
  /** The one row that is a tab stop. */
  readonly activeId: string | null;
  readonly field: OpenField | null;
  /** Where a range selection began; with `activeId` its other end. null: nothing is selected. */
  readonly anchorId: string | null;
  /** The edit of several messages that is being asked about, and which ones. */
  readonly bulk: { readonly kind: BulkKind; readonly ids: readonly string[] } | null;
  /** What could not be done to a message, said in its row. */
  readonly problem: { readonly id: string; readonly message: string } | null;
  /** The question that evidence is marked for, when the user chose one here; may not be a probe yet. */
  readonly questionId: string | null;
  /** The row to focus once it is drawn; a fresh object for every wish, so that the same row can be wished twice. */
  readonly focusWish: { readonly id: string } | null;
  /** The conversation is shown as JSON in place of its messages. */
  readonly raw: boolean;
  /** Where another branch was asked for: the button that takes the focus there, and why it could not be shown. */
  readonly branch: {
    readonly afterMessageId: string | null;
    readonly button: BranchButton | null;
    readonly problem: string | null;
  } | null;
  /** How many characters of a long message are shown. */
  readonly shown: ReadonlyMap<string, number>;
}

export const createEditorStore = () =>
  createStore<EditorState>(() => ({
    activeId: null,
    field: null,
    anchorId: null,
    bulk: null,
    raw: false,
    problem: null,
    questionId: null,
    focusWish: null,
    branch: null,
    shown: new Map(),
  }));

export type EditorStore = ReturnType<typeof createEditorStore>;
