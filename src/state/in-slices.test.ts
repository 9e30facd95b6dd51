import { afterEach, describe, expect, it, vi } from 'vitest';
import { inSlices } from './in-slices';

afterEach(() => vi.restoreAllMocks());

/** Ten pieces of 3 ms each. `pauses`: pieces done whenever the page has room for something else. */
function start(signal?: AbortSignal) {
  let now = 0;
  let done = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pauses: number[] = [];
  const later = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work) => {
    pauses.push(done);
    return later(work);
  });
  function* pieces() {
    while (done < 10) {
      done++;
      now += 3;
      yield;
    }
    return 'all of it';
  }
  return { pauses, result: inSlices(pieces(), signal) };
}

describe('inSlices', () => {
  it('leaves the page room after some milliseconds, again and again', async () => {
    const { pauses, result } = start();
    expect(await result).toBe('all of it');
    expect(pauses).toEqual([3, 6, 9]);
  });

  it('stops where it is when it is cancelled', async () => {
    const controller = new AbortController();
    const { pauses, result } = start(controller.signal);
    controller.abort();
    expect(await result).toBeNull();
    expect(pauses).toEqual([3]);
  });
});
