import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ArchiveEntry, ArchiveInfo } from '../core/archive';
import { fail, ok, type Problem, type Result } from '../core/result';

interface Schema extends DBSchema {
  /** By conversation and the entry's own key. */
  entries: { key: [conversationId: string, entry: string]; value: ArchiveEntry };
  archives: { key: string; value: ArchiveInfo };
}

/** Archives of conversations, each entry a row of its own: a change does not write the whole archive again. */
export interface ArchiveStorage {
  /** The entries as they were stored, unchecked. */
  load(conversationId: string): Promise<Result<readonly unknown[]>>;
  /** `remove`: keys of entries. */
  write(archive: ArchiveInfo, put: readonly ArchiveEntry[], remove: readonly string[]): Promise<Result<void>>;
  list(): Promise<Result<readonly ArchiveInfo[]>>;
  /** Whole archives. */
  removeArchives(conversationIds: readonly string[]): Promise<Result<void>>;
}

const problemOf = (error: unknown): Problem =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? {
        code: 'archive-full',
        message: 'The browser’s storage is full: the archive lasts only until the tab is closed.',
      }
    : {
        code: 'archive-unavailable',
        message:
          'The browser does not let this page store the archive: it lasts only until the tab is closed.',
      };

/** Every key of a conversation: an array sorts behind all strings. */
const allOf = (conversationId: string) => IDBKeyRange.bound([conversationId], [conversationId, []]);

/** Archives kept between visits, in IndexedDB. Every failure is a value; the app goes on in memory. */
export function createArchiveStorage(name = 'tdp-archive'): ArchiveStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('entries');
        db.createObjectStore('archives', { keyPath: 'conversationId' });
      },
      // A newer tab wants to upgrade: let it.
      blocking: (_current, _blocked, event) => {
        opened = null;
        (event.target as IDBDatabase).close();
      },
      terminated: () => {
        opened = null;
      },
    });
    return opened;
  };
  const guarded = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<Result<T>> => {
    try {
      return ok(await work(await open()));
    } catch (error) {
      opened = null;
      return fail(problemOf(error));
    }
  };
  return {
    load: (id) => guarded((db) => db.getAll('entries', allOf(id))),
    write: (archive, put, remove) =>
      guarded(async (db) => {
        const tx = db.transaction(['entries', 'archives'], 'readwrite');
        const entries = tx.objectStore('entries');
        await Promise.all([
          ...put.map((entry) => entries.put(entry, [archive.conversationId, entry.key])),
          ...remove.map((key) => entries.delete([archive.conversationId, key])),
          tx.objectStore('archives').put(archive),
          tx.done,
        ]);
      }),
    list: () => guarded((db) => db.getAll('archives')),
    removeArchives: (ids) =>
      guarded(async (db) => {
        const tx = db.transaction(['entries', 'archives'], 'readwrite');
        await Promise.all([
          ...ids.map((id) => tx.objectStore('entries').delete(allOf(id))),
          ...ids.map((id) => tx.objectStore('archives').delete(id)),
          tx.done,
        ]);
      }),
  };
}
