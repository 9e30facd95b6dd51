import { createStore } from 'zustand/vanilla';
import type { ArchiveEntry } from '../core/archive';
import type { Problem } from '../core/result';
import type { ArchiveStorage } from '../platform/archive-storage';
import { lazyService } from './lazy-service';
import { type NoticeStore, notify } from './notices';
import type { ResultsStore } from './results';
import type { WorkspaceStore } from './workspace';

export interface ArchiveState {
  /** `ready`: the entries are those of the open conversation. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly conversationId: string | null;
  readonly entries: readonly ArchiveEntry[];
  /** Why it lasts only until the tab is closed; null while it is stored. */
  readonly problem: Problem | null;
}

export const createArchiveStore = () =>
  createStore<ArchiveState>(() => ({ status: 'loading', conversationId: null, entries: [], problem: null }));
export type ArchiveStore = ReturnType<typeof createArchiveStore>;

export interface ArchiveParts {
  readonly workspace: WorkspaceStore;
  readonly results: ResultsStore;
  readonly notices: NoticeStore;
}

/** What keeps the store true; loaded behind the first screen. */
export interface ArchiveService {
  /** Takes an entry out for good. */
  forget(entry: ArchiveEntry): void;
  /** Puts back what was taken out. */
  keep(entry: ArchiveEntry): void;
  dispose(): void;
}

/** The archive of the open conversation: its store, and its service as soon as that is loaded. */
export function createArchive(parts: ArchiveParts, openStorage: () => Promise<ArchiveStorage>) {
  const store = createArchiveStore();
  const { start, dispose } = lazyService(
    async () => {
      if (store.getState().status === 'failed') store.setState({ status: 'loading' });
      const [{ startArchive }, storage] = await Promise.all([import('./archive-service'), openStorage()]);
      return startArchive({ ...parts, store, storage, now: Date.now });
    },
    () => {
      // Said where it is looked for as well; opening the view tries again.
      store.setState({ status: 'failed' });
      notify(parts.notices, 'error', {
        code: 'archive-not-loaded',
        message: 'The archive could not be loaded; everything else works. Open the archive to try again.',
      });
    },
  );
  return {
    store,
    /** Starts keeping the archive, once. Never rejects. */
    start: async (): Promise<void> => void (await start()),
    forget: (entry: ArchiveEntry): void => void start().then((s) => s?.forget(entry)),
    keep: (entry: ArchiveEntry): void => void start().then((s) => s?.keep(entry)),
    dispose,
  };
}
export type Archive = ReturnType<typeof createArchive>;
