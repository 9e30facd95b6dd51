import { createStore } from 'zustand/vanilla';
import type { Problem } from '../core/result';

export type DialogName = 'open' | 'settings' | 'shortcuts' | 'report';

/** What was read from the last opened file and what was not; stays available until the next one. */
export interface ImportReport {
  /** The report belongs to this conversation only: after an undo another one is open. */
  readonly conversationId: string;
  readonly source: string;
  readonly format: string;
  readonly messages: number;
  readonly otherConversations: number;
  readonly warnings: readonly Problem[];
}

/** Which dialog or panel is open: one at a time. */
export interface ShellState {
  readonly dialog: DialogName | null;
  /** The lane whose parameters are open in the panel. */
  readonly laneSettingsId: string | null;
  readonly report: ImportReport | null;
}

export const createShellStore = () =>
  createStore<ShellState>(() => ({ dialog: null, laneSettingsId: null, report: null }));
export type ShellStore = ReturnType<typeof createShellStore>;
