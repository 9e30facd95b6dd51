import type { PlaybackStore } from './playback';
import type { ResultsStore } from './results';

/** What changes again sooner than this is watched, not read. */
export const REST_MS = 80;

/** Calls `arrive` for a single change at once; of a quick series for the first and the last. */
function atRest(arrive: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    moved() {
      if (timer === undefined) arrive();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        arrive();
      }, REST_MS);
    },
    dispose: () => clearTimeout(timer),
  };
}

/**
 * Keeps `restingStep` and `restingLanes` true: what is read (sentences, verdicts, tables) follows them, what is watched
 * (maps, bars, numbers) follows `step` and `lanes` in the frame.
 */
export function createRest(playback: PlaybackStore, results: ResultsStore) {
  const step = atRest(() => {
    const { step, restingStep } = playback.getState();
    if (step !== restingStep) playback.setState({ restingStep: step });
  });
  const arriveLanes = () => {
    const { lanes, restingLanes } = results.getState();
    if (lanes !== restingLanes) results.setState({ restingLanes: lanes });
  };
  const lanes = atRest(arriveLanes);
  const stops = [
    playback.subscribe((now, before) => now.step !== before.step && step.moved()),
    results.subscribe((now, before) => {
      // Another conversation, an edit, new facts: old results would be about something else.
      if (now.prepared !== before.prepared) arriveLanes();
      else if (now.lanes !== before.lanes) lanes.moved();
    }),
  ];
  return {
    dispose() {
      step.dispose();
      lanes.dispose();
      for (const stop of stops) stop();
    },
  };
}
