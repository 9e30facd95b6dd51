import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { EmbeddedText, VectorCache } from '../core/ports';
import { fail, ok, type Problem, type Result } from '../core/result';

interface Schema extends DBSchema {
  vectors: { key: string; value: EmbeddedText };
}

const problemOf = (error: unknown): Problem =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? {
        code: 'cache-full',
        message:
          'The browser’s storage is full: embeddings are kept until the tab is closed and made again next time.',
      }
    : {
        code: 'cache-unavailable',
        message:
          'The browser does not let this page store embeddings: they are kept until the tab is closed and made again next time.',
      };

/** Embeddings kept between visits, in IndexedDB. A cache that cannot be opened or read is an empty one. */
export function createEmbeddingCache(name = 'tdp-embeddings'): VectorCache {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('vectors');
      },
      // A newer tab wants to upgrade: let it.
      blocking: (_current, _blocked, event) => {
        opened = null;
        (event.target as IDBDatabase).close();
      },
      terminated: () => {
        opened = null;
      },
    }).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  return {
    async getMany(keys) {
      const found = new Map<string, EmbeddedText>();
      try {
        const store = (await open()).transaction('vectors').store;
        const values = await Promise.all(keys.map((key) => store.get(key)));
        values.forEach((value, i) => {
          if (value) found.set(keys[i]!, value);
        });
      } catch {
        // What cannot be read is embedded again; a store that cannot be written says so in putMany.
      }
      return found;
    },

    async putMany(entries): Promise<Result<void>> {
      try {
        const transaction = (await open()).transaction('vectors', 'readwrite');
        await Promise.all([
          ...[...entries].map(([key, value]) => transaction.store.put(value, key)),
          transaction.done,
        ]);
        return ok(undefined);
      } catch (error) {
        return fail(problemOf(error));
      }
    },
  };
}
