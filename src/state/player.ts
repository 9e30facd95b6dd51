import { type PlaybackStore, SPEEDS, STEPS_PER_SECOND } from './playback';
import type { ResultsStore } from './results';

/** Moves through the steps; playing stops at the last one, and starts over from there. */
export function createPlayer(playback: PlaybackStore, results: ResultsStore) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const last = () => results.getState().prepared?.structure.turns.list.length ?? 0;

  const goTo = (step: number) => {
    const turns = last();
    const next = turns === 0 ? 0 : Math.min(turns, Math.max(1, Math.round(step)));
    if (next !== playback.getState().step) playback.setState({ step: next });
  };

  const pause = () => {
    clearTimeout(timer);
    if (playback.getState().playing) playback.setState({ playing: false });
  };

  const tick = () => {
    timer = setTimeout(
      () => {
        const { step, playing } = playback.getState();
        if (!playing) return;
        goTo(step + 1);
        if (step + 1 >= last()) pause();
        else tick();
      },
      1000 / (STEPS_PER_SECOND * playback.getState().speed),
    );
  };

  const play = () => {
    if (last() < 2) return;
    if (playback.getState().step >= last()) goTo(1);
    playback.setState({ playing: true });
    clearTimeout(timer);
    tick();
  };

  return {
    goTo,
    play,
    pause,
    toggle: () => (playback.getState().playing ? pause() : play()),
    /** A step by hand stops playing. */
    stepBy(delta: number) {
      pause();
      goTo(playback.getState().step + delta);
    },
    cycleSpeed() {
      const { speed } = playback.getState();
      const index = SPEEDS.indexOf(speed as (typeof SPEEDS)[number]);
      playback.setState({ speed: SPEEDS[(index + 1) % SPEEDS.length]! });
    },
    dispose: () => clearTimeout(timer),
  };
}

export type Player = ReturnType<typeof createPlayer>;
