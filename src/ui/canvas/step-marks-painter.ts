import { cellRect, type MapGeometry, stepCenter } from './map-geometry';
import { cssColor, type FatePalette } from './palette';
import { type PixelContext, putPixels } from './pixel-context';
import { paintPixelText, textWidth } from './pixel-text';
import { putStamp, stampOf } from './stamp';

export interface StepMarksData {
  readonly step: number;
  /** Needed turns that have been spoken: a ring each, where row and column cross. Is it there? */
  readonly rings: readonly number[];
  /** The word in the margin where a needed turn has no bar. */
  readonly words: readonly { readonly turn: number; readonly text: string }[];
  /** Over the margin bars; empty for none. */
  readonly label: string;
}

/** CSS px; y from the top of the picture, x from the left edge of the map. */
export interface StepMarksGeometry {
  readonly map: MapGeometry;
  /** Of the map in the picture, device pixels. */
  readonly left: number;
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

const typeOf = (weight: number, size: number, dpr: number, { sans }: FatePalette) => ({
  font: `${weight} ${size * dpr}px ${sans}`,
  letterSpacing: 0,
});

/** Paints the column of the current step through map and token bars, the rings, the words and the step's number. */
export const paintStepMarks = (
  pixels: PixelContext,
  { step, rings, words, label }: StepMarksData,
  geometry: StepMarksGeometry,
  palette: FatePalette,
): void => {
  const { map, mapTop } = geometry;
  const { dpr } = map;
  const cell = cellRect(map, step, step);
  if (!cell) return;
  const px = (value: number) => Math.round(value * dpr);
  const across = (value: number) => geometry.left + px(value);
  const rowHeight = map.height / map.turns;

  const hair = Math.max(1, px(1));
  const columnWidth = Math.max(3 * hair, px(cell.width) + 2 * hair);
  const left = across(stepCenter(map, step)) - Math.floor(columnWidth / 2);
  const top = px(mapTop - COLUMN_ABOVE);
  const bottom = px(geometry.columnBottom);
  pixels.fillStyle = cssColor(palette.now);
  pixels.fillRect(left, top, hair, bottom - top);
  pixels.fillRect(left + columnWidth - hair, top, hair, bottom - top);
  pixels.fillRect(left, top, columnWidth, hair);
  pixels.fillRect(left, bottom - hair, columnWidth, hair);

  const ring = ringSize(rowHeight);
  for (const turn of rings) {
    const row = cellRect(map, map.turns, turn);
    if (!row) continue;
    const size = { width: px(ring.width), height: px(ring.height), radius: px(RING_RADIUS - 1), hair };
    putStamp(
      pixels,
      ringStamp(size, palette),
      across(stepCenter(map, step) - ring.width / 2) - hair,
      px(mapTop + row.y + row.height / 2 - ring.height / 2) - hair,
    );
  }

  for (const { turn, text } of words)
    paintPixelText(
      pixels,
      typeOf(400, 11, dpr, palette),
      text,
      across(map.width + WORD_GAP),
      px(mapTop + (turn - 0.5) * rowHeight + 4),
      palette.ink2,
    );
  if (label !== '') {
    const type = typeOf(400, 10, dpr, palette);
    const x = across(geometry.labelRight) - textWidth(type, label);
    paintPixelText(pixels, type, label, x, px(mapTop - 6), palette.now);
  }
  if (geometry.axisTop !== null) {
    const text = String(step);
    const type = typeOf(600, 11, dpr, palette);
    const center = across(stepCenter(map, step));
    const size = {
      width: px(Math.max(PILL.width, text.length * 6.4 + 2 * PILL.padding)),
      height: px(PILL.height),
      radius: px(PILL.radius),
    };
    const y = px(geometry.axisTop + PILL.top);
    putStamp(pixels, pillStamp(size, palette), center - Math.floor(size.width / 2), y);
    paintPixelText(pixels, type, text, center - textWidth(type, text) / 2, y + px(12), palette.onNow);
  }
};

interface RoundedSize {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/** One hairline larger than the ring on each side. */
const ringStamp = ({ width, height, radius, hair }: RoundedSize & { hair: number }, palette: FatePalette) =>
  stampOf(
    `ring ${width} ${height} ${radius} ${hair} ${palette.theme}`,
    width + 2 * hair,
    height + 2 * hair,
    (context) => {
      context.roundRect(2 * hair, 2 * hair, width - 2 * hair, height - 2 * hair, radius);
      // The paper's halo frees the ring from row and column.
      context.strokeStyle = cssColor(palette.paper);
      context.lineWidth = 4 * hair;
      context.stroke();
      context.strokeStyle = cssColor(palette.now);
      context.lineWidth = 2 * hair;
      context.stroke();
    },
  );

const pillStamp = ({ width, height, radius }: RoundedSize, palette: FatePalette) =>
  stampOf(`pill ${width} ${height} ${radius} ${palette.theme}`, width, height, (context) => {
    context.roundRect(0, 0, width, height, radius);
    context.fillStyle = cssColor(palette.now);
    context.fill();
  });

/**
 * Paints the needed turns' rows through the whole picture: two hairlines each, one CSS px outside the cell above and
 * below. `left` and `right` in CSS px from the picture's edge.
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

export interface AxisGeometry {
  readonly map: MapGeometry;
  /** Of the map in the picture, device pixels. */
  readonly left: number;
  /** CSS px. */
  readonly axisTop: number;
}

/** Paints the axis's line and on it a dot per question: filled, half or hollow. */
export const paintQuestions = (
  pixels: PixelContext,
  questions: readonly AxisQuestion[],
  { map, left, axisTop }: AxisGeometry,
  palette: FatePalette,
): void => {
  const { dpr } = map;
  const hair = Math.max(1, Math.round(dpr));
  const y = Math.round((axisTop + AXIS_LINE) * dpr);
  pixels.fillStyle = cssColor(palette.line2);
  pixels.fillRect(left, y, Math.round(map.width * dpr), hair);
  for (const { step, recall } of questions) {
    const dot = dotStamp(recall >= 1 - 1e-9 ? 'all' : recall <= 0 ? 'none' : 'part', dpr, palette);
    const x = left + Math.round(stepCenter(map, step) * dpr);
    putStamp(pixels, dot, x - dot.width / 2, y - dot.height / 2);
  }
};

const dotStamp = (has: 'all' | 'part' | 'none', dpr: number, palette: FatePalette) => {
  const half = Math.ceil((DOT.size / 2) * dpr) + 1;
  return stampOf(`dot ${has} ${dpr} ${palette.theme}`, 2 * half, 2 * half, (context) => {
    const disc = (end: number, color: FatePalette['ink']) => {
      context.beginPath();
      context.arc(half, half, DOT.size * DOT.radius * dpr, 0, end);
      context.fillStyle = cssColor(color);
      context.fill();
    };
    disc(2 * Math.PI, has === 'all' ? palette.ink : palette.paper);
    context.strokeStyle = cssColor(palette.ink);
    context.lineWidth = DOT.size * DOT.line * dpr;
    context.stroke();
    if (has === 'part') disc(Math.PI, palette.ink);
  });
};

/** CSS px below the axis's top. */
const AXIS_LABEL = { top: 14, height: 14, baseline: 10, bleedLeft: 8, bleedRight: 16 };

/** Paints the steps' numbers under their axis; the step's own number covers those it stands on. */
export const paintAxisLabels = (
  target: Pick<CanvasRenderingContext2D, 'putImageData'>,
  steps: readonly number[],
  { map, left, axisTop }: AxisGeometry,
  palette: FatePalette,
): void => {
  const { dpr } = map;
  const px = (value: number) => Math.round(value * dpr);
  const bleed = px(AXIS_LABEL.bleedLeft);
  const type = typeOf(400, 10, dpr, palette);
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
