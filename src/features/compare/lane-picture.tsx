import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { FATE } from '../../core/fate-codes';
import { type ResolvedProbes, recallAt } from '../../core/probes';
import type { LaneRun } from '../../core/simulate';
import type { PlaybackState } from '../../state/playback';
import { useApp, useResults, useWorkspace } from '../../state/react';
import { type DecayMapOptions, paintCells, paintDecayMap } from '../../ui/canvas/decay-map-painter';
import { drawsCells, type MapGeometry } from '../../ui/canvas/map-geometry';
import { bracketTurn, paintMarginBars } from '../../ui/canvas/margin-bars-painter';
import { LEAVE_MS, tweenMargin } from '../../ui/canvas/margin-tween';
import { cssColor, type FatePalette } from '../../ui/canvas/palette';
import { putPixels } from '../../ui/canvas/pixel-context';
import {
  type AxisQuestion,
  paintAxisLabels,
  paintNeededRows,
  paintQuestions,
  paintStepMarks,
  WORD_GAP,
} from '../../ui/canvas/step-marks-painter';
import { joinTokenBars } from '../../ui/canvas/token-bars-layers';
import type { TokenBarsData } from '../../ui/canvas/token-bars-painter';
import { type CanvasSurface, useCanvas } from '../../ui/canvas/use-canvas';
import { FATE_LABELS } from '../../ui/fate-labels';
import { axisLabels } from './axis-labels';
import { highestTokens, marginData, tokenPartsOf } from './bars-data';
import { GUTTER, type LaneLayout, laneLeft, laneRows, TOKEN_BARS } from './layout';

/** Room for what reaches beyond the lane's box, CSS px: half a pill at step 1, and words. Together the gutter, so that
 * pictures touch and do not overlap: they are opaque. */
const ROOM = { left: 8, right: GUTTER - 8 };
const MAP_ONLY_ROOM = { left: 8, right: 8 };
/** The needle begins above the map; where nothing stands below, it ends with it, or a stub would show under the number. */
const ABOVE_MAP = 4;
const BELOW_TOKENS = -10;

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

    const motion = useRef<Motion | null>(null);
    const paintedMax = useRef(0);
    const map = useMemo(createMapPicture, []);
    const canvas = useCanvas(
      useCallback(
        (surface) => {
          const { context, width, height, dpr, palette } = surface;
          const { lanes, probes } = app.results.getState();
          const { step, legendFilter } = app.playback.getState();
          const maxTokens = highestTokens(lanes, budget);
          paintedMax.current = maxTokens;
          context.setTransform(1, 0, 0, 1, 0, 0);
          context.fillStyle = cssColor(palette.paper);
          context.fillRect(0, 0, Math.round(width * dpr), Math.round(height * dpr));
          const run = lanes[laneId]?.run;
          if (!run) return;
          paintLane(surface, run, {
            layout,
            left: Math.round(room.left * dpr),
            picture: map(run, layout, legendFilter, surface),
            questions: mapOnly ? [] : questionsOf(run, probes),
            step,
            motion: motion.current,
            focusTurns,
            needed: mapOnly
              ? [room.left, room.left + layout.laneWidth]
              : [0, last ? room.left + layout.laneWidth : width],
            mapTop,
            mapOnly,
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
          context.setTransform(1, 0, 0, 1, 0, 0);
        },
        [app, laneId, index, last, layout, focusTurns, budget, map, mapTop, mapOnly, room],
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
    const paint = useRef(paintNow);
    paint.current = paintNow;
    useEffect(() => {
      let gone = false;
      void document.fonts.ready.then(() => gone || paint.current());
      return () => {
        gone = true;
      };
    }, []);

    return (
      <canvas
        ref={canvas.ref}
        className={stale ? 'lane-picture lane-picture--stale' : 'lane-picture'}
        aria-hidden="true"
        data-testid={`picture-${laneId}`}
        style={{
          left: left + laneLeft(layout.laneWidth, index) - room.left,
          top: top - (mapOnly ? ABOVE_MAP : 0),
          width: room.left + layout.laneWidth + room.right,
          height,
        }}
      />
    );
  },
);

/** The map is painted when it changes, not with every step; returns its picture. */
function createMapPicture() {
  let map: CanvasRenderingContext2D | null = null;
  let painted: readonly unknown[] = [];

  const paint = (run: LaneRun, geometry: MapGeometry, palette: FatePalette, options: DecayMapOptions) => {
    map ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!map) return;
    const size = {
      x: 0,
      y: 0,
      width: Math.round(geometry.width * geometry.dpr),
      height: Math.round(geometry.height * geometry.dpr),
    };
    if (map.canvas.width !== size.width) map.canvas.width = size.width;
    if (map.canvas.height !== size.height) map.canvas.height = size.height;
    if (!drawsCells(geometry)) paintDecayMap(map, run.fates, geometry, palette, options);
    else
      putPixels(
        map,
        size,
        (pixels) => paintCells(pixels, run.fates, geometry, palette, options),
        palette.paper,
      );
  };

  return (
    run: LaneRun,
    layout: LaneLayout,
    filter: PlaybackState['legendFilter'],
    { dpr, palette }: CanvasSurface,
  ): HTMLCanvasElement | null => {
    const inputs = [run, run.done, layout, filter, dpr, palette];
    if (!inputs.every((input, i) => input === painted[i]))
      paint(run, { width: layout.mapWidth, height: layout.mapHeight, dpr, turns: run.steps }, palette, {
        filter,
      });
    painted = inputs;
    return map?.canvas ?? null;
  };
}

/** A single step under way: the margin bars come from those of another one. */
interface Motion {
  readonly from: number;
  /** performance.now() */
  readonly start: number;
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function shownMargin(run: LaneRun, step: number, motion: Motion | null) {
  const now = marginData(run, step);
  if (!motion || run.done < motion.from || motion.from > run.steps) return now;
  return tweenMargin(marginData(run, motion.from), now, performance.now() - motion.start);
}

interface LanePaint {
  readonly layout: LaneLayout;
  /** Of the lane's box, device pixels. */
  readonly left: number;
  readonly picture: HTMLCanvasElement | null;
  readonly questions: readonly AxisQuestion[];
  readonly step: number;
  readonly motion: Motion | null;
  readonly focusTurns: readonly number[];
  /** Where the needed turns' rows begin and end, CSS px from the picture's left edge. */
  readonly needed: readonly [left: number, right: number];
  readonly mapTop: number;
  readonly mapOnly: boolean;
  readonly long: boolean;
  readonly tokens: TokenBarsData;
}

function paintLane(
  { context, dpr, palette }: CanvasSurface,
  run: LaneRun,
  {
    layout,
    left,
    picture,
    questions,
    step,
    motion,
    focusTurns,
    needed: [rowsLeft, rowsRight],
    mapTop,
    mapOnly,
    long,
    tokens,
  }: LanePaint,
): void {
  const block = (x: number, y: number, size: { readonly width: number; readonly height: number }) => ({
    x: left + Math.round(x * dpr),
    y: Math.round(y * dpr),
    width: Math.round(size.width * dpr),
    height: Math.round(size.height * dpr),
  });
  if (picture) context.drawImage(picture, left, Math.round(mapTop * dpr));
  const rows = laneRows(layout);
  const known = step > 0 && run.done >= step;
  const margin = known ? shownMargin(run, step, motion) : null;
  if (margin) {
    const size = { width: layout.bars, height: layout.mapHeight, dpr };
    putPixels(
      context,
      block(layout.mapWidth + layout.gap, mapTop, size),
      (pixels) => paintMarginBars(pixels, margin, size, palette),
      palette.paper,
    );
  }
  if (!mapOnly) {
    const size = { width: layout.mapWidth, height: TOKEN_BARS, dpr };
    putPixels(
      context,
      block(0, rows.tokens, size),
      (pixels) => joinTokenBars(pixels, tokens, size, palette),
      palette.paper,
    );
  }
  const map = { width: layout.mapWidth, height: layout.mapHeight, dpr, turns: layout.turns };
  const needed = focusTurns.filter((turn) => turn <= layout.turns);
  paintNeededRows(context, needed, { map, mapTop, left: rowsLeft, right: rowsRight }, palette);
  if (!mapOnly)
    paintAxisLabels(
      context,
      axisLabels(layout.turns, layout.mapWidth),
      { map, left, axisTop: rows.axis },
      palette,
    );
  context.setTransform(1, 0, 0, 1, left, 0);
  if (!mapOnly) paintQuestions(context, questions, { map, axisTop: rows.axis }, palette);
  if (step === 0) return;
  const spoken = needed.filter((turn) => turn <= step);
  paintStepMarks(
    context,
    {
      step,
      rings: spoken,
      words:
        margin && !mapOnly && layout.rowHeight >= 8
          ? goneWords(run, step, spoken, wordRoom(layout), margin.summaries.map(bracketTurn))
          : [],
      label: mapOnly ? '' : long ? `tokens, step ${step}` : `step ${step}`,
    },
    {
      map,
      mapTop,
      columnBottom: mapOnly ? mapTop + layout.mapHeight : rows.height + BELOW_TOKENS,
      labelRight: layout.mapWidth + layout.gap + layout.bars,
      axisTop: mapOnly ? null : rows.axis,
    },
    palette,
  );
}

const questionCache = new WeakMap<
  LaneRun,
  { readonly done: number; readonly probes: ResolvedProbes; readonly questions: readonly AxisQuestion[] }
>();

/** What the lane has of what each question needs; worked out once a run, not with every step. */
function questionsOf(run: LaneRun, probes: ResolvedProbes): readonly AxisQuestion[] {
  const known = questionCache.get(run);
  if (known?.done === run.done && known.probes === probes) return known.questions;
  const questions = probes.probes.map(({ step, evidence }) => {
    const selection = run.selection(step);
    return { step, recall: selection ? recallAt(run.setup, selection, evidence).verbatim : 0 };
  });
  questionCache.set(run, { done: run.done, probes, questions });
  return questions;
}

const GONE: ReadonlyMap<number, string> = new Map(
  (['dropped', 'folded', 'archived', 'summarized'] as const).map((fate) => [FATE[fate], FATE_LABELS[fate]]),
);

/** How many letters of 11 px fit between a map and the picture's edge; a word that does not fit is not begun. */
const wordRoom = ({ gap, bars }: LaneLayout): number =>
  Math.round((gap + bars + ROOM.right - WORD_GAP) / 5.8);

/** The legend's word where a needed turn has no bar; `taken`: rows in which a summary's bar stands. */
function goneWords(
  run: LaneRun,
  step: number,
  turns: readonly number[],
  letters: number,
  taken: readonly number[],
) {
  return turns.flatMap((turn) => {
    if (taken.includes(turn)) return [];
    const text = turn < step && GONE.get(run.fates.fates[(step - 1) * run.steps + turn - 1]!);
    return text && text.length <= letters ? [{ turn, text }] : [];
  });
}
