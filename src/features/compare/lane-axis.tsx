import { type KeyboardEvent, memo, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { useApp } from '../../state/react';
import { stepAt } from '../../ui/canvas/map-geometry';
import { useGeometry } from './lane-step';
import type { LaneLayout } from './layout';
import { useStepEffect } from './use-lane';

/** Where a lane's step axis is taken hold of: dragging on any of them moves all lanes. LanePicture shows it. */
export const LaneAxis = memo(({ layout, main }: { readonly layout: LaneLayout; readonly main: boolean }) => {
  const app = useApp();
  const strip = useRef<HTMLDivElement>(null);
  const geometry = useGeometry(layout);
  useStepEffect(
    useCallback(
      (step) => {
        if (!main || !strip.current) return;
        strip.current.setAttribute('aria-valuenow', String(step));
        strip.current.setAttribute('aria-valuetext', `Step ${step} of ${geometry.turns}`);
      },
      [geometry, main],
    ),
  );
  const frame = useRef(0);
  /** Read once per press: reading in every frame asks for the page's style and layout. */
  const axisLeft = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  /** Once per frame: a hand moves more often than the screen, and every step paints all lanes. */
  const moveTo = ({ clientX }: PointerEvent<HTMLElement>) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      app.player.pause();
      app.player.goTo(stepAt(geometry, clientX - axisLeft.current));
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const big = Math.max(5, Math.round(layout.turns / 10));
    const moves: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -big,
      PageUp: big,
      Home: -layout.turns,
      End: layout.turns,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    app.player.stepBy(event.shiftKey && Math.abs(move) === 1 ? move * 5 : move);
  };
  const slider = main
    ? {
        role: 'slider' as const,
        tabIndex: 0,
        'aria-label': 'Step',
        'aria-valuemin': layout.turns === 0 ? 0 : 1,
        'aria-valuemax': layout.turns,
        'data-testid': 'scrubber',
        onKeyDown,
      }
    : { 'aria-hidden': true as const };
  return (
    <div
      ref={strip}
      className="lane-axis"
      style={{ width: layout.mapWidth }}
      {...slider}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        axisLeft.current = event.currentTarget.getBoundingClientRect().left;
        if (main) event.currentTarget.focus({ preventScroll: true });
        moveTo(event);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        if (!app.playback.getState().scrubbing) app.playback.setState({ scrubbing: true });
        moveTo(event);
      }}
      onLostPointerCapture={() => app.playback.setState({ scrubbing: false })}
    ></div>
  );
});
