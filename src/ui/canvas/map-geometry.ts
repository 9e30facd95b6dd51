/**
 * Where the cells of a fate map lie. Columns are steps, rows are turns; both count from 1.
 * Everything is in CSS px unless a name says `Px`, which means device pixels.
 */
export interface MapGeometry {
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
  /** Turns of the conversation; steps are as many. */
  readonly turns: number;
  /** A scrolled map shows rows firstTurn .. firstTurn + turnCount - 1; all by default. */
  readonly firstTurn?: number;
  readonly turnCount?: number;
  readonly firstStep?: number;
  readonly stepCount?: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MapView {
  readonly firstTurn: number;
  readonly turnCount: number;
  readonly firstStep: number;
  readonly stepCount: number;
}

/** From this pitch on cells stand apart. */
export const GAP_FROM = 5;
export const GLYPH_MIN_WIDTH = 5;
export const GLYPH_MIN_HEIGHT = 6;

/** The shown range, clamped to the conversation; counts are 0 when nothing of it is shown. */
export const mapView = (geometry: MapGeometry): MapView => {
  const firstTurn = Math.max(1, geometry.firstTurn ?? 1);
  const firstStep = Math.max(1, geometry.firstStep ?? 1);
  return {
    firstTurn,
    firstStep,
    turnCount: Math.max(0, geometry.turnCount ?? geometry.turns - firstTurn + 1),
    stepCount: Math.max(0, geometry.stepCount ?? geometry.turns - firstStep + 1),
  };
};

export const cellPitch = (geometry: MapGeometry): { readonly x: number; readonly y: number } => {
  const view = mapView(geometry);
  return {
    x: view.stepCount > 0 ? geometry.width / view.stepCount : 0,
    y: view.turnCount > 0 ? geometry.height / view.turnCount : 0,
  };
};

/**
 * Boundaries of `count` cells along an axis of `length` CSS px, snapped to device pixels: `starts[i]`, `ends[i]`.
 * Snapping each boundary (and not each size) keeps the rows of every map and of the turn list on the same lines.
 */
export const snapAxis = (
  length: number,
  count: number,
  dpr: number,
): { readonly starts: Int32Array; readonly ends: Int32Array; readonly gapPx: number } => {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const pitchPx = count > 0 ? (length * dpr) / count : 0;
  const gapPx = pitchPx >= GAP_FROM * dpr ? Math.max(1, Math.round(dpr)) : 0;
  for (let i = 0; i < count; i++) {
    starts[i] = Math.round(i * pitchPx);
    ends[i] = Math.max(starts[i]! + 1, Math.round((i + 1) * pitchPx) - gapPx);
  }
  return { starts, ends, gapPx };
};

/** The visible part of a cell (without its gap) in CSS px, or null when it lies outside the view. */
export const cellRect = (geometry: MapGeometry, step: number, turn: number): Rect | null => {
  const view = mapView(geometry);
  const column = step - view.firstStep;
  const row = turn - view.firstTurn;
  if (column < 0 || row < 0 || column >= view.stepCount || row >= view.turnCount) return null;
  const { dpr } = geometry;
  const x = snapOne(geometry.width, view.stepCount, dpr, column);
  const y = snapOne(geometry.height, view.turnCount, dpr, row);
  return {
    x: x.start / dpr,
    y: y.start / dpr,
    width: (x.end - x.start) / dpr,
    height: (y.end - y.start) / dpr,
  };
};

const snapOne = (length: number, count: number, dpr: number, index: number) => {
  const pitchPx = (length * dpr) / count;
  const gapPx = pitchPx >= GAP_FROM * dpr ? Math.max(1, Math.round(dpr)) : 0;
  const start = Math.round(index * pitchPx);
  return { start, end: Math.max(start + 1, Math.round((index + 1) * pitchPx) - gapPx) };
};

/**
 * The (step, turn) under a pointer, or null outside the map. Gaps belong to the cell before them, so that there is no
 * dead pixel. `spoken` is false in the empty triangle: the turn is later than the step.
 */
export const hitTest = (
  geometry: MapGeometry,
  x: number,
  y: number,
): { readonly step: number; readonly turn: number; readonly spoken: boolean } | null => {
  if (!(x >= 0 && y >= 0 && x < geometry.width && y < geometry.height)) return null;
  const view = mapView(geometry);
  const pitch = cellPitch(geometry);
  if (pitch.x === 0 || pitch.y === 0) return null;
  const step = view.firstStep + Math.min(view.stepCount - 1, Math.floor(x / pitch.x));
  const turn = view.firstTurn + Math.min(view.turnCount - 1, Math.floor(y / pitch.y));
  if (step > geometry.turns || turn > geometry.turns) return null;
  return { step, turn, spoken: turn <= step };
};

/** The step of a horizontal position, clamped to the view: what scrubbing needs when the pointer leaves the map. */
export const stepAt = (geometry: MapGeometry, x: number): number => {
  const view = mapView(geometry);
  const pitch = cellPitch(geometry);
  if (pitch.x === 0) return view.firstStep;
  const last = Math.min(geometry.turns, view.firstStep + view.stepCount - 1);
  return Math.min(last, Math.max(view.firstStep, view.firstStep + Math.floor(x / pitch.x)));
};

/** Centre of a step's column in CSS px (of the visible cell, not of its pitch): needle, question dots, ticks. */
export const stepCenter = (geometry: MapGeometry, step: number): number => {
  const view = mapView(geometry);
  if (view.stepCount === 0) return 0;
  const { start, end } = snapOne(geometry.width, view.stepCount, geometry.dpr, step - view.firstStep);
  return (start + end) / 2 / geometry.dpr;
};

/** Whether cells carry glyphs at this size. */
export const hasGlyphs = (geometry: MapGeometry): boolean => {
  const pitch = cellPitch(geometry);
  return pitch.x >= GLYPH_MIN_WIDTH && pitch.y >= GLYPH_MIN_HEIGHT;
};

/** Whether single cells are drawn; below that the map is a small image that is stretched. */
export const drawsCells = (geometry: MapGeometry): boolean => {
  const pitch = cellPitch(geometry);
  return Math.min(pitch.x, pitch.y) >= GAP_FROM;
};

/** How cells of this size show their fate: with a glyph, with outline and tone alone, or as one flat tone. */
export type CellLook = 'glyphs' | 'cells' | 'flat';

export const cellLook = (geometry: MapGeometry): CellLook =>
  geometry.turns > 0 && !drawsCells(geometry)
    ? 'flat'
    : geometry.turns > 0 && !hasGlyphs(geometry)
      ? 'cells'
      : 'glyphs';
