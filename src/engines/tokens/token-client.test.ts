import { describe, expect, it } from 'vitest';
import { FakeWorker } from '../fake-worker';
import { createTokenClient } from './token-client';

const byLength = (_: string, { texts }: { texts: string[] }) => Int32Array.from(texts, (text) => text.length);
const sent = (worker: FakeWorker): string[][] =>
  worker.requests<{ texts: string[] }>('count').map((r) => r.texts);

function setUp() {
  const workers: FakeWorker[] = [];
  const client = createTokenClient(() => {
    const worker = new FakeWorker(byLength);
    workers.push(worker);
    return worker;
  });
  return { client, workers };
}

describe('token client', () => {
  it('counts each distinct text once, in the order asked, and starts no worker for what it knows', async () => {
    const { client, workers } = setUp();
    expect(await client.count(['', ''])).toEqual({ ok: true, value: Int32Array.of(0, 0) });
    expect(workers).toHaveLength(0);
    expect(await client.count(['aa', 'b', 'aa', ''])).toEqual({ ok: true, value: Int32Array.of(2, 1, 2, 0) });
    expect(await client.count(['b', 'ccc'])).toEqual({ ok: true, value: Int32Array.of(1, 3) });
    expect(workers).toHaveLength(1);
    expect(sent(workers[0]!)).toEqual([['aa', 'b'], ['ccc']]);
  });

  it('lets a later call use what an earlier one is still counting', async () => {
    const { client, workers } = setUp();
    const both = [client.count(['x', 'yy']), client.count(['yy', 'x'])];
    expect((await Promise.all(both)).every((result) => result.ok)).toBe(true);
    expect(sent(workers[0]!)).toEqual([['x', 'yy']]);
  });

  it('cancels between batches', async () => {
    const { client, workers } = setUp();
    const controller = new AbortController();
    const big = (letter: string): string => letter.repeat(600_000);
    await client.count(['start']);
    workers[0]!.holding = true;
    const counting = client.count([big('a'), big('b')], controller.signal);
    await Promise.resolve().then(() => Promise.resolve());
    controller.abort();
    workers[0]!.release();
    expect(await counting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(sent(workers[0]!).length).toBeLessThanOrEqual(2);
  });

  it('gives a crash as a value and counts with a fresh worker afterwards', async () => {
    const { client, workers } = setUp();
    await client.count(['a']);
    workers[0]!.holding = true;
    const counting = client.count(['bb']);
    await new Promise((resolve) => setTimeout(resolve));
    workers[0]!.crash();
    expect(await counting).toMatchObject({ ok: false, error: { code: 'worker-crashed' } });
    expect(await client.count(['bb'])).toEqual({ ok: true, value: Int32Array.of(2) });
    expect(workers).toHaveLength(2);
  });

  it('settles pending calls when disposed', async () => {
    const { client, workers } = setUp();
    await client.count(['a']);
    workers[0]!.holding = true;
    const counting = client.count(['bb']);
    await new Promise((resolve) => setTimeout(resolve));
    client.dispose();
    expect(await counting).toMatchObject({ ok: false, error: { code: 'worker-stopped' } });
    expect(workers[0]!.terminated).toBe(true);
  });
});
