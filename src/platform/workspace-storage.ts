import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { fail, ok, type Problem, type Result } from '../core/result';

/** The keys are saved apart, because they change at different rates: a long conversation is not rewritten per step. */
export type StoredKey = 'document' | 'experiment' | 'playback';

interface Schema extends DBSchema {
  workspace: { key: StoredKey; value: unknown };
}

export interface WorkspaceStorage {
  load(): Promise<Result<Partial<Record<StoredKey, unknown>>>>;
  /** All or none; complete even when the page goes right after the call. */
  save(values: Partial<Record<StoredKey, unknown>>): Promise<Result<void>>;
  clear(): Promise<Result<void>>;
}

const unavailable = (error: unknown): Problem => {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  return full
    ? {
        code: 'storage-full',
        message: 'The browser’s storage is full: this work lasts only until the tab is closed.',
      }
    : {
        code: 'storage-unavailable',
        message:
          'The browser does not let this page store anything: this work lasts only until the tab is closed.',
      };
};

/** Work kept between visits, in IndexedDB. Every failure is a value; the app goes on in memory. */
export function createWorkspaceStorage(name = 'tdp-workspace'): WorkspaceStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('workspace');
      },
      // A newer tab wants to upgrade: let it.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
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
      return fail(unavailable(error));
    }
  };
  return {
    load: () =>
      guarded(async (db) => {
        const tx = db.transaction('workspace');
        const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
        return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as Partial<
          Record<StoredKey, unknown>
        >;
      }),
    save: (values) =>
      guarded(async (db) => {
        const tx = db.transaction('workspace', 'readwrite');
        const puts = Object.entries(values).map(([key, value]) => tx.store.put(value, key as StoredKey));
        // By itself it would commit after an answer, which a page that is being left never gets.
        tx.commit();
        await Promise.all([...puts, tx.done]);
      }),
    clear: () => guarded((db) => db.clear('workspace')),
  };
}
