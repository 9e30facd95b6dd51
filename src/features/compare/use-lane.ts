import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { LaneRun } from '../../core/simulate';
import { whenIdle } from '../../state/idle';
import { useApp } from '../../state/react';
import { createLiveText, type LiveText } from '../../ui/live-text';

/** Calls `paint` before the first paint and with every step. */
export function useStepEffect(paint: (step: number) => void): void {
  const { playback } = useApp();
  useLayoutEffect(() => {
    paint(playback.getState().step);
    return playback.subscribe((now, before) => now.step !== before.step && paint(now.step));
  }, [playback, paint]);
}

/**
 * Calls `write` before the first paint, with every step, and once a series of steps rests. `racing`: the next step
 * follows before anybody can read this one.
 */
export function useLiveStep(write: (step: number, racing: boolean) => void): void {
  const { playback } = useApp();
  useLayoutEffect(() => {
    const now = () => {
      const { step, restingStep } = playback.getState();
      write(step, step !== restingStep);
    };
    now();
    return playback.subscribe((a, b) => (a.step !== b.step || a.restingStep !== b.restingStep) && now());
  }, [playback, write]);
}

/** The same for what also follows the lane's result. */
export function useStepPaint(
  laneId: string,
  paint: (step: number, run: LaneRun | undefined, racing: boolean) => void,
): void {
  const { results, playback } = useApp();
  useLayoutEffect(() => {
    const now = () => {
      const { step, restingStep } = playback.getState();
      const { lanes, restingLanes } = results.getState();
      const lane = lanes[laneId];
      const rested = restingLanes[laneId];
      paint(step, lane?.run, step !== restingStep || (rested !== undefined && lane !== rested));
    };
    now();
    const stops = [
      results.subscribe(
        (a, b) =>
          (a.lanes[laneId] !== b.lanes[laneId] || a.restingLanes[laneId] !== b.restingLanes[laneId]) && now(),
      ),
      playback.subscribe((a, b) => (a.step !== b.step || a.restingStep !== b.restingStep) && now()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
}

/**
 * The live text of an element whose children are its parts and, last, its canvas; another element's is another one.
 * `moving`: the parts are its children instead, and it moves within the element.
 */
export function useLiveText(
  host: RefObject<HTMLElement | null>,
  moving?: RefObject<HTMLElement | null>,
): () => LiveText | null {
  const made = useRef<{ readonly host: HTMLElement; readonly live: LiveText } | null>(null);
  return useCallback(() => {
    const element = host.current;
    if (!element) return null;
    if (made.current?.host !== element) {
      const children = [...element.children] as HTMLElement[];
      const canvas = children.pop() as HTMLCanvasElement;
      const mover = moving?.current ?? null;
      const parts = mover ? ([...mover.children] as HTMLElement[]) : children;
      made.current = { host: element, live: createLiveText(element, canvas, parts, whenIdle, mover) };
    }
    return made.current.live;
  }, [host, moving]);
}
