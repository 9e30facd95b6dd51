import { createStore } from 'zustand/vanilla';
import type { ConversationDocument } from '../core/conversation';
import type { Lane } from '../core/lane';
import { DEFAULT_LIMIT, DEFAULT_PRICES, type ModelLimit, type Prices } from '../core/metrics/metric';
import { DEFAULT_REQUEST_OPTIONS, type RequestOptions } from '../core/prepared';
import { fail, ok, type Problem, type Result } from '../core/result';
import { DEFAULT_TOKEN_OPTIONS, type TokenOptions } from '../core/token-facts';
import { checkTurns } from '../core/turn-limit';
import type { SegmentationChoice } from '../core/turns';

export interface Settings {
  readonly segmentation: SegmentationChoice;
  readonly tokens: TokenOptions;
  readonly request: RequestOptions;
  readonly prices: Prices;
  readonly limit: ModelLimit;
  /** The dashed line in the token charts. */
  readonly budgetLine: number;
}

export const DEFAULT_SETTINGS: Settings = {
  segmentation: 'auto',
  tokens: DEFAULT_TOKEN_OPTIONS,
  request: DEFAULT_REQUEST_OPTIONS,
  prices: DEFAULT_PRICES,
  limit: DEFAULT_LIMIT,
  budgetLine: 2_000,
};

/** What the user works on: saved, restored and undone as one value. */
export interface Workspace {
  readonly document: ConversationDocument;
  /** Where the document came from: a bundled example's id, or null for the user's own. */
  readonly exampleId: string | null;
  readonly lanes: readonly Lane[];
  readonly settings: Settings;
}

interface HistoryEntry {
  readonly workspace: Workspace;
  readonly label: string;
  /** What could be redone before the change ended that. */
  readonly redoable?: readonly HistoryEntry[];
}

export interface WorkspaceState extends Workspace {
  readonly undoStack: readonly HistoryEntry[];
  readonly redoStack: readonly HistoryEntry[];
  /** Why a change could not be done, the last time: a new object each time. */
  readonly failure: Problem | null;
}

const HISTORY_LIMIT = 200;
/** The history is kept in memory only. */
export const UNDO_STARTS_ANEW = 'Undo starts anew after a reload.';

export function createWorkspaceStore(initial: Workspace) {
  return createStore<WorkspaceState>(() => ({ ...initial, undoStack: [], redoStack: [], failure: null }));
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

const pick = ({ document, exampleId, lanes, settings }: Workspace): Workspace => ({
  document,
  exampleId,
  lanes,
  settings,
});

let openGesture: { readonly store: WorkspaceStore; readonly name: string } | null = null;

/**
 * Changes the workspace and remembers how to go back. Changes that share a `gesture` (one slider drag, one burst of
 * typing) become one undo step until `endGesture`. A Problem (`too-large`, `change-failed`) leaves everything as it was.
 */
export function change(
  store: WorkspaceStore,
  label: string,
  update: (workspace: Workspace) => Partial<Workspace>,
  gesture?: string,
): Result<void> {
  const state = store.getState();
  const before = pick(state);
  const next = update(before);
  if (Object.entries(next).every(([key, value]) => before[key as keyof Workspace] === value))
    return ok(undefined);
  const continues = gesture !== undefined && openGesture?.store === store && openGesture.name === gesture;
  openGesture = gesture === undefined ? null : { store, name: gesture };
  return putIn(store, {
    ...next,
    undoStack: continues
      ? state.undoStack
      : [
          ...state.undoStack.slice(-HISTORY_LIMIT + 1),
          { workspace: before, label, redoable: state.redoStack },
        ],
    redoStack: [],
  });
}

/** Refuses what the maps do not hold. Those who listen compute with what they are told: where one fails, all are told of the old state again. */
export function putIn(store: WorkspaceStore, next: Partial<WorkspaceState>): Result<void> {
  const before = store.getState();
  const { document, settings } = { ...before, ...next };
  const fits = checkTurns(document.conversation.messages, settings.segmentation);
  if (!fits.ok) {
    openGesture = null;
    store.setState({ failure: fits.error });
    return fits;
  }
  try {
    store.setState(next);
    return ok(undefined);
  } catch (error) {
    const failure = changeFailed(error);
    openGesture = null;
    try {
      store.setState({ ...before, failure }, true);
    } catch {
      // The state is the old one all the same; those who failed twice hear of the next change.
    }
    return fail(failure);
  }
}

export const changeFailed = (error: unknown): Problem => ({
  code: 'change-failed',
  message: `This failed (${error}). Everything stays as it was.`,
});

/** A hand is still on a slider or in a field: what is there now may never have been meant. */
export const isGestureOpen = (store: WorkspaceStore): boolean => openGesture?.store === store;

export function endGesture(): void {
  openGesture = null;
}

/** Returns the label of what was undone, or null when there is nothing to undo. */
export function undo(store: WorkspaceStore): string | null {
  const { undoStack, redoStack, ...state } = store.getState();
  const entry = undoStack[undoStack.length - 1];
  if (!entry) return null;
  openGesture = null;
  const done = putIn(store, {
    ...entry.workspace,
    undoStack: undoStack.slice(0, -1),
    redoStack: [...redoStack, { workspace: pick(state), label: entry.label }],
  });
  return done.ok ? entry.label : null;
}

/** Takes the last change back as if it had never been: a cancelled edit leaves nothing to redo. */
export function retract(store: WorkspaceStore): void {
  const { undoStack } = store.getState();
  const entry = undoStack[undoStack.length - 1];
  if (!entry) return;
  openGesture = null;
  store.setState({
    ...entry.workspace,
    undoStack: undoStack.slice(0, -1),
    redoStack: entry.redoable ?? [],
  });
}

export function redo(store: WorkspaceStore): string | null {
  const { undoStack, redoStack, ...state } = store.getState();
  const entry = redoStack[redoStack.length - 1];
  if (!entry) return null;
  openGesture = null;
  const done = putIn(store, {
    ...entry.workspace,
    redoStack: redoStack.slice(0, -1),
    undoStack: [...undoStack, { workspace: pick(state), label: entry.label }],
  });
  return done.ok ? entry.label : null;
}
