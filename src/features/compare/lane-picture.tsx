import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { useApp, useResults, useWorkspace } from '../../state/react';
import { LEAVE_MS } from '../../ui/canvas/margin-tween';
import { putPixels } from '../../ui/canvas/pixel-context';
import type { AxisQuestion } from '../../ui/canvas/step-marks-painter';
import { useCanvas } from '../../ui/canvas/use-canvas';
import { highestTokens, tokenPartsOf } from './bars-data';
import { createGround, type Motion, paintLane, questionsOf, ROOM } from './lane-painting';
import { type LaneLayout, laneLeft, laneRows } from './layout';

const MAP_ONLY_ROOM = { left: 8, right: 8 };
/** The needle begins above the map. */
const ABOVE_MAP = 4;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const NO_QUESTIONS: readonly AxisQuestion[] = [];

interface LanePicturesProps {
  readonly laneIds: readonly string[];
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
  /** Where the lane's box begins: CSS px from the positioned ancestor; the default is right inside that. */
  readonly left?: number;
  readonly top?: number;
  /** Only what stands in the map's rows: no label, no axis, no tokens per step. */
  readonly mapOnly?: boolean;
}

/**
 * Each lane's picture: its map, the needed turns' rows, this step's tokens per turn, tokens per step, the needle and its
 * rings. None of it is in the document, because what changes there asks for a new layout. One canvas per lane, because a
 * canvas is copied and drawn as a whole when anything on it changes, and a slider changes one lane; and an opaque one,
 * under the words, because blending layers costs more than drawing them.
 */
export const LanePictures = memo(({ laneIds, ...rest }: LanePicturesProps) =>
  laneIds.map((id, index) => (
    <LanePicture key={id} laneId={id} index={index} last={index === laneIds.length - 1} {...rest} />
  )),
);

interface LanePictureProps extends Omit<LanePicturesProps, 'laneIds'> {
  readonly laneId: string;
  readonly index: number;
  readonly last: boolean;
}

const LanePicture = memo(
  ({ laneId, index, last, layout, focusTurns, left = 0, top = 0, mapOnly = false }: LanePictureProps) => {
    const app = useApp();
    const budget = useWorkspace((w) => w.settings.budgetLine);
    const stale = useResults((s) => {
      const result = s.lanes[laneId];
      return result !== undefined && (result.stale ?? false) && result.run.done >= result.run.steps;
    });
    const rows = laneRows(layout);
    const mapTop = mapOnly ? ABOVE_MAP : rows.map;
    const height = mapOnly ? ABOVE_MAP + layout.mapHeight : rows.height;
    const room = mapOnly ? MAP_ONLY_ROOM : ROOM;
    const fullWidth = room.left + layout.laneWidth + room.right;

    const motion = useRef<Motion | null>(null);
    const paintedMax = useRef(0);
    const ground = useMemo(createGround, []);
    const canvas = useCanvas(
      useCallback(
        ({ canvas, context, width, height: heightNow, dpr, palette }) => {
          // Another layout's size: that of this one comes with the frame, and is painted in it.
          if (Math.abs(heightNow - height) > 1 || Math.abs(width - fullWidth) > 1) return;
          const { lanes, probes } = app.results.getState();
          const { step, legendFilter } = app.playback.getState();
          const maxTokens = highestTokens(lanes, budget);
          paintedMax.current = maxTokens;
          const size = { width: canvas.width, height: canvas.height };
          const run = lanes[laneId]?.run;
          // Another conversation's: the layout for as many turns as it has follows in this task, and paints.
          if (run && run.steps !== layout.turns) return;
          const place = { layout, left: Math.round(room.left * dpr), mapTop, mapOnly, dpr, palette };
          putPixels(
            context,
            { x: 0, y: 0, ...size },
            (pixels) => {
              if (!run) return pixels.clearRect(0, 0, size.width, size.height);
              const questions = mapOnly ? NO_QUESTIONS : questionsOf(run, probes);
              pixels.pixels.set(ground.of(run, size, place, questions, legendFilter));
              paintLane(pixels, run, {
                ...place,
                step,
                motion: motion.current,
                focusTurns,
                needed: mapOnly
                  ? [room.left, room.left + layout.laneWidth]
                  : [0, last ? room.left + layout.laneWidth : width],
                long: index === 0 && layout.laneWidth > 200,
                tokens: {
                  steps: run.steps,
                  parts: tokenPartsOf(run),
                  maxTokens,
                  budget,
                  step,
                  cacheBreaks: lanes[laneId]?.account?.cacheBroken ?? null,
                },
              });
            },
            palette.paper,
          );
        },
        [
          app,
          laneId,
          index,
          last,
          layout,
          focusTurns,
          budget,
          ground,
          mapTop,
          mapOnly,
          room,
          height,
          fullWidth,
        ],
      ),
      { opaque: true },
    );

    // The lane follows its result and the step in the same frame; another lane's result only where it moves the scale.
    const { paintNow } = canvas;
    useEffect(() => {
      const { results, playback } = app;
      let frame = 0;
      let lastMove = Number.NEGATIVE_INFINITY;
      const tick = () => {
        if (!motion.current) return;
        if (performance.now() - motion.current.start >= LEAVE_MS) motion.current = null;
        paintNow();
        if (motion.current) frame = requestAnimationFrame(tick);
      };
      const stops = [
        results.subscribe((now, before) => {
          if (now.lanes === before.lanes && now.probes === before.probes) return;
          const own = now.lanes[laneId] !== before.lanes[laneId] || now.probes !== before.probes;
          if (own || highestTokens(now.lanes, budget) !== paintedMax.current) paintNow();
        }),
        playback.subscribe((now, before) => {
          if (now.legendFilter !== before.legendFilter) paintNow();
          if (now.step === before.step) return;
          const start = performance.now();
          // Steps that race are watched as they are: a tween would paint every one of them many times.
          const single = start - lastMove > LEAVE_MS && !matchMedia(REDUCED_MOTION).matches;
          lastMove = start;
          motion.current = single && before.step > 0 ? { from: before.step, start } : null;
          cancelAnimationFrame(frame);
          if (motion.current) frame = requestAnimationFrame(tick);
          paintNow();
        }),
      ];
      return () => {
        cancelAnimationFrame(frame);
        for (const stop of stops) stop();
      };
    }, [app, laneId, budget, paintNow]);

    // Words are painted with the app's font once it is there.
    useEffect(() => {
      const onFonts = () => {
        ground.forget();
        paintNow();
      };
      document.fonts.addEventListener('loadingdone', onFonts);
      return () => document.fonts.removeEventListener('loadingdone', onFonts);
    }, [ground, paintNow]);

    return (
      <canvas
        ref={canvas.ref}
        className={stale ? 'lane-picture lane-picture--stale' : 'lane-picture'}
        aria-hidden="true"
        data-testid={`picture-${laneId}`}
        style={{
          left: left + laneLeft(layout.laneWidth, index) - room.left,
          top: top - (mapOnly ? ABOVE_MAP : 0),
          width: fullWidth,
          height,
        }}
      />
    );
  },
);
