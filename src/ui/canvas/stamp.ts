import type { PixelContext } from './pixel-context';

/** A small picture with soft edges, drawn once and put down as pixels wherever it is needed. */
export interface Stamp {
  readonly width: number;
  readonly height: number;
  /** Row by row, as ImageData holds it: not premultiplied. */
  readonly data: Uint8ClampedArray;
}

/** Pixels to write into. */
export type PixelBlock = Pick<PixelContext, 'pixels' | 'offset' | 'stride' | 'width' | 'height'>;

const MOST_STAMPS = 500;
const stamps = new Map<string, Stamp>();
let scratch: CanvasRenderingContext2D | null = null;

/** `key`: all that the picture depends on. `paint` draws it on a transparent canvas of that size (device pixels). */
export function stampOf(
  key: string,
  width: number,
  height: number,
  paint: (context: CanvasRenderingContext2D) => void,
): Stamp {
  const known = stamps.get(key);
  if (known) return known;
  scratch ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!scratch) throw new Error('There is no 2D canvas.');
  // A new size clears the canvas and resets its state.
  scratch.canvas.width = width;
  scratch.canvas.height = height;
  paint(scratch);
  const stamp = { width, height, data: scratch.getImageData(0, 0, width, height).data };
  if (stamps.size >= MOST_STAMPS) stamps.clear();
  stamps.set(key, stamp);
  return stamp;
}

/**
 * Puts it over opaque or free pixels, its top left corner at x, y (whole device pixels); what is beyond the edge is left
 * out.
 */
export function putStamp(
  { pixels, offset, stride, width, height }: PixelBlock,
  stamp: Stamp,
  x: number,
  y: number,
): void {
  const { data } = stamp;
  const first = Math.max(0, -x);
  const end = Math.min(stamp.width, width - x);
  for (let row = Math.max(0, -y); row < stamp.height && y + row < height; row++)
    for (let column = first; column < end; column++) {
      const from = (row * stamp.width + column) * 4;
      const cover = data[from + 3]!;
      if (cover === 0) continue;
      const to = offset + (y + row) * stride + x + column;
      const under = pixels[to]!;
      const free = under >>> 24 === 0;
      pixels[to] = free
        ? ((cover << 24) | (data[from + 2]! << 16) | (data[from + 1]! << 8) | data[from]!) >>> 0
        : (0xff000000 |
            (mixed((under >>> 16) & 255, data[from + 2]!, cover) << 16) |
            (mixed((under >>> 8) & 255, data[from + 1]!, cover) << 8) |
            mixed(under & 255, data[from]!, cover)) >>>
          0;
    }
}

/** `cover` of 255 parts of `over`, the rest of `under`; each 0..255. */
export const mixed = (under: number, over: number, cover: number): number =>
  (under + ((over - under) * cover) / 255 + 0.5) | 0;
