import type { PaintContext } from './decay-map-painter';
import { cellRect, type MapGeometry, stepCenter } from './map-geometry';
import { cssColor, type FatePalette } from './palette';
import { putPixels } from './pixel-context';
import { paintPixelText, textWidth } from './pixel-text';

/** What the marks need of a 2D context besides rectangles. */
export type MarksContext = PaintContext &
  Pick<
    CanvasRenderingContext2D,
    'font' | 'textAlign' | 'textBaseline' | 'fillText' | 'roundRect' | 'strokeStyle' | 'lineWidth' | 'stroke'
  >;

export interface StepMarksData {
  readonly step: number;
  /** Needed turns that have been spoken: a ring each, where row and column cross. Is it there? */
  readonly rings: readonly number[];
  /** The word in the margin where a needed turn has no bar. */
  readonly words: readonly { readonly turn: number; readonly text: string }[];
  /** Over the margin bars; empty for none. */
  readonly label: string;
}

/** CSS px; y from the top of the canvas, x from the left edge of the map. */
export interface StepMarksGeometry {
  readonly map: MapGeometry;
  readonly mapTop: number;
  readonly columnBottom: number;
  /** Right edge of the label. */
  readonly labelRight: number;
  /** Top of the axis with the step's number on it; null for none. */
  readonly axisTop: number | null;
}

const COLUMN_ABOVE = 4;
/** From the map's right edge to a word, CSS px. */
export const WORD_GAP = 12;
const PILL = { top: 13, width: 22, height: 16, radius: 8, padding: 5 };
const RING_RADIUS = 4;

/** Size of the ring round a needed cell: taller than its row, or it would vanish between the row's two lines. */
export const ringSize = (rowHeight: number): { readonly width: number; readonly height: number } => {
  const height = Math.min(20, Math.max(12, rowHeight + 6));
  return { width: Math.max(14, height * 0.84), height };
};

/**
 * Paints the column of the current step through map and token bars, the rings, the words and the step's number.
 * The context's origin is the map's left edge at the canvas's top, in device pixels.
 */
export const paintStepMarks = (
  context: MarksContext,
  { step, rings, words, label }: StepMarksData,
  geometry: StepMarksGeometry,
  palette: FatePalette,
): void => {
  const { map, mapTop } = geometry;
  const { dpr } = map;
  const cell = cellRect(map, step, step);
  if (!cell) return;
  const px = (value: number) => Math.round(value * dpr);
  const now = cssColor(palette.now);
  const rowHeight = map.height / map.turns;

  const hair = Math.max(1, px(1));
  const columnWidth = Math.max(3 * hair, px(cell.width) + 2 * hair);
  const left = px(stepCenter(map, step)) - Math.floor(columnWidth / 2);
  const top = px(mapTop - COLUMN_ABOVE);
  const bottom = px(geometry.columnBottom);
  context.fillStyle = now;
  context.fillRect(left, top, hair, bottom - top);
  context.fillRect(left + columnWidth - hair, top, hair, bottom - top);
  context.fillRect(left, top, columnWidth, hair);
  context.fillRect(left, bottom - hair, columnWidth, hair);

  const ring = ringSize(rowHeight);
  for (const turn of rings) {
    const row = cellRect(map, map.turns, turn);
    if (!row) continue;
    const x = px(stepCenter(map, step) - ring.width / 2) + hair;
    const y = px(mapTop + row.y + row.height / 2 - ring.height / 2) + hair;
    context.beginPath();
    context.roundRect(x, y, px(ring.width) - 2 * hair, px(ring.height) - 2 * hair, px(RING_RADIUS - 1));
    // The paper's halo frees the ring from row and column.
    context.strokeStyle = cssColor(palette.paper);
    context.lineWidth = 4 * hair;
    context.stroke();
    context.strokeStyle = now;
    context.lineWidth = 2 * hair;
    context.stroke();
  }

  context.textBaseline = 'alphabetic';
  if (words.length > 0) {
    context.font = `400 ${11 * dpr}px ${palette.sans}`;
    context.fillStyle = cssColor(palette.ink2);
    context.textAlign = 'left';
    for (const { turn, text } of words)
      context.fillText(text, px(map.width + WORD_GAP), px(mapTop + (turn - 0.5) * rowHeight + 4));
  }
  if (label !== '') {
    context.font = `400 ${10 * dpr}px ${palette.sans}`;
    context.fillStyle = now;
    context.textAlign = 'right';
    context.fillText(label, px(geometry.labelRight), px(mapTop - 6));
  }
  if (geometry.axisTop !== null) {
    const text = String(step);
    const center = px(stepCenter(map, step));
    const width = px(Math.max(PILL.width, text.length * 6.4 + 2 * PILL.padding));
    const y = px(geometry.axisTop + PILL.top);
    context.beginPath();
    context.roundRect(center - Math.floor(width / 2), y, width, px(PILL.height), px(PILL.radius));
    context.fillStyle = now;
    context.fill();
    context.font = `600 ${11 * dpr}px ${palette.sans}`;
    context.fillStyle = cssColor(palette.onNow);
    context.textAlign = 'center';
    context.fillText(text, center, y + px(12));
  }
};

/**
 * Paints the needed turns' rows through the whole picture: two hairlines each, one CSS px outside the cell above and
 * below. Untransformed context; `left` and `right` in CSS px.
 */
export const paintNeededRows = (
  context: Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>,
  turns: readonly number[],
  {
    map,
    mapTop,
    left,
    right,
  }: { readonly map: MapGeometry; readonly mapTop: number; readonly left: number; readonly right: number },
  palette: FatePalette,
): void => {
  const { dpr } = map;
  const rowHeight = map.height / map.turns;
  // As thin as the page's own borders, which the rows go on from.
  const hair = Math.max(1, Math.floor(dpr));
  context.fillStyle = cssColor(palette.ink);
  const x = Math.round(left * dpr);
  const width = Math.round(right * dpr) - x;
  for (const turn of turns) {
    const top = Math.round((mapTop + (turn - 1) * rowHeight - 1) * dpr);
    const height = Math.round(Math.max(4, rowHeight + 1) * dpr);
    context.fillRect(x, top, width, hair);
    context.fillRect(x, top + height - hair, width, hair);
  }
};

/** CSS px: the line below the axis's top; a dot as in ui/verdict.tsx, in parts of its size. */
const AXIS_LINE = 7;
const DOT = { size: 7, radius: 3.4 / 8, line: 1.1 / 8 };

export interface AxisQuestion {
  readonly step: number;
  /** What the lane has of what the question needs, 0..1. */
  readonly recall: number;
}

/** Paints the axis's line and on it a dot per question: filled, half or hollow. Origin as above. */
export const paintQuestions = (
  context: MarksContext,
  questions: readonly AxisQuestion[],
  { map, axisTop }: { readonly map: MapGeometry; readonly axisTop: number },
  palette: FatePalette,
): void => {
  const { dpr } = map;
  const hair = Math.max(1, Math.round(dpr));
  const top = Math.round((axisTop + AXIS_LINE) * dpr);
  context.fillStyle = cssColor(palette.line2);
  context.fillRect(0, top, Math.round(map.width * dpr), hair);
  const radius = DOT.size * DOT.radius * dpr;
  for (const { step, recall } of questions) {
    const x = stepCenter(map, step) * dpr;
    const y = (axisTop + AXIS_LINE) * dpr;
    const all = recall >= 1 - 1e-9;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = cssColor(all ? palette.ink : palette.paper);
    context.fill();
    context.strokeStyle = cssColor(palette.ink);
    context.lineWidth = DOT.size * DOT.line * dpr;
    context.stroke();
    if (all || recall <= 0) continue;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI);
    context.closePath();
    context.fillStyle = cssColor(palette.ink);
    context.fill();
  }
};

/** CSS px below the axis's top. */
const AXIS_LABEL = { top: 14, height: 14, baseline: 10, bleedLeft: 8, bleedRight: 16 };

/** Paints the steps' numbers under their axis; the step's own number covers those it stands on. Origin as above. */
export const paintAxisLabels = (
  target: Pick<CanvasRenderingContext2D, 'putImageData'>,
  steps: readonly number[],
  { map, left, axisTop }: { readonly map: MapGeometry; readonly left: number; readonly axisTop: number },
  palette: FatePalette,
): void => {
  const { dpr } = map;
  const px = (value: number) => Math.round(value * dpr);
  const bleed = px(AXIS_LABEL.bleedLeft);
  const type = { font: `400 ${10 * dpr}px ${palette.sans}`, letterSpacing: 0 };
  putPixels(
    target,
    {
      x: left - bleed,
      y: px(axisTop + AXIS_LABEL.top),
      width: px(map.width) + bleed + px(AXIS_LABEL.bleedRight),
      height: px(AXIS_LABEL.height),
    },
    (pixels) => {
      pixels.clearRect(0, 0, pixels.width, pixels.height);
      for (const step of steps) {
        const text = String(step);
        const x = bleed + px(stepCenter(map, step)) - textWidth(type, text) / 2;
        paintPixelText(pixels, type, text, x, px(AXIS_LABEL.baseline), palette.ink3);
      }
    },
    palette.paper,
  );
};
