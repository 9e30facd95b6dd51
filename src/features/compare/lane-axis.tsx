import { type KeyboardEvent, memo, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { recallAt } from '../../core/probes';
import { useApp, useResults } from '../../state/react';
import { type MapGeometry, stepAt, stepCenter } from '../../ui/canvas/map-geometry';
import { VerdictDot } from '../../ui/verdict';
import { useGeometry } from './lane-step';
import type { LaneLayout } from './layout';
import { useStepEffect } from './use-lane';

/** A lane's step axis with its questions; the needle's number is LanePicture's, and so are the axis's numbers. Dragging on any of them moves all lanes. */
export const LaneAxis = memo(
  ({
    laneId,
    layout,
    main,
  }: {
    readonly laneId: string;
    readonly layout: LaneLayout;
    readonly main: boolean;
  }) => {
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
      >
        <div className="lane-axis__line" />
        <Questions laneId={laneId} geometry={geometry} />
      </div>
    );
  },
);

const Questions = memo(
  ({ laneId, geometry }: { readonly laneId: string; readonly geometry: MapGeometry }) => {
    const probes = useResults((s) => s.probes.probes);
    // Only another level renders, not every value of a slider.
    const levels = useResults((s) => {
      const run = s.lanes[laneId]?.run;
      return s.probes.probes.map((p) => {
        const selection = run?.selection(p.step);
        const recall = run && selection ? recallAt(run.setup, selection, p.evidence).verbatim : 0;
        return recall >= 1 - 1e-9 ? 'all' : recall > 0 ? 'part' : 'none';
      });
    });
    return probes.map((p, i) => {
      return (
        <span
          key={p.probe.id}
          className="map-overlay__question lane-axis__question"
          style={{ left: stepCenter(geometry, p.step) }}
        >
          <VerdictDot level={levels[i] ?? 'none'} size={7} />
        </span>
      );
    });
  },
);
