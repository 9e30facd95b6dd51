import { createStore } from 'zustand/vanilla';
import type { BranchPoint } from '../core/importers/importer';
import type { ImportsStorage } from '../platform/imports-storage';
import { lazyService } from './lazy-service';
import { type NoticeStore, notify } from './notices';
import type { PlaybackStore } from './playback';
import type { ShellStore } from './shell';
import type { Sources } from './sources';
import type { WorkspaceStore } from './workspace';

/** A conversation in line for comparison. */
export interface QueueItem {
  readonly conversationId: string;
  readonly title: string;
  /** The name of the file it came from. */
  readonly source: string;
}

/** What belongs to the open conversation besides its words, and what is in line behind it. */
export interface ImportsState {
  /** Where the open conversation's source goes other ways; empty where it does not, and until that is known. */
  readonly branches: readonly BranchPoint[];
  readonly queue: readonly QueueItem[];
  /** Taken out of the line last: it can be put back. */
  readonly removed: QueueItem | null;
  /** What was opened last and holds several conversations, as long as its files are at hand. */
  readonly picking: Sources | null;
}

export const createImportsStore = () =>
  createStore<ImportsState>(() => ({ branches: [], queue: [], removed: null, picking: null }));
export type ImportsStore = ReturnType<typeof createImportsStore>;

export interface ImportsParts {
  readonly workspace: WorkspaceStore;
  readonly playback: PlaybackStore;
  readonly shell: ShellStore;
  readonly notices: NoticeStore;
}

/** The store, and the service that keeps it true as soon as that is loaded. */
export function createImports(parts: ImportsParts, openStorage: () => Promise<ImportsStorage>) {
  const store = createImportsStore();
  const service = lazyService(
    async () => {
      const [{ startImports }, { readAgain }, storage] = await Promise.all([
        import('./imports-service'),
        import('./read-again'),
        openStorage(),
      ]);
      return startImports({ ...parts, store, storage, readAgain, now: Date.now });
    },
    () =>
      notify(parts.notices, 'error', {
        code: 'imports-not-loaded',
        message: 'Branches, reports and the queue could not be loaded; everything else works.',
      }),
  );
  return { store, ...service };
}
