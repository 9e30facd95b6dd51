import type { PlaybackStore } from './playback';
import type { ResultsStore } from './results';

/** What changes again sooner than this is watched, not read. */
export const REST_MS = 120;

/** Calls `arrive` once nothing moved for REST_MS; with `atOnce` also for the first change of a series. */
function atRest(arrive: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    moved(atOnce: boolean) {
      if (atOnce && timer === undefined) arrive();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        arrive();
      }, REST_MS);
    },
    dispose: () => clearTimeout(timer),
  };
}

const sameKeys = (a: object, b: object): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key, i) => key === Object.keys(b)[i]);
};

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
    // Under a hand that drags even the first change would cost the frame in which the drag begins.
    playback.subscribe((now, before) => now.step !== before.step && step.moved(!now.scrubbing)),
    results.subscribe((now, before) => {
      // Another conversation, an edit, new facts, a lane more or less: old results would be about something else.
      if (now.prepared !== before.prepared || !sameKeys(now.lanes, before.lanes)) arriveLanes();
      else if (now.lanes !== before.lanes) lanes.moved(false);
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
