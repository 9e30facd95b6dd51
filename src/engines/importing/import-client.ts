import type { Message } from '../../core/conversation';
import type { Imported } from '../../core/importers/importer';
import type { ConversationEntry, ReadProgress, SourceIndex } from '../../core/importers/sources/source-index';
import { fail, ok, type Result } from '../../core/result';
import { WorkerHost, type WorkerLike } from '../worker-rpc';
import type { ImportContract, ImportEvent, ImportedHead, SourceInput } from './import-contract';

export interface ReadOptions {
  /** Ends the worker at once: the call fails with `cancelled`. */
  readonly signal?: AbortSignal;
  onProgress?(progress: ReadProgress): void;
}

export interface ListOptions extends ReadOptions {
  /** Conversations as they are found, each once, in the order of the index. */
  onFound?(conversations: readonly ConversationEntry[]): void;
}

/**
 * Reads files in a worker that starts with the first call. Calls wait for each other. Never rejects; errors are those of
 * `listSources` and `readConversation`, `cancelled`, `worker-crashed` and `code-missing`. After a crash or a cancellation
 * the next call starts a fresh worker; where none can be started, small files are read on the page's thread.
 */
export interface ImportClient {
  list(inputs: readonly SourceInput[], options?: ListOptions): Promise<Result<SourceIndex>>;
  /** `input` is what the entry was listed from: number `entry.place.file`. */
  read(
    input: SourceInput,
    entry: ConversationEntry,
    options?: ReadOptions & { readonly leafId?: string | undefined },
  ): Promise<Result<Imported>>;
  /** Ends the worker; a pending call fails with `worker-stopped`. */
  dispose(): void;
}

/** What the page's thread reads without a worker: a second or so of a frozen page at most. */
const SMALL_BYTES = 8 * 1024 * 1024;

/** Creates the real worker. One literal expression, or the bundler does not see the worker. */
export const createImportWorker = (): WorkerLike =>
  new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });

type Method = keyof ImportContract & string;

export function createImportClient(createWorker: () => WorkerLike): ImportClient {
  let host: WorkerHost<ImportContract, ImportEvent> | undefined;
  let started = false;
  let onEvent: (event: ImportEvent) => void = () => undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function stop(): void {
    host?.terminate();
    host = undefined;
  }

  async function call<M extends Method>(
    method: M,
    request: ImportContract[M]['request'],
    bytes: number,
    listener: (event: ImportEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<ImportContract[M]['response']>> {
    if (signal?.aborted) return fail(cancelled);
    onEvent = listener;
    host ??= new WorkerHost<ImportContract, ImportEvent>({
      name: 'The part that reads files',
      createWorker,
      onEvent: (event) => {
        started = true;
        onEvent(event);
      },
    });
    signal?.addEventListener('abort', stop);
    const result = await host.call(method, request);
    signal?.removeEventListener('abort', stop);
    if (signal?.aborted) return fail(cancelled);
    if (result.ok || result.error.code !== 'worker-crashed') return result;
    stop();
    return started || bytes > SMALL_BYTES ? result : onThisThread(method, request, listener);
  }

  /** One after the other: events do not say which call they belong to. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = previous.then(work);
    previous = result;
    return result;
  }

  return {
    list: (inputs, options = {}) =>
      inTurn(async () => {
        const conversations: ConversationEntry[] = [];
        const bytes = inputs.reduce((sum, input) => sum + sizeOf(input), 0);
        const listener = (event: ImportEvent): void => {
          if (event.type === 'progress') options.onProgress?.(event.progress);
          if (event.type !== 'found') return;
          for (const found of event.conversations) conversations.push(found);
          options.onFound?.(event.conversations);
        };
        const listed = await call('list', { inputs }, bytes, listener, options.signal);
        if (!listed.ok) return listed;
        // A source that turned out to be damaged behind its first conversations is not read at all.
        const sound = new Set(listed.value.filter((s) => s.format !== null).map((s) => s.name));
        return ok({ sources: listed.value, conversations: conversations.filter((c) => sound.has(c.source)) });
      }),

    read: (input, entry, options = {}) =>
      inTurn(async () => {
        const messages: Message[] = [];
        const listener = (event: ImportEvent): void => {
          if (event.type === 'progress') options.onProgress?.(event.progress);
          if (event.type === 'messages') for (const message of event.messages) messages.push(message);
        };
        const request = { input, entry, leafId: options.leafId };
        const head = await call('read', request, sizeOf(input), listener, options.signal);
        return head.ok ? ok(joined(head.value, messages)) : head;
      }),

    dispose: stop,
  };
}

async function onThisThread<M extends Method>(
  method: M,
  request: ImportContract[M]['request'],
  emit: (event: ImportEvent) => void,
): Promise<Result<ImportContract[M]['response']>> {
  try {
    const { createImportService } = await import('./import-service');
    return await createImportService()[method](request, emit);
  } catch {
    return fail({
      code: 'code-missing',
      message: 'The part that reads files could not be loaded. Is the connection gone?',
    });
  }
}

function joined({ conversation, project, ...head }: ImportedHead, messages: readonly Message[]): Imported {
  const whole = { ...conversation, messages };
  return {
    ...head,
    conversation: whole,
    ...(project ? { project: { ...project, document: { ...project.document, conversation: whole } } } : {}),
  };
}

const sizeOf = (input: SourceInput): number => ('text' in input ? input.text.length : input.blob.size);
const cancelled = { code: 'cancelled', message: 'Reading was cancelled.' };
