import { createStore } from 'zustand/vanilla';
import type { Problem } from '../core/result';

export type DialogName = 'open' | 'export' | 'settings' | 'shortcuts' | 'report' | 'pick';

/** A file, or a file of an archive, with what was not read of it as a whole. */
export interface SourceReport {
  readonly name: string;
  /** null: no conversation was found in it; the report then says why. */
  readonly format: string | null;
  readonly conversations: number;
  readonly report: readonly Problem[];
}

/** What was read of a conversation's source and what was not. */
export interface ImportReport {
  /** The report belongs to this conversation only: after an undo another one is open. */
  readonly conversationId: string;
  readonly source: string;
  readonly format: string;
  readonly messages: number;
  readonly otherConversations: number;
  readonly warnings: readonly Problem[];
  /** All that was opened together with it, where that is more than one file with one conversation. */
  readonly sources?: readonly SourceReport[];
}

/** What has just happened, with its way back; it goes when the user does the next thing. */
export interface News {
  readonly text: string;
  /** The report has more about it. */
  readonly details: boolean;
  /** The change that "undo" takes back; null: none. */
  readonly after: object | null;
}

export interface Linking {
  /** The link belongs to this conversation only. */
  readonly conversationId: string;
  readonly laterId: string;
  readonly earlierId: string | null;
}

/** Which dialog or panel is open: one at a time. */
export interface ShellState {
  readonly dialog: DialogName | null;
  /** The lane whose parameters are open in the panel. */
  readonly laneSettingsId: string | null;
  /** The archive is open in the panel: of one lane or of all, at a turn or at its beginning. */
  readonly archive: { readonly laneId: string | null; readonly turn: number | null } | null;
  /** Of the open conversation; of another one while that is being loaded. */
  readonly report: ImportReport | null;
  readonly news: News | null;
  /** A message to show in the conversation, once that is drawn. */
  readonly wish: { readonly messageId: string } | null;
  /** The conversation in which evidence is being marked step by step: its id. */
  readonly marking: string | null;
  /** A link is being made in two steps: the later message, and the earlier one once it was chosen. */
  readonly linking: Linking | null;
  /** The suggestions are to be read: their panel takes the focus once it is drawn. */
  readonly reviewing: boolean;
  /** The next message is to be written: the field takes the focus once it is drawn. */
  readonly writing: boolean;
  /** What the conversation view is to open once it is drawn. */
  readonly editing: 'find' | 'json' | null;
  /** The last session was restored: what was done in it cannot be undone. */
  readonly restored: boolean;
}

export const createShellStore = () =>
  createStore<ShellState>(() => ({
    dialog: null,
    laneSettingsId: null,
    archive: null,
    report: null,
    news: null,
    wish: null,
    marking: null,
    linking: null,
    reviewing: false,
    writing: false,
    editing: null,
    restored: false,
  }));

export type ShellStore = ReturnType<typeof createShellStore>;

/** Opens the archive in place of a lane's parameters: there is room for one panel. */
export const openArchive = (
  shell: ShellStore,
  laneId: string | null = null,
  turn: number | null = null,
): void => shell.setState({ archive: { laneId, turn }, laneSettingsId: null });

export const openLaneSettings = (shell: ShellStore, laneId: string): void =>
  shell.setState({ laneSettingsId: laneId, archive: null });
