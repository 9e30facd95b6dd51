import type { PlaybackStore } from './playback';

/** Steps that follow each other faster than this are watched, not read. */
export const REST_MS = 80;

/**
 * Keeps `restingStep` true: a single step arrives at once; of a quick series the first and the last do. What is read
 * (sentences, verdicts, tables) follows it, what is watched (maps, bars, numbers) follows `step` in the frame.
 */
export function createRest(playback: PlaybackStore) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arrive = () => {
    const { step, restingStep } = playback.getState();
    if (step !== restingStep) playback.setState({ restingStep: step });
  };
  const stop = playback.subscribe((now, before) => {
    if (now.step === before.step) return;
    if (timer === undefined) arrive();
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      arrive();
    }, REST_MS);
  });
  return {
    dispose() {
      clearTimeout(timer);
      stop();
    },
  };
}
