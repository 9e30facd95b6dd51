/**
 * What reading costs must grow as the input does, whatever is long about it. Counted are executed blocks of our code, not
 * milliseconds: the same numbers on any machine.
 */
import { type Profiler, Session } from 'node:inspector';
import { afterAll, describe, expect, it } from 'vitest';
import { LONG_INPUTS } from './testing/long-inputs';

const session = new Session();
session.connect();
const post = (method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
  );
// Only functions that are compiled from now on are counted block by block.
await post('Profiler.enable');
await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
afterAll(() => session.disconnect());

const { importText } = await import('./import-conversation');
const { JsonSplitter } = await import('./stream/json-splitter');

/** Blocks executed since the last call. */
async function takeCount(): Promise<number> {
  const { result } = (await post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType;
  const ours = result.filter(({ url }) => url.includes('/src/core/'));
  return ours
    .flatMap((script) => script.functions.flatMap((f) => f.ranges))
    .reduce((sum, range) => sum + range.count, 0);
}

async function count(work: () => void): Promise<number> {
  await takeCount();
  work();
  return takeCount();
}

const N = 400;
const split = (text: string): void => {
  const splitter = new JsonSplitter();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1000) splitter.push(bytes.subarray(at, at + 1000));
  splitter.end();
};

describe('twice as much costs about twice as much', () => {
  it.each(Object.entries(LONG_INPUTS))('%s', async (_, make) => {
    const read = (n: number) => () => {
      const imported = importText(make(n));
      if (!imported.ok) throw new Error(imported.error.message);
    };
    await count(read(N));
    const once = await count(read(N));
    expect((await count(read(2 * N))) / once).toBeLessThan(2.3);
  });

  it.each(Object.entries(LONG_INPUTS))('cutting %s', async (_, make) => {
    const once = await count(() => split(make(N)));
    expect((await count(() => split(make(2 * N)))) / once).toBeLessThan(2.3);
  });
});
