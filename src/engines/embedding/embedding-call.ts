import type { EmbeddedText } from '../../core/ports';
import { fail, ok, type Result } from '../../core/result';
import type { Waiter } from './embedding-queue';

/** `bytesLoaded` and `bytesTotal` are set in stage `download`; `done` and `total` count the texts of this call. */
export interface EmbeddingProgress {
  readonly stage: 'cache' | 'download' | 'start' | 'embed' | 'done';
  readonly bytesLoaded?: number;
  readonly bytesTotal?: number;
  readonly done: number;
  readonly total: number;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Called once per index, as soon as its vector is there; equal texts share one vector, which must not be changed. */
  onVector(index: number, embedded: EmbeddedText): void;
  onProgress(progress: EmbeddingProgress): void;
  /** Indices whose vectors the screen needs now. */
  readonly urgent?: ReadonlySet<number>;
}

interface Bytes {
  readonly bytesLoaded: number;
  readonly bytesTotal: number;
}

/** One embed call in progress: delivers vectors to every index of their text, and settles exactly once. */
export class EmbeddingCall {
  /** Distinct texts whose vectors are still missing. */
  readonly waiters = new Map<string, Waiter>();
  readonly settled: Promise<Result<void>>;
  private resolve!: (result: Result<void>) => void;
  private readonly indices = new Map<string, number[]>();
  private stage: EmbeddingProgress['stage'] = 'cache';
  private done = 0;
  private finished = false;

  constructor(
    private readonly texts: readonly string[],
    private readonly options: EmbedOptions,
    private readonly onFinish: (call: EmbeddingCall) => void,
  ) {
    this.settled = new Promise((resolve) => {
      this.resolve = resolve;
    });
    texts.forEach((text, index) => {
      const known = this.indices.get(text);
      if (known) known.push(index);
      else this.indices.set(text, [index]);
    });
  }

  /** Delivers what is known and finishes when that is everything; else the rest is in `waiters`. */
  start(known: (text: string) => EmbeddedText | undefined): void {
    if (this.options.signal.aborted) {
      this.cancel();
      return;
    }
    this.options.signal.addEventListener('abort', this.cancel);
    this.report();
    for (const [text, where] of this.indices) {
      const embedded = known(text);
      if (embedded) {
        this.deliver(text, embedded);
        continue;
      }
      this.waiters.set(text, {
        urgent: where.some((index) => this.options.urgent?.has(index)),
        onEmbedded: (found) => this.receive(text, found),
      });
    }
    if (this.waiters.size === 0) this.finish(ok(undefined));
  }

  get open(): boolean {
    return !this.finished;
  }

  progress(stage: EmbeddingProgress['stage'], bytes?: Bytes): void {
    this.stage = stage;
    this.report(bytes);
  }

  finish(result: Result<void>): void {
    if (this.finished) return;
    this.finished = true;
    this.options.signal.removeEventListener('abort', this.cancel);
    this.onFinish(this);
    if (result.ok) this.progress('done');
    this.resolve(result);
  }

  private readonly cancel = (): void =>
    this.finish(fail({ code: 'cancelled', message: 'Embedding was cancelled; finished vectors are kept.' }));

  private receive(text: string, embedded: EmbeddedText): void {
    this.waiters.delete(text);
    this.deliver(text, embedded);
    if (this.waiters.size === 0) this.finish(ok(undefined));
    else this.report();
  }

  private deliver(text: string, embedded: EmbeddedText): void {
    for (const index of this.indices.get(text)!) {
      this.done += 1;
      this.options.onVector(index, embedded);
    }
  }

  private report(bytes?: Bytes): void {
    this.options.onProgress({ stage: this.stage, ...bytes, done: this.done, total: this.texts.length });
  }
}
