import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '../core/result';
import { FakeWorker } from './fake-worker';
import { type Handlers, serveWorker, WorkerHost, type WorkerLike } from './worker-rpc';

type Sums = { readonly add: { readonly request: readonly number[]; readonly response: number } };
const sum = (_: string, request: readonly number[]): number => request.reduce((a, b) => a + b, 0);
const hostOf = (createWorker: () => WorkerLike) =>
  new WorkerHost<Sums, string>({ name: 'The worker', createWorker });

describe('WorkerHost', () => {
  it('gives each call its own answer', async () => {
    const host = hostOf(() => new FakeWorker(sum));
    expect(await Promise.all([host.call('add', [1, 2]), host.call('add', [3])])).toEqual([ok(3), ok(3)]);
  });

  it('settles pending and later calls when the worker crashes', async () => {
    const worker = new FakeWorker(sum);
    worker.holding = true;
    const host = hostOf(() => worker);
    const pending = host.call('add', [1]);
    worker.crash('out of memory');
    const problem = { code: 'worker-crashed', message: 'The worker stopped unexpectedly: out of memory.' };
    expect(await pending).toEqual(fail(problem));
    expect(await host.call('add', [1])).toEqual(fail(problem));
    expect(worker.terminated).toBe(true);
  });

  it('settles calls when the worker cannot be made at all', async () => {
    const host = hostOf(() => {
      throw new Error('forbidden here.');
    });
    expect(await host.call('add', [])).toMatchObject({
      ok: false,
      error: { code: 'worker-crashed', message: 'The worker could not be started: forbidden here.' },
    });
  });

  it('settles calls when it is terminated, and ignores what comes after', async () => {
    const worker = new FakeWorker(sum);
    worker.holding = true;
    const onEvent = vi.fn();
    const host = new WorkerHost<Sums, string>({ name: 'The worker', createWorker: () => worker, onEvent });
    worker.emit('hello');
    const pending = host.call('add', [1]);
    host.terminate();
    worker.release();
    worker.emit('late');
    expect(await pending).toMatchObject({ ok: false, error: { code: 'worker-stopped' } });
    expect(onEvent.mock.calls).toEqual([['hello']]);
  });

  it('answers a request that cannot be sent', async () => {
    const host = hostOf(() => new FakeWorker(sum));
    expect(await host.call('add', (() => 0) as never)).toMatchObject({
      ok: false,
      error: { code: 'worker-failed' },
    });
    expect(await host.call('add', [2])).toEqual(ok(2));
  });
});

describe('serveWorker', () => {
  /** Both real ends, joined without a thread. */
  function joined(handlers: Handlers<Sums, string>, onEvent?: (event: string) => void) {
    let toWorker: (event: { data: unknown }) => void = () => {};
    let toHost: (event: { data: unknown }) => void = () => {};
    serveWorker<Sums, string>(
      {
        addEventListener: (_, listener) => {
          toWorker = listener;
        },
        postMessage: (data) => toHost({ data: structuredClone(data) }),
      },
      handlers,
    );
    return new WorkerHost<Sums, string>({
      name: 'The worker',
      ...(onEvent ? { onEvent } : {}),
      createWorker: () => ({
        postMessage: (data) => toWorker({ data: structuredClone(data) }),
        terminate: () => {},
        addEventListener: (type: string, listener: (event: never) => void) => {
          if (type === 'message') toHost = listener as typeof toHost;
        },
      }),
    });
  }

  it('passes results, failures and events, and turns a throw into a value', async () => {
    const onEvent = vi.fn();
    const add: Handlers<Sums, string>['add'] = async (numbers, emit) => {
      emit(`adding ${numbers.length}`);
      if (numbers.length === 0) return fail({ code: 'nothing', message: 'Nothing to add.' });
      if (numbers.includes(13)) throw new Error('unlucky');
      return ok(sum('', numbers));
    };
    const host = joined({ add }, onEvent);
    expect(await host.call('add', [1, 2])).toEqual(ok(3));
    expect(await host.call('add', [])).toEqual(fail({ code: 'nothing', message: 'Nothing to add.' }));
    expect(await host.call('add', [13])).toEqual(
      fail({ code: 'worker-failed', message: 'The worker failed: unlucky.' }),
    );
    expect(await host.call('subtract' as 'add', [1])).toMatchObject({
      ok: false,
      error: { code: 'worker-failed' },
    });
    expect(onEvent.mock.calls).toEqual([['adding 2'], ['adding 0'], ['adding 1']]);
  });
});
