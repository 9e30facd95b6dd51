import { FATE } from '../../core/fate-codes';
import { type ResolvedProbes, recallAt } from '../../core/probes';
import type { LaneRun } from '../../core/simulate';
import type { PlaybackState } from '../../state/playback';
import { type DecayMapOptions, paintDecayMap } from '../../ui/canvas/decay-map-painter';
import type { MapGeometry } from '../../ui/canvas/map-geometry';
import { bracketTurn, paintMarginBars } from '../../ui/canvas/margin-bars-painter';
import { tweenMargin } from '../../ui/canvas/margin-tween';
import type { FatePalette } from '../../ui/canvas/palette';
import { PixelContext, pixelOf, putPixels } from '../../ui/canvas/pixel-context';
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
import { FATE_LABELS } from '../../ui/fate-labels';
import { axisLabels } from './axis-labels';
import { marginData } from './bars-data';
import { GUTTER, type LaneLayout, laneRows, TOKEN_BARS } from './layout';

/** Room for what reaches beyond the lane's box, CSS px: half a pill at step 1, and words. Together the gutter, so that
 * pictures touch and do not overlap: they are opaque. */
export const ROOM = { left: 8, right: GUTTER - 8 };
/** Where nothing stands below, the needle ends with the map, or a stub would show under the number. */
const BELOW_TOKENS = -10;

/** Where a lane's parts stand in its picture, and in what colours. */
interface Place {
  readonly layout: LaneLayout;
  /** Of the lane's box, device pixels. */
  readonly left: number;
  readonly mapTop: number;
  readonly mapOnly: boolean;
  readonly dpr: number;
  readonly palette: FatePalette;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const mapOf = ({ layout, dpr }: Place): MapGeometry => ({
  width: layout.mapWidth,
  height: layout.mapHeight,
  dpr,
  turns: layout.turns,
});

/** Of a part at x from the lane's box and y from the picture's top (CSS px): device pixels. */
const blockOf = ({ left, dpr }: Place, x: number, y: number, { width, height }: Size) => ({
  x: left + Math.round(x * dpr),
  y: Math.round(y * dpr),
  width: Math.round(width * dpr),
  height: Math.round(height * dpr),
});

/** What stays as it is while steps go by (map, axis, questions): painted when it changes, copied with every step. */
export function createGround() {
  let pixels = new PixelContext(new Uint32Array(0), 0, 0);
  let painted: readonly unknown[] = [];
  return {
    forget(): void {
      painted = [];
    },
    /** `size` and the pixels: device pixels. */
    of(
      run: LaneRun,
      size: Size,
      place: Place,
      questions: readonly AxisQuestion[],
      filter: PlaybackState['legendFilter'],
    ): Uint32Array {
      const { width, height } = size;
      const inputs = [run, run.done, questions, filter, width, height, ...Object.values(place)];
      if (inputs.length === painted.length && inputs.every((input, i) => input === painted[i]))
        return pixels.pixels;
      if (pixels.width !== width || pixels.height !== height)
        pixels = new PixelContext(new Uint32Array(width * height), width, height);
      pixels.ground = pixelOf(place.palette.paper);
      pixels.clearRect(0, 0, width, height);
      paintMap(pixels, run, place, { filter });
      if (!place.mapOnly) {
        const { layout, palette } = place;
        const axis = { map: mapOf(place), left: place.left, axisTop: laneRows(layout).axis };
        paintAxisLabels(pixels, axisLabels(layout.turns, layout.mapWidth), axis, palette);
        paintQuestions(pixels, questions, axis, palette);
      }
      painted = inputs;
      return pixels.pixels;
    },
  };
}

function paintMap(pixels: PixelContext, run: LaneRun, place: Place, options: DecayMapOptions): void {
  const { palette, mapTop } = place;
  const geometry = { ...mapOf(place), turns: run.steps };
  putPixels(
    pixels,
    blockOf(place, 0, mapTop, geometry),
    (map) => paintDecayMap(map, run.fates, geometry, palette, options),
    palette.paper,
  );
}

/** A single step under way: the margin bars come from those of another one. */
export interface Motion {
  readonly from: number;
  /** performance.now() */
  readonly start: number;
}

function shownMargin(run: LaneRun, step: number, motion: Motion | null) {
  const now = marginData(run, step);
  if (!motion || run.done < motion.from || motion.from > run.steps) return now;
  return tweenMargin(marginData(run, motion.from), now, performance.now() - motion.start);
}

interface LanePaint extends Place {
  readonly step: number;
  readonly motion: Motion | null;
  readonly focusTurns: readonly number[];
  /** Where the needed turns' rows begin and end, CSS px from the picture's left edge. */
  readonly needed: readonly [left: number, right: number];
  readonly long: boolean;
  readonly tokens: TokenBarsData;
}

/** What changes with the step, over the ground. */
export function paintLane(pixels: PixelContext, run: LaneRun, paint: LanePaint): void {
  const { layout, left, mapTop, mapOnly, dpr, palette, step, motion, focusTurns, long, tokens } = paint;
  const rows = laneRows(layout);
  const known = step > 0 && run.done >= step;
  const margin = known ? shownMargin(run, step, motion) : null;
  if (margin) {
    const size = { width: layout.bars, height: layout.mapHeight, dpr };
    putPixels(
      pixels,
      blockOf(paint, layout.mapWidth + layout.gap, mapTop, size),
      (block) => paintMarginBars(block, margin, size, palette),
      palette.paper,
    );
  }
  if (!mapOnly) {
    const size = { width: layout.mapWidth, height: TOKEN_BARS, dpr };
    putPixels(
      pixels,
      blockOf(paint, 0, rows.tokens, size),
      (block) => joinTokenBars(block, tokens, size, palette),
      palette.paper,
    );
  }
  const map = mapOf(paint);
  const needed = focusTurns.filter((turn) => turn <= layout.turns);
  const [rowsLeft, rowsRight] = paint.needed;
  paintNeededRows(pixels, needed, { map, mapTop, left: rowsLeft, right: rowsRight }, palette);
  if (step === 0) return;
  const spoken = needed.filter((turn) => turn <= step);
  paintStepMarks(
    pixels,
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
      left,
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
export function questionsOf(run: LaneRun, probes: ResolvedProbes): readonly AxisQuestion[] {
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
