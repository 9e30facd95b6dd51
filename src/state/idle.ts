/** A slider or scrubber that moves always comes first; without the browser's idle time (Safari, Node), a pause. */
export const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 16);
};
