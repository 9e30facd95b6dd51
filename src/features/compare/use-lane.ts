import { useEffect, useLayoutEffect } from 'react';
import type { LaneRun } from '../../core/simulate';
import { useApp } from '../../state/react';

/**
 * Paints outside React: calls `paint` when the lane's result, or with `step` also when the step, changes. Slider and
 * scrubber moves thereby cost a canvas and no render.
 */
export function usePaintOn(
  laneId: string,
  paint: () => void,
  { step = false, filter = false, anyLane = false } = {},
): void {
  const { results, playback } = useApp();
  useEffect(() => {
    const stops = [
      results.subscribe((now, before) => {
        if (
          (anyLane && now.lanes !== before.lanes) ||
          now.lanes[laneId] !== before.lanes[laneId] ||
          now.prepared !== before.prepared
        )
          paint();
      }),
      playback.subscribe((now, before) => {
        if ((step && now.step !== before.step) || (filter && now.legendFilter !== before.legendFilter))
          paint();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [results, playback, laneId, paint, step, filter, anyLane]);
}

/** Calls `paint` before the first paint and with every step. */
export function useStepEffect(paint: (step: number) => void): void {
  const { playback } = useApp();
  useLayoutEffect(() => {
    paint(playback.getState().step);
    return playback.subscribe((now, before) => now.step !== before.step && paint(now.step));
  }, [playback, paint]);
}

/** Calls `paint` before the first paint, with every step, and with every change of the lane's result. */
export function useStepPaint(laneId: string, paint: (step: number, run: LaneRun | undefined) => void): void {
  const { results, playback } = useApp();
  useLayoutEffect(() => {
    const now = () => paint(playback.getState().step, results.getState().lanes[laneId]?.run);
    now();
    const stops = [
      results.subscribe((a, b) => a.lanes[laneId] !== b.lanes[laneId] && now()),
      playback.subscribe((a, b) => a.step !== b.step && now()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
}
