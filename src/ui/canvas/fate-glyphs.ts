import type { Fate } from '../../core/fate-codes';
import type { Rect } from './map-geometry';

/**
 * The geometry of glyphs as rectangles and one polygon kind, in the unit of `unit` (device pixels on a canvas, CSS px in
 * an SVG swatch), so that the legend shows exactly what the map shows.
 */
export interface StripeRule {
  readonly thickness: number;
  readonly period: number;
}

/** Stripes of summarized cells: 1.5 px of colour, 1.5 px of tint. */
export const summarizedStripes = (unit: number): StripeRule => {
  const thickness = Math.max(1, Math.round(1.5 * unit));
  return { thickness, period: Math.max(thickness + 1, Math.round(3 * unit)) };
};

/** Stripes of folded cells: a hair of colour on paper, as nothing of the turn is left. */
export const foldedStripes = (unit: number): StripeRule => {
  const thickness = Math.max(1, Math.round(0.5 * unit));
  return { thickness, period: Math.max(thickness + 1, Math.round(3 * unit)) };
};

/** Tops of the stripes inside a height, centred so that a cell begins and ends with the same margin of tint. */
export const stripeOffsets = (height: number, rule: StripeRule): number[] => {
  const count = Math.max(1, Math.floor((height - 1) / rule.period));
  const block = count * rule.thickness + (count - 1) * (rule.period - rule.thickness);
  const first = Math.max(0, Math.floor((height - block) / 2));
  return Array.from({ length: count }, (_, i) => first + i * rule.period);
};

/** Diameter of the retrieved dot. */
export const dotDiameter = (cell: Rect, unit: number): number =>
  Math.max(2 * unit, Math.min(3 * unit + Math.max(0, (cell.width - 7 * unit) * 0.16), cell.width * 0.52));

/** The pinned square: larger than the dot, so that the two differ by size and shape as well as by hue. */
export const pinnedSquare = (cell: Rect, unit: number): Rect => {
  const parity = cell.width % 2;
  let side = Math.max(
    Math.round(2 * unit),
    Math.round(Math.min(cell.width * 0.6, 4 * unit + cell.width * 0.08)),
  );
  if (Number.isInteger(cell.width) && side % 2 !== parity) side -= 1;
  return {
    x: cell.x + (cell.width - side) / 2,
    y: cell.y + Math.round((cell.height - side) / 2),
    width: side,
    height: side,
  };
};

/** Width of the condensed cell's left bar. */
export const barWidth = (cell: Rect, unit: number): number =>
  Math.max(Math.round(2 * unit), Math.round(cell.width * 0.36));

/** The archived diagonal, rising from the lower left corner, as a closed polygon of x, y pairs inside the cell. */
export const diagonal = (cell: Rect, unit: number): readonly number[] => {
  const t = 1.4 * unit;
  const right = cell.x + cell.width;
  const bottom = cell.y + cell.height;
  return [
    cell.x,
    bottom,
    cell.x,
    bottom - t,
    right - t * 0.5,
    cell.y,
    right,
    cell.y,
    right,
    cell.y + t,
    cell.x + t * 0.5,
    bottom,
  ];
};

/** Parallel hatches at 45 degrees, clipped to the cell, for what is not computed yet: segments x1, y1, x2, y2. */
export const hatches = (cell: Rect, unit: number): readonly (readonly [number, number, number, number])[] => {
  const gap = 4 * unit;
  const { x, y, width, height } = cell;
  const lines: (readonly [number, number, number, number])[] = [];
  // Every hatch lies on a line dx + dy = sum, measured from the upper left corner.
  for (let sum = gap * 0.75; sum < width + height; sum += gap) {
    const left = Math.max(0, sum - height);
    const right = Math.min(width, sum);
    lines.push([x + left, y + sum - left, x + right, y + sum - right]);
  }
  return lines;
};

/** Fates whose ground is a tint and not the full colour, because their glyph is drawn in the colour itself. */
export const hasTintedGround = (fate: Fate): boolean =>
  fate === 'summarized' || fate === 'condensed' || fate === 'archived';

/** Fates drawn hollow: nothing of the turn is in the context. */
export const isHollow = (fate: Fate): boolean =>
  fate === 'dropped' || fate === 'folded' || fate === 'pending';
