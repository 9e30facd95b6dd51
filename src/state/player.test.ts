import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { FactCache } from './fact-store';
import { createPlaybackStore, SPEEDS, STEPS_PER_SECOND } from './playback';
import { createPlayer } from './player';
import { createResultsStore } from './results';
import { createSimulation } from './simulation';
import { createWorkspaceStore, DEFAULT_SETTINGS } from './workspace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function playerOf(turns: number) {
  const messages = Array.from({ length: turns }, (_, i) => ({
    id: `m${i}`,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: `turn ${i + 1}` }],
    time: null,
  }));
  const results = createResultsStore();
  const workspace = createWorkspaceStore({
    document: emptyDocument({ id: 'own', title: 'Own', messages }),
    exampleId: null,
    lanes: [],
    settings: DEFAULT_SETTINGS,
  });
  createSimulation(workspace, results, new FactCache()).refresh();
  const playback = createPlaybackStore();
  return { playback, player: createPlayer(playback, results), step: () => playback.getState().step };
}

describe('playing', () => {
  it.each(SPEEDS)('at speed %s takes as many steps in a second', (speed) => {
    const { playback, player, step } = playerOf(50);
    playback.setState({ step: 1, speed });
    player.play();
    // Two seconds, so that half a speed gives whole steps.
    vi.advanceTimersByTime(2_000);
    expect(step()).toBe(1 + 2 * STEPS_PER_SECOND * speed);
    expect(playback.getState().playing).toBe(true);
  });

  it('stops at the last step, and starts over from there', () => {
    const { playback, player, step } = playerOf(4);
    playback.setState({ step: 2 });
    player.play();
    vi.advanceTimersByTime(10_000);
    expect(playback.getState()).toMatchObject({ step: 4, playing: false });
    player.toggle();
    expect(playback.getState()).toMatchObject({ step: 1, playing: true });
    player.toggle();
    vi.advanceTimersByTime(10_000);
    expect(step()).toBe(1);
  });

  it('ends with a step by hand', () => {
    const { playback, player, step } = playerOf(9);
    playback.setState({ step: 3 });
    player.play();
    player.stepBy(2);
    vi.advanceTimersByTime(10_000);
    expect(playback.getState()).toMatchObject({ step: 5, playing: false });
    player.stepBy(-9);
    expect(step()).toBe(1);
    player.stepBy(99);
    expect(step()).toBe(9);
  });

  it('is nothing where there is no second step', () => {
    for (const turns of [0, 1]) {
      const { playback, player, step } = playerOf(turns);
      player.play();
      expect(playback.getState().playing).toBe(false);
      player.goTo(5);
      expect(step()).toBe(turns);
    }
  });

  it('goes through the speeds and round again', () => {
    const { playback, player } = playerOf(3);
    const seen = SPEEDS.map(() => {
      player.cycleSpeed();
      return playback.getState().speed;
    });
    expect(seen).toEqual([2, 4, 0.5, 1]);
  });
});
