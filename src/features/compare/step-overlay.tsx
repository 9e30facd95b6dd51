import { memo, useCallback, useEffect, useRef } from 'react';
import { FATE } from '../../core/fate-codes';
import type { LaneRun } from '../../core/simulate';
import { useApp, useWorkspace } from '../../state/react';
import { paintMarginBars } from '../../ui/canvas/margin-bars-painter';
import { LEAVE_MS, tweenMargin } from '../../ui/canvas/margin-tween';
import { putPixels } from '../../ui/canvas/pixel-context';
import { paintStepMarks } from '../../ui/canvas/step-marks-painter';
import { joinTokenBars } from '../../ui/canvas/token-bars-layers';
import type { TokenBarsData } from '../../ui/canvas/token-bars-painter';
import { type CanvasSurface, useCanvas } from '../../ui/canvas/use-canvas';
import { FATE_LABELS } from '../../ui/fate-labels';
import { highestTokens, marginData, tokenPartsOf } from './bars-data';
import { numberTexts } from './lane-step';
import { GUTTER, type LaneLayout, laneLeft, laneRows, numberBox, TOKEN_BARS } from './layout';

/** What marks need beyond the lane's own box: half a pill at step 1. */
const BLEED = 12;
const BELOW_TOKENS = -10;

interface StepOverlayProps {
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
 * Everything that moves with the step: this step's tokens per turn, tokens per step, the needle and its rings. None of it
 * is in the document, because a text that changes there asks for a new layout. One canvas per lane, because a canvas is
 * copied and drawn as a whole when anything on it changes, and a slider changes one lane.
 */
export const StepOverlay = memo(({ laneIds, ...rest }: StepOverlayProps) =>
  laneIds.map((id, index) => <LaneOverlay key={id} laneId={id} index={index} {...rest} />),
);

interface LaneOverlayProps extends Omit<StepOverlayProps, 'laneIds'> {
  readonly laneId: string;
  readonly index: number;
}

const LaneOverlay = memo(
  ({ laneId, index, layout, focusTurns, left = 0, top = 0, mapOnly = false }: LaneOverlayProps) => {
    const app = useApp();
    const budget = useWorkspace((w) => w.settings.budgetLine);
    const rows = laneRows(layout);
    const mapTop = mapOnly ? 4 : rows.map;
    const height = mapOnly ? layout.mapHeight + 8 : rows.height;

    const motion = useRef<Motion | null>(null);
    const paintedMax = useRef(0);
    const canvas = useCanvas(
      useCallback(
        (surface) => {
          const { context, width, height, dpr } = surface;
          const { lanes, prepared } = app.results.getState();
          const { step } = app.playback.getState();
          const maxTokens = highestTokens(lanes, budget);
          paintedMax.current = maxTokens;
          context.setTransform(1, 0, 0, 1, 0, 0);
          context.clearRect(0, 0, Math.round(width * dpr), Math.round(height * dpr));
          const result = lanes[laneId];
          if (!result || step === 0) return;
          paintLane(surface, result.run, Math.round(BLEED * dpr), {
            layout,
            step,
            exact: prepared?.tokens.exact ?? true,
            motion: motion.current,
            focusTurns,
            mapTop,
            mapOnly,
            long: index === 0 && layout.laneWidth > 200,
            tokens: {
              steps: result.run.steps,
              parts: tokenPartsOf(result.run),
              maxTokens,
              budget,
              step,
              cacheBreaks: result.account?.cacheBroken ?? null,
            },
          });
          context.setTransform(1, 0, 0, 1, 0, 0);
        },
        [app, laneId, index, layout, focusTurns, budget, mapTop, mapOnly],
      ),
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
          if (now.lanes === before.lanes) return;
          const own = now.lanes[laneId] !== before.lanes[laneId];
          if (own || highestTokens(now.lanes, budget) !== paintedMax.current) paintNow();
        }),
        playback.subscribe((now, before) => {
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
        className="step-overlay"
        aria-hidden="true"
        style={{
          left: left + laneLeft(layout.laneWidth, index) - BLEED,
          top: top - (mapOnly ? mapTop : 0),
          width: BLEED * 2 + layout.laneWidth,
          height,
        }}
      />
    );
  },
);

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
  readonly step: number;
  readonly exact: boolean;
  readonly motion: Motion | null;
  readonly focusTurns: readonly number[];
  readonly mapTop: number;
  readonly mapOnly: boolean;
  readonly long: boolean;
  readonly tokens: TokenBarsData;
}

function paintLane(
  surface: CanvasSurface,
  run: LaneRun,
  x: number,
  { layout, step, exact, motion, focusTurns, mapTop, mapOnly, long, tokens }: LanePaint,
): void {
  const { context, dpr, palette } = surface;
  const block = (left: number, top: number, size: { readonly width: number; readonly height: number }) => ({
    x: x + Math.round(left * dpr),
    y: Math.round(top * dpr),
    width: Math.round(size.width * dpr),
    height: Math.round(size.height * dpr),
  });
  const rows = laneRows(layout);
  const known = run.done >= step;
  if (known) {
    const size = { width: layout.bars, height: layout.mapHeight, dpr };
    putPixels(context, block(layout.mapWidth + layout.gap, mapTop, size), (pixels) =>
      paintMarginBars(pixels, shownMargin(run, step, motion), size, palette),
    );
  }
  if (!mapOnly) {
    const size = { width: layout.mapWidth, height: TOKEN_BARS, dpr };
    putPixels(context, block(0, rows.tokens, size), (pixels) => joinTokenBars(pixels, tokens, size, palette));
  }
  context.setTransform(1, 0, 0, 1, x, 0);
  const map = { width: layout.mapWidth, height: layout.mapHeight, dpr, turns: layout.turns };
  const spoken = focusTurns.filter((turn) => turn <= step && turn <= layout.turns);
  paintStepMarks(
    context,
    {
      step,
      rings: spoken,
      words: known && !mapOnly && layout.rowHeight >= 8 ? goneWords(run, step, spoken, wordRoom(layout)) : [],
      label: mapOnly ? '' : long ? `tokens, step ${step}` : `step ${step}`,
    },
    {
      map,
      mapTop,
      columnBottom: mapOnly ? mapTop + layout.mapHeight + 4 : rows.height + BELOW_TOKENS,
      labelRight: layout.mapWidth + layout.gap + layout.bars,
      axisTop: mapOnly ? null : rows.axis,
      text: known ? numberText(surface, run, { layout, step, exact, mapTop, mapOnly }) : null,
    },
    palette,
  );
}

/** The lane's number as the needle finds it in its way; null where the needle is right of all its words. */
function numberText(
  { context, dpr, palette }: CanvasSurface,
  run: LaneRun,
  { layout, step, exact, mapTop, mapOnly }: Omit<LanePaint, 'motion' | 'focusTurns' | 'long' | 'tokens'>,
) {
  const box = numberBox(layout, mapOnly);
  if (!box || (layout.mapWidth / layout.turns) * (step - 1) > box.width + 10) return null;
  const { value, unit, note } = numberTexts(run, step, exact);
  const measure = (weight: number, size: number, text: string) => {
    context.font = `${weight} ${size * dpr}px ${palette.sans}`;
    return context.measureText(text).width / dpr;
  };
  const noteWidth = box.note === 0 ? 0 : measure(400, box.unitFont, note);
  const right = Math.max(measure(550, box.font, value), measure(400, box.unitFont, unit), noteWidth);
  const oneLine = box.note > 0 && noteWidth <= box.width;
  return {
    top: mapTop + box.top,
    bottom: mapTop + (oneLine ? box.top + box.note + 14 : box.bottom),
    right: Math.min(box.width, right),
  };
}

const GONE: ReadonlyMap<number, string> = new Map(
  (['dropped', 'folded', 'archived', 'summarized'] as const).map((fate) => [FATE[fate], FATE_LABELS[fate]]),
);

/** How many letters of 11 px fit between a map and the next lane; a word that does not fit is not begun. */
const wordRoom = ({ bars }: LaneLayout): number => Math.round((bars + GUTTER) / 5.8);

/** The legend's word where a needed turn has no bar. */
function goneWords(run: LaneRun, step: number, turns: readonly number[], letters: number) {
  return turns.flatMap((turn) => {
    const text = turn < step && GONE.get(run.fates.fates[(step - 1) * run.steps + turn - 1]!);
    return text && text.length <= letters ? [{ turn, text }] : [];
  });
}
