import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlaybackStore } from './playback';
import { createRest, REST_MS } from './rest';
import { createResultsStore, type LaneResult } from './results';

describe('the resting step', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const playback = createPlaybackStore();
    const results = createResultsStore();
    const rest = createRest(playback, results);
    return { playback, results, rest, resting: () => playback.getState().restingStep };
  };

  it('follows a single step at once', () => {
    const { playback, resting } = start();
    playback.setState({ step: 7 });
    expect(resting()).toBe(7);
  });

  it('of a quick series takes the first and the last', () => {
    const { playback, resting } = start();
    for (const step of [1, 2, 3, 4]) {
      playback.setState({ step });
      vi.advanceTimersByTime(REST_MS - 1);
      expect(resting()).toBe(1);
    }
    vi.advanceTimersByTime(1);
    expect(resting()).toBe(4);
    vi.advanceTimersByTime(REST_MS);
    playback.setState({ step: 5 });
    expect(resting()).toBe(5);
  });

  it('follows every step of a playback slower than that', () => {
    const { playback, resting } = start();
    for (const step of [1, 2, 3]) {
      playback.setState({ step });
      expect(resting()).toBe(step);
      vi.advanceTimersByTime(REST_MS + 3);
    }
  });

  it('stops with dispose', () => {
    const { playback, rest, resting } = start();
    playback.setState({ step: 1 });
    playback.setState({ step: 2 });
    rest.dispose();
    vi.advanceTimersByTime(REST_MS * 2);
    playback.setState({ step: 3 });
    expect(resting()).toBe(1);
  });

  const lanesOf = (version: number) => ({ a: { version } as LaneResult });

  it('waits for a dragging hand from its first move on', () => {
    const { playback, resting } = start();
    playback.setState({ step: 3 });
    vi.advanceTimersByTime(REST_MS);
    playback.setState({ scrubbing: true });
    for (const step of [4, 5]) {
      playback.setState({ step });
      expect(resting()).toBe(3);
      vi.advanceTimersByTime(REST_MS / 2);
    }
    vi.advanceTimersByTime(REST_MS);
    expect(resting()).toBe(5);
  });

  it('takes the results of a slider when it rests, but a lane that comes or goes at once', () => {
    const { results } = start();
    const versions = [1, 2, 3].map(lanesOf);
    results.setState({ lanes: versions[0]! });
    expect(results.getState().restingLanes).toBe(versions[0]);
    results.setState({ lanes: versions[1]! });
    results.setState({ lanes: versions[2]! });
    expect(results.getState().restingLanes).toBe(versions[0]);
    vi.advanceTimersByTime(REST_MS);
    expect(results.getState().restingLanes).toBe(versions[2]);
    results.setState({ lanes: {} });
    expect(results.getState().restingLanes).toEqual({});
  });

  it('never keeps results of an earlier conversation', () => {
    const { results } = start();
    results.setState({ lanes: lanesOf(1) });
    const lanes = lanesOf(2);
    results.setState({ lanes, prepared: {} as never });
    expect(results.getState().restingLanes).toBe(lanes);
  });
});
