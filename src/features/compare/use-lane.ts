import { useEffect } from 'react';
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
