import { fail, type Problem, type Result } from '../core/result';

/** Method names with what each takes and gives; both sides of a worker share one such type. */
export type Contract = Record<string, { readonly request: unknown; readonly response: unknown }>;

interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly request: unknown;
}
type ReplyMessage<Event> =
  | { readonly id: number; readonly result: Result<unknown> }
  | { readonly event: Event };

/** The part of Worker that is used; tests give a fake. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { readonly message?: string; preventDefault?(): void }) => void,
  ): void;
}

export interface WorkerHostOptions<Event> {
  /** Names the worker in sentences to the user, e.g. "The embedding worker". */
  readonly name: string;
  createWorker(): WorkerLike;
  onEvent?(event: Event): void;
}

/**
 * The main thread's side of one worker's life. No call ever rejects or hangs: a worker that cannot be made, crashes or
 * is terminated settles every pending and every later call with `worker-crashed` or `worker-stopped`. A fresh worker
 * needs a fresh host.
 */
export class WorkerHost<C extends Contract, Event = never> {
  private worker: WorkerLike | undefined;
  private dead: Problem | undefined;
  private nextId = 0;
  private readonly pending = new Map<number, (result: Result<never>) => void>();

  constructor(private readonly options: WorkerHostOptions<Event>) {
    try {
      this.worker = options.createWorker();
    } catch (error) {
      this.die({
        code: 'worker-crashed',
        message: `${options.name} could not be started: ${describeError(error)}.`,
      });
      return;
    }
    this.worker.addEventListener('message', ({ data }) => this.receive(data as ReplyMessage<Event>));
    this.worker.addEventListener('error', (event) => {
      // The failure is reported as a value; the browser need not report it on the console too.
      event.preventDefault?.();
      const reason = event.message ? `: ${event.message}` : '';
      this.die({ code: 'worker-crashed', message: `${options.name} stopped unexpectedly${reason}.` });
    });
    this.worker.addEventListener('messageerror', () => {
      this.die({ code: 'worker-crashed', message: `${options.name} sent something that cannot be read.` });
    });
  }

  call<M extends keyof C & string>(method: M, request: C[M]['request']): Promise<Result<C[M]['response']>> {
    const worker = this.worker;
    if (!worker || this.dead) return Promise.resolve(fail(this.dead ?? this.stopped()));
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.pending.set(id, resolve as (result: Result<unknown>) => void);
      try {
        worker.postMessage({ id, method, request } satisfies CallMessage);
      } catch (error) {
        this.pending.delete(id);
        resolve(
          fail({
            code: 'worker-failed',
            message: `${this.options.name} cannot take this: ${describeError(error)}.`,
          }),
        );
      }
    });
  }

  /** Ends the worker at once, mid-calculation too. */
  terminate(): void {
    this.die(this.stopped());
  }

  private stopped(): Problem {
    return { code: 'worker-stopped', message: `${this.options.name} was stopped.` };
  }

  private receive(message: ReplyMessage<Event>): void {
    if ('event' in message) {
      if (!this.dead) this.options.onEvent?.(message.event);
      return;
    }
    const settle = this.pending.get(message.id);
    this.pending.delete(message.id);
    settle?.(message.result as Result<never>);
  }

  private die(problem: Problem): void {
    if (this.dead) return;
    this.dead = problem;
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const settle of waiting) settle(fail(problem));
  }
}

/** The part of a worker's global scope that is used. */
export interface WorkerScope {
  postMessage(message: unknown, options?: { transfer: Transferable[] }): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export type Handlers<C extends Contract, Event> = {
  readonly [M in keyof C]: (
    request: C[M]['request'],
    emit: (event: Event) => void,
  ) => Promise<Result<C[M]['response']>>;
};

/** The worker's side: answers calls with what the handlers return; one that throws gives `worker-failed`. */
export function serveWorker<C extends Contract, Event = never>(
  scope: WorkerScope,
  handlers: Handlers<C, Event>,
): void {
  const emit = (event: Event): void => scope.postMessage({ event });
  scope.addEventListener('message', ({ data }) => {
    const { id, method, request } = data as CallMessage;
    void answer(handlers, method, request, emit).then((result) => scope.postMessage({ id, result }));
  });
}

async function answer<C extends Contract, Event>(
  handlers: Handlers<C, Event>,
  method: string,
  request: unknown,
  emit: (event: Event) => void,
): Promise<Result<unknown>> {
  try {
    const handler = handlers[method];
    if (!handler) return fail({ code: 'worker-failed', message: `The worker has no method ${method}.` });
    return await handler(request, emit);
  } catch (error) {
    return fail({ code: 'worker-failed', message: `The worker failed: ${describeError(error)}.` });
  }
}

export const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/, '');
