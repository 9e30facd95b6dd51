const AGAIN_MS = 60;

/** A pointer is pressed: something is dragged, or may be. */
export const handIsOn = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.matches(':active');

/**
 * Runs `work` when the browser has time, and not under a hand that drags: a slice of a few milliseconds may still be the
 * one too many for a frame. Without the browser's idle time (Safari, Node), after a pause.
 */
export const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback !== 'function') {
    setTimeout(work, 16);
    return;
  }
  requestIdleCallback(() => (handIsOn() ? setTimeout(() => whenIdle(work), AGAIN_MS) : work()), {
    timeout: 3_000,
  });
};
