import { fail, ok, type Result } from '../core/result';
import type { WorkerLike } from './worker-rpc';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly request: unknown;
}

/** A worker for tests: answers with `answer`, or holds calls back until `release`. Not part of the product. */
export class FakeWorker implements WorkerLike {
  readonly calls: Call[] = [];
  terminated = false;
  holding = false;
  private readonly held: Call[] = [];
  private readonly listeners = new Map<string, ((event: never) => void)[]>();

  constructor(private readonly answer: (method: string, request: never) => unknown) {}

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  postMessage(message: unknown): void {
    const call = structuredClone(message) as Call;
    this.calls.push(call);
    if (this.holding) this.held.push(call);
    else queueMicrotask(() => this.reply(call));
  }
  terminate(): void {
    this.terminated = true;
  }

  /** Answers everything that was held back. */
  release(): void {
    for (const call of this.held.splice(0)) this.reply(call);
  }
  emit(event: unknown): void {
    this.dispatch('message', { data: { event } });
  }
  crash(message?: string): void {
    this.dispatch('error', { message });
  }
  requests<T>(method: string): T[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.request as T);
  }

  private reply(call: Call): void {
    let result: Result<unknown>;
    try {
      result = ok(this.answer(call.method, call.request as never));
    } catch (problem) {
      result = fail(problem as never);
    }
    this.dispatch('message', { data: { id: call.id, result } });
  }
  private dispatch(type: string, event: unknown): void {
    if (this.terminated) return;
    for (const listener of this.listeners.get(type) ?? []) listener(event as never);
  }
}
