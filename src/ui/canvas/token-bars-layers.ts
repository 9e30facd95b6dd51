import type { FatePalette } from './palette';
import { PixelContext } from './pixel-context';
import {
  paintTokenBars,
  type TokenBarsData,
  type TokenBarsGeometry,
  type TokenColumns,
  tokenBarsLayout,
} from './token-bars-painter';

interface Layers {
  readonly inputs: readonly unknown[];
  /** All steps as past, and all as still to come. */
  readonly past: Uint32Array;
  readonly future: Uint32Array;
  readonly columns: TokenColumns;
}

// By the parts object, which stays the same while the lane's run does.
const seen = new WeakSet<TokenBarsData['parts']>();
const cache = new WeakMap<TokenBarsData['parts'], Layers>();

/**
 * paintTokenBars by copying: a step moves only the border between full and faint bars, so both pictures are painted once
 * and a step joins their halves. `pixels` must have the geometry's size in device pixels.
 */
export function joinTokenBars(
  pixels: PixelContext,
  data: TokenBarsData,
  geometry: TokenBarsGeometry,
  palette: FatePalette,
): void {
  const { width, height } = pixels;
  const inputs = [
    data.steps,
    data.maxTokens,
    data.budget,
    data.cacheBreaks,
    palette,
    width,
    height,
    geometry.dpr,
  ];
  let layers = cache.get(data.parts);
  if (!layers?.inputs.every((value, i) => value === inputs[i])) {
    // A slider that moves brings other bars in every frame: those are painted once, as they are.
    if (!seen.has(data.parts)) {
      seen.add(data.parts);
      paintTokenBars(pixels, data, geometry, palette);
      return;
    }
    const paint = (step: number) => {
      const layer = new PixelContext(new Uint32Array(width * height), width, height, pixels.ground);
      paintTokenBars(layer, { ...data, step }, geometry, palette);
      return layer.pixels;
    };
    layers = {
      inputs,
      past: paint(Number.POSITIVE_INFINITY),
      future: paint(0),
      columns: tokenBarsLayout(data, geometry).columns,
    };
    cache.set(data.parts, layers);
  }
  const { steps, starts } = layers.columns;
  let coming = 0;
  while (coming < steps.length && steps[coming]! <= data.step) coming++;
  const border = coming < steps.length ? starts[coming]! : width;
  const { pixels: out, offset, stride } = pixels;
  const { past, future } = layers;
  // Pixel by pixel: two views per row of every lane in every frame are more garbage than all the rest of a step.
  for (let row = 0; row < height; row++) {
    const from = row * width;
    const to = offset + row * stride;
    for (let x = 0; x < border; x++) out[to + x] = past[from + x]!;
    for (let x = border; x < width; x++) out[to + x] = future[from + x]!;
  }
}
