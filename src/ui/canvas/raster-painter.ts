import type { Fate, FateMatrix } from '../../core/fate-codes';
import type { MapView } from './map-geometry';
import type { FatePalette } from './palette';
import { type PixelContext, pixelOf } from './pixel-context';
import { rasterize } from './raster';
import { scalePixels } from './scale-pixels';

// Kept between frames: allocating megabytes for every frame of a drag would hand the frame to the garbage collector.
let cells = new Uint32Array(0);

interface RasterOptions {
  readonly filter: ReadonlySet<Fate> | null;
  readonly dimmed: Uint8Array | null;
}

/** Paints one pixel per cell and stretches them over the whole picture. */
export const paintRaster = (
  target: PixelContext,
  matrix: FateMatrix,
  view: MapView,
  palette: FatePalette,
  { filter, dimmed }: RasterOptions,
): void => {
  const { stepCount: width, turnCount: height } = view;
  if (cells.length < width * height) cells = new Uint32Array(width * height);
  rasterize(matrix, view, palette, filter, cells, dimmed, pixelOf(palette.paper));
  scalePixels({ pixels: cells, width, height }, target);
};
