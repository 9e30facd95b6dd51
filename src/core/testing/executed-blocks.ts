import { type Profiler, Session } from 'node:inspector';

/*
 * Work counted in executed blocks of our code, not in milliseconds: the same numbers on any machine. Only functions that
 * are compiled after this module was loaded are counted block by block, so a test imports it first and what it counts by
 * `await import`. What a regular expression does inside is not counted.
 */
const session = new Session();
session.connect();
const post = (method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
  );
await post('Profiler.enable');
await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Blocks executed since the last call. */
export async function takeBlocks(): Promise<number> {
  const { result } = (await post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType;
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap((script) => script.functions.flatMap((f) => f.ranges))
    .reduce((sum, range) => sum + range.count, 0);
}

/** Blocks that `work` executes. */
export async function blocksOf(work: () => void): Promise<number> {
  await takeBlocks();
  work();
  return takeBlocks();
}
