import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { fail, ok, type Problem, type Result } from '../core/result';

/** What is known of an opened conversation besides its words; the values are checked by whoever reads them. */
export interface StoredImport {
  readonly conversationId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly report: unknown;
  /** Branch points of the conversation at `leafId`, where its source is not stored. */
  readonly branches?: unknown;
  readonly leafId?: string;
  /** Length of the stored source text; 0: none is stored. */
  readonly characters: number;
}

/** The conversation's own source, as text that opens by itself. */
export interface StoredSource {
  readonly name: string;
  readonly text: string;
}

/** What was chosen in a file the last time: ids of conversations, no contents. */
export interface StoredChoice {
  readonly source: string;
  readonly at: number;
  readonly chosen: readonly string[];
}

interface Schema extends DBSchema {
  imports: { key: string; value: StoredImport };
  sources: { key: string; value: StoredSource };
  choices: { key: string; value: StoredChoice };
  /** One row: the conversations in line. */
  queue: { key: string; value: unknown };
  /** Their documents, by conversation. */
  documents: { key: string; value: unknown };
}

export interface ImportsStorage {
  list(): Promise<Result<readonly StoredImport[]>>;
  load(conversationId: string): Promise<Result<StoredImport | undefined>>;
  save(row: StoredImport, source: StoredSource | null): Promise<Result<void>>;
  source(conversationId: string): Promise<Result<StoredSource | undefined>>;
  remove(conversationIds: readonly string[]): Promise<Result<void>>;
  choices(sources: readonly string[]): Promise<Result<readonly StoredChoice[]>>;
  /** Keeps the latest `limit` choices. */
  choose(choices: readonly StoredChoice[], limit: number): Promise<Result<void>>;
  loadQueue(): Promise<Result<unknown>>;
  saveQueue(queue: unknown): Promise<Result<void>>;
  loadDocument(conversationId: string): Promise<Result<unknown>>;
  saveDocument(conversationId: string, document: unknown): Promise<Result<void>>;
  removeDocuments(conversationIds: readonly string[]): Promise<Result<void>>;
}

const problemOf = (error: unknown): Problem =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? {
        code: 'imports-full',
        message:
          'The browser’s storage is full: import reports, branches and queued conversations last only until the tab is closed.',
      }
    : {
        code: 'imports-unavailable',
        message:
          'The browser does not let this page store anything: import reports, branches and queued conversations last only until the tab is closed.',
      };

/** What belongs to opened conversations, kept between visits in IndexedDB. Every failure is a value. */
export function createImportsStorage(name = 'tdp-imports'): ImportsStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('imports', { keyPath: 'conversationId' });
        db.createObjectStore('sources');
        db.createObjectStore('choices', { keyPath: 'source' });
        db.createObjectStore('queue');
        db.createObjectStore('documents');
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
    list: () => guarded((db) => db.getAll('imports')),
    load: (id) => guarded((db) => db.get('imports', id)),
    save: (row, source) =>
      guarded(async (db) => {
        const tx = db.transaction(['imports', 'sources'], 'readwrite');
        const sources = tx.objectStore('sources');
        await Promise.all([
          tx.objectStore('imports').put(row),
          source ? sources.put(source, row.conversationId) : sources.delete(row.conversationId),
          tx.done,
        ]);
      }),
    source: (id) => guarded((db) => db.get('sources', id)),
    remove: (ids) =>
      guarded(async (db) => {
        const tx = db.transaction(['imports', 'sources'], 'readwrite');
        await Promise.all([
          ...ids.map((id) => tx.objectStore('imports').delete(id)),
          ...ids.map((id) => tx.objectStore('sources').delete(id)),
          tx.done,
        ]);
      }),
    choices: (sources) =>
      guarded(async (db) => {
        const rows = await Promise.all(sources.map((source) => db.get('choices', source)));
        return rows.filter((row) => row !== undefined);
      }),
    choose: (choices, limit) =>
      guarded(async (db) => {
        const tx = db.transaction('choices', 'readwrite');
        for (const choice of choices) void tx.store.put(choice);
        const all = await tx.store.getAll();
        const oldest = all.sort((a, b) => b.at - a.at).slice(limit);
        await Promise.all([...oldest.map(({ source }) => tx.store.delete(source)), tx.done]);
      }),
    loadQueue: () => guarded((db) => db.get('queue', 'queue')),
    saveQueue: (queue) => guarded(async (db) => void (await db.put('queue', queue, 'queue'))),
    loadDocument: (id) => guarded((db) => db.get('documents', id)),
    saveDocument: (id, document) => guarded(async (db) => void (await db.put('documents', document, id))),
    removeDocuments: (ids) =>
      guarded(async (db) => {
        const tx = db.transaction('documents', 'readwrite');
        await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
      }),
  };
}
