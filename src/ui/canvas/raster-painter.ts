import type { Fate, FateMatrix } from '../../core/fate-codes';
import type { PaintContext } from './decay-map-painter';
import type { MapView } from './map-geometry';
import type { FatePalette } from './palette';
import { rasterize } from './raster';

interface Layer {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

const makeLayer = (): Layer | null => {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  return context === null ? null : { canvas, context };
};

// Kept between frames: allocating megabytes for every frame of a drag would hand the frame to the garbage collector.
let cells: Layer | null = null;
let columns: Layer | null = null;
let image: ImageData | null = null;

const resizeLayer = (layer: Layer, width: number, height: number): void => {
  if (layer.canvas.width !== width) layer.canvas.width = width;
  if (layer.canvas.height !== height) layer.canvas.height = height;
};

interface RasterTarget {
  readonly filter: ReadonlySet<Fate> | null;
  readonly dimmed: Uint8Array | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Paints one pixel per cell and stretches: smooth where it shrinks, hard-edged where it grows, per axis. */
export const paintRaster = (
  context: PaintContext,
  matrix: FateMatrix,
  view: MapView,
  palette: FatePalette,
  { filter, dimmed, widthPx, heightPx }: RasterTarget,
): void => {
  cells ??= makeLayer();
  columns ??= makeLayer();
  if (cells === null || columns === null) return;
  const { stepCount, turnCount } = view;
  if (image === null || image.width !== stepCount || image.height !== turnCount)
    image = new ImageData(stepCount, turnCount);
  rasterize(matrix, view, palette, filter, new Uint32Array(image.data.buffer), dimmed);
  resizeLayer(cells, stepCount, turnCount);
  cells.context.putImageData(image, 0, 0);

  const shrinksX = widthPx < stepCount;
  const shrinksY = heightPx < turnCount;
  if (shrinksX === shrinksY) {
    context.imageSmoothingEnabled = shrinksX;
    context.drawImage(cells.canvas, 0, 0, stepCount, turnCount, 0, 0, widthPx, heightPx);
    return;
  }
  // Smoothing the axis that grows would smear rows into each other, so the shrinking axis is done first, alone.
  const width = shrinksX ? widthPx : stepCount;
  const height = shrinksY ? heightPx : turnCount;
  resizeLayer(columns, width, height);
  columns.context.clearRect(0, 0, width, height);
  columns.context.imageSmoothingEnabled = true;
  columns.context.drawImage(cells.canvas, 0, 0, stepCount, turnCount, 0, 0, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(columns.canvas, 0, 0, width, height, 0, 0, widthPx, heightPx);
};
