import type { Slices } from '../core/slices';

const SLICE_MS = 8;

/** What follows is another task: the page shows and answers what has come up before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Runs work a slice per task, so that the page stays responsive. `signal`: what is left is not done, and null returned. */
export async function inSlices<T>(work: Slices<T>, signal?: AbortSignal): Promise<T | null> {
  while (!signal?.aborted) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < until);
    await nextTask();
  }
  return null;
}
