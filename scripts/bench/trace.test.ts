import { describe, expect, it } from 'vitest';
import { distribution, percentile, shareAbove } from './statistics';
import { END_MARK, frameWork, START_MARK, type TraceEvent } from './trace';

const event = (name: string, ts: number, patch: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ts,
  ph: 'I',
  pid: 1,
  tid: 1,
  ...patch,
});
const task = (ts: number, dur: number, patch: Partial<TraceEvent> = {}) =>
  event('RunTask', ts, { ph: 'X', dur, ...patch });

const wallOf = (events: readonly TraceEvent[]) => frameWork(events).map(({ wall }) => wall);

describe('frameWork', () => {
  const trace = [
    event(START_MARK, 1_000),
    task(1_100, 500), // before the first frame
    task(2_000, 4_000),
    event('BeginMainThreadFrame', 2_500),
    task(7_000, 1_000), // the same frame
    task(18_000, 3_000),
    event('BeginMainThreadFrame', 18_100),
    task(35_000, 9_000),
    event('BeginMainThreadFrame', 35_001), // cut off by the mark
    event(END_MARK, 50_000),
  ];

  it('adds the tasks from one frame to the next', () => {
    expect(wallOf(trace)).toEqual([5, 3]);
  });

  it('counts a task once that is traced under two names or nests another', () => {
    const nested = [task(2_000, 4_000, { name: 'ThreadControllerImpl::RunTask' }), task(3_000, 500)];
    expect(wallOf([...trace, ...nested])).toEqual([5, 3]);
  });

  it('ignores other threads and what lies outside the marks', () => {
    expect(
      wallOf([...trace, task(8_500, 9_000, { tid: 2 }), task(8_500, 9_000, { pid: 2 }), task(0, 900)]),
    ).toEqual([5, 3]);
  });

  it('adds processor time apart, and does not make it up', () => {
    const withCpu = trace.map((e) => (e.dur === undefined ? e : { ...e, tdur: e.dur / 2 }));
    expect(frameWork(withCpu)).toEqual([
      { wall: 5, cpu: 2.5 },
      { wall: 3, cpu: 1.5 },
    ]);
    expect(frameWork(trace).every(({ cpu }) => Number.isNaN(cpu))).toBe(true);
  });

  it('refuses a trace without marks or frames', () => {
    expect(() => frameWork([])).toThrow(/marks/);
    expect(() => frameWork([event(START_MARK, 0), event(END_MARK, 9)])).toThrow(/no frame/);
  });
});

describe('statistics', () => {
  it('takes percentiles by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(distribution(values)).toEqual({ count: 100, p50: 50, p95: 95, max: 100 });
    expect(percentile([7], 95)).toBe(7);
    expect(percentile([], 95)).toBeNaN();
  });

  it('counts only values above the limit', () => {
    expect(shareAbove([16, 25, 25.1, 40], 25)).toBe(0.5);
  });
});
