import type { RectContext } from './decay-map-painter';
import { parseColor, type Rgb } from './palette';

const NARROW = 32;
/** Samples per axis and pixel for the edges of paths. */
const SAMPLES = 4;

/** An opaque pixel. */
export const pixelOf = ([r, g, b]: Rgb): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

interface Shape {
  /** x, y pairs. */
  readonly points: number[];
  circle: { readonly x: number; readonly y: number; readonly radius: number } | null;
}

/**
 * A painter's context that writes pixels itself. A map is some hundred rectangles: recording each as a canvas operation
 * and replaying them without a graphics processor costs several times what filling the rows of an array does.
 * Rectangles lie on whole pixels (fractions are rounded); paths are closed polygons and whole circles, with smooth
 * edges; colours are opaque. Little-endian RGBA without premultiplication, as ImageData holds it.
 */
export class PixelContext implements RectContext {
  private style = 0xff000000;
  private shapes: Shape[] = [];
  private readonly styles = new Map<string, number>();
  private readonly crossings: number[] = [];
  /** Samples of each pixel of a row that are inside; all 0 between rows. */
  private readonly covered: Uint8Array;
  private parts: PixelContext[] = [];

  constructor(
    readonly pixels: Uint32Array,
    readonly width: number,
    readonly height: number,
    /** What clearing leaves behind: `pixelOf` a colour; 0: nothing, transparent. */
    public ground = 0,
    /** Where in `pixels` the first row begins, and how far apart rows are: a part of a larger picture has its own. */
    readonly offset = 0,
    readonly stride = width,
  ) {
    this.covered = new Uint8Array(width);
  }

  /** A block of this one with coordinates of its own, that writes into the same pixels. null: it is not wholly inside. */
  part(x: number, y: number, width: number, height: number): PixelContext | null {
    if (x < 0 || y < 0 || x + width > this.width || y + height > this.height) return null;
    const offset = this.offset + y * this.stride + x;
    for (const known of this.parts)
      if (known.offset === offset && known.width === width && known.height === height) return known;
    // The same few in every frame, until the layout changes.
    if (this.parts.length >= MOST_PARTS) this.parts = [];
    const made = new PixelContext(this.pixels, width, height, this.ground, offset, this.stride);
    this.parts.push(made);
    return made;
  }

  get fillStyle(): string {
    return '';
  }

  set fillStyle(style: string | CanvasGradient | CanvasPattern) {
    const text = String(style);
    let color = this.styles.get(text);
    if (color === undefined) {
      color = pixelOf(parseColor(text));
      this.styles.set(text, color);
    }
    this.style = color;
  }

  private block(x: number, y: number, width: number, height: number, value: number): void {
    const left = Math.max(0, Math.round(x));
    const top = Math.max(0, Math.round(y));
    const right = Math.min(this.width, Math.round(x + width));
    const bottom = Math.min(this.height, Math.round(y + height));
    if (right <= left) return;
    const { pixels, stride } = this;
    let start = this.offset + top * stride + left;
    if (right - left === stride) {
      pixels.fill(value, start, start + Math.max(0, bottom - top) * stride);
      return;
    }
    let end = start + right - left;
    for (let row = top; row < bottom; row++) {
      // A call costs more than a few pixels.
      if (right - left < NARROW) for (let i = start; i < end; i++) pixels[i] = value;
      else pixels.fill(value, start, end);
      start += stride;
      end += stride;
    }
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.block(x, y, width, height, this.style);
  }

  clearRect(x: number, y: number, width: number, height: number): void {
    this.block(x, y, width, height, this.ground);
  }

  /** As a canvas has it: the block's pixels stand for those that were there, as far as it lies within. */
  putImageData(block: Pick<ImageData, 'data' | 'width' | 'height'>, x: number, y: number): void {
    const from = new Uint32Array(block.data.buffer, block.data.byteOffset, block.width * block.height);
    const left = Math.max(0, -x);
    const right = Math.min(block.width, this.width - x);
    if (right <= left) return;
    for (let row = Math.max(0, -y); row < block.height && y + row < this.height; row++) {
      const start = row * block.width;
      this.pixels.set(
        from.subarray(start + left, start + right),
        this.offset + (y + row) * this.stride + x + left,
      );
    }
  }

  beginPath(): void {
    this.shapes = [];
  }

  moveTo(x: number, y: number): void {
    this.shapes.push({ points: [x, y], circle: null });
  }

  lineTo(x: number, y: number): void {
    this.shapes.at(-1)?.points.push(x, y);
  }

  closePath(): void {}

  /** A whole circle: painters draw no other arcs. */
  arc(x: number, y: number, radius: number): void {
    const shape = this.shapes.at(-1);
    if (shape && shape.points.length === 2) shape.circle = { x, y, radius };
    else this.shapes.push({ points: [], circle: { x, y, radius } });
  }

  fill(): void {
    for (const shape of this.shapes) this.fillShape(shape);
  }

  /** Line by line: what lies between two crossings of the outline, however large the box around the shape is. */
  private fillShape(shape: Shape): void {
    const { points, circle } = shape;
    let top = circle ? circle.y - circle.radius : Number.POSITIVE_INFINITY;
    let bottom = circle ? circle.y + circle.radius : Number.NEGATIVE_INFINITY;
    for (let i = 1; !circle && i < points.length; i += 2) {
      top = Math.min(top, points[i]!);
      bottom = Math.max(bottom, points[i]!);
    }
    const firstY = Math.max(0, Math.floor(top));
    const lastY = Math.min(this.height, Math.ceil(bottom));
    for (let y = firstY; y < lastY; y++) {
      let from = this.width;
      let to = 0;
      for (let sy = 0; sy < SAMPLES; sy++) {
        crossingsAt(shape, y + (sy + 0.5) / SAMPLES, this.crossings);
        for (let i = 0; i + 1 < this.crossings.length; i += 2) {
          const first = Math.max(0, firstSample(this.crossings[i]!));
          const end = Math.min(this.width * SAMPLES, firstSample(this.crossings[i + 1]!));
          if (end <= first) continue;
          from = Math.min(from, Math.floor(first / SAMPLES));
          to = Math.max(to, Math.ceil(end / SAMPLES));
          for (let sample = first; sample < end; sample++) this.covered[Math.floor(sample / SAMPLES)]!++;
        }
      }
      for (let x = from; x < to; x++) {
        const samples = this.covered[x]!;
        if (samples > 0) this.blend(this.offset + y * this.stride + x, samples / SAMPLES ** 2);
        this.covered[x] = 0;
      }
    }
  }

  private blend(index: number, cover: number): void {
    const under = this.pixels[index]!;
    const underAlpha = (under >>> 24) / 255;
    const alpha = cover + underAlpha * (1 - cover);
    const channel = (shift: number) =>
      Math.round(
        (((this.style >>> shift) & 255) * cover + ((under >>> shift) & 255) * underAlpha * (1 - cover)) /
          alpha,
      );
    this.pixels[index] =
      ((Math.round(alpha * 255) << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0;
  }
}

/** Where the outline crosses the line at y, from the left: in, out, in, … (even-odd rule). */
function crossingsAt({ points, circle }: Shape, y: number, crossings: number[]): void {
  crossings.length = 0;
  if (circle) {
    const square = circle.radius ** 2 - (y - circle.y) ** 2;
    if (square > 0) crossings.push(circle.x - Math.sqrt(square), circle.x + Math.sqrt(square));
    return;
  }
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const yi = points[i + 1]!;
    const yj = points[j + 1]!;
    if (yi > y === yj > y) continue;
    const xi = points[i]!;
    const x = ((points[j]! - xi) * (y - yi)) / (yj - yi) + xi;
    let at = crossings.length;
    for (; at > 0 && crossings[at - 1]! > x; at--) crossings[at] = crossings[at - 1]!;
    crossings[at] = x;
  }
}

const MOST_SURFACES = 16;
const MOST_PARTS = 16;
/** The first sample of a row that is not left of x: samples lie in the middle of their share of a pixel. */
const firstSample = (x: number): number => Math.ceil(x * SAMPLES - 0.5);

// Kept between frames by size: lanes share theirs, and a drag must not hand megabytes to the garbage collector.
const surfaces = new Map<string, { readonly image: ImageData; readonly context: PixelContext }>();

/**
 * Paints a block of pixels and puts it at x, y (device pixels), replacing what is there; on a canvas, or in a larger
 * block. `ground`: of what is left free.
 */
export function putPixels(
  target: Pick<CanvasRenderingContext2D, 'putImageData'>,
  {
    x,
    y,
    width,
    height,
  }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  paint: (context: PixelContext) => void,
  ground: Rgb | null = null,
): void {
  if (width <= 0 || height <= 0) return;
  const clear = ground ? pixelOf(ground) : 0;
  const part = target instanceof PixelContext ? target.part(x, y, width, height) : null;
  if (part) {
    part.ground = clear;
    paint(part);
    return;
  }
  const key = `${width}x${height}`;
  let surface = surfaces.get(key);
  if (!surface) {
    if (surfaces.size >= MOST_SURFACES) surfaces.clear();
    const image = new ImageData(width, height);
    const context = new PixelContext(new Uint32Array(image.data.buffer), width, height);
    surface = { image, context };
    surfaces.set(key, surface);
  }
  surface.context.ground = clear;
  // Painters begin by clearing what they paint.
  paint(surface.context);
  target.putImageData(surface.image, x, y);
}
