import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from './idle';

describe('whenIdle', () => {
  let pressed = false;
  beforeEach(() => {
    vi.useFakeTimers();
    pressed = false;
    vi.stubGlobal('document', { documentElement: { matches: () => pressed } });
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('works in idle time', () => {
    const work = vi.fn();
    whenIdle(work);
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledOnce();
  });
  it('waits while a pointer is pressed, and works once after it', () => {
    const work = vi.fn();
    pressed = true;
    whenIdle(work);
    vi.advanceTimersByTime(5_000);
    expect(work).not.toHaveBeenCalled();
    pressed = false;
    vi.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledOnce();
  });
  it('works after a pause where the browser tells no idle time', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    const work = vi.fn();
    whenIdle(work);
    vi.advanceTimersByTime(16);
    expect(work).toHaveBeenCalledOnce();
  });
});
