import type { PixelBlock } from './stamp';

interface Pixels {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** Which pixels of an axis one of the shrunk axis covers, and how much of the first and the last; the others wholly. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly firstShare: number;
  readonly lastShare: number;
}

const MOST_AXES = 16;
/** What depends on an axis's two lengths alone, kept: a slider stretches the same maps in every frame. */
function perAxis<T>(make: (from: number, to: number) => T): (from: number, to: number) => T {
  const known = new Map<number, T>();
  return (from, to) => {
    const key = from * 2 ** 20 + to;
    let made = known.get(key);
    if (made === undefined) {
      if (known.size >= MOST_AXES) known.clear();
      made = make(from, to);
      known.set(key, made);
    }
    return made;
  };
}

/** Which pixel of an axis one of the grown axis shows. */
const sources = perAxis((from, to) =>
  Int32Array.from({ length: to }, (_, i) => Math.floor(((i + 0.5) * from) / to)),
);

const spans = perAxis((from, to): readonly Span[] =>
  Array.from({ length: to }, (_, i) => {
    const start = (i * from) / to;
    const end = ((i + 1) * from) / to;
    const first = Math.floor(start);
    const last = Math.max(first, Math.ceil(end - 1e-9) - 1);
    return {
      first,
      last,
      firstShare: first === last ? end - start : first + 1 - start,
      lastShare: first === last ? 0 : end - last,
    };
  }),
);

const shareOf = ({ first, last, firstShare, lastShare }: Span, i: number): number =>
  i === first ? firstShare : i === last ? lastShare : 1;

const opaque = (red: number, green: number, blue: number): number =>
  (0xff000000 | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;

// Kept between frames, as the rest.
let scaled = new Uint32Array(0);
let sums = new Float64Array(0);

/**
 * Stretches opaque pixels over all of `target`, each axis for itself: by area where it shrinks, hard-edged where it grows,
 * for smoothing the axis that grows would smear rows into each other.
 */
export function scalePixels(source: Pixels, target: PixelBlock): void {
  const { width, height, pixels, offset, stride } = target;
  if (width <= 0 || height <= 0 || source.width <= 0 || source.height <= 0) return;
  const scaleRow = rowScaler(source, width);
  if (height >= source.height) {
    const rows = sources(source.height, height);
    for (let y = 0; y < height; y++) {
      const start = offset + y * stride;
      if (y > 0 && rows[y] === rows[y - 1]) pixels.copyWithin(start, start - stride, start - stride + width);
      else scaleRow(rows[y]!, pixels, start);
    }
    return;
  }
  if (scaled.length < width) {
    scaled = new Uint32Array(width);
    sums = new Float64Array(width * 3);
  }
  let made = -1;
  spans(source.height, height).forEach((span, y) => {
    sums.fill(0, 0, width * 3);
    let total = 0;
    for (let row = span.first; row <= span.last; row++) {
      // Neighbouring spans share a row.
      if (row !== made) scaleRow(row, scaled, 0);
      made = row;
      const share = shareOf(span, row);
      total += share;
      for (let x = 0, s = 0; x < width; x++) {
        const pixel = scaled[x]!;
        sums[s] = sums[s]! + (pixel & 255) * share;
        s++;
        sums[s] = sums[s]! + ((pixel >>> 8) & 255) * share;
        s++;
        sums[s] = sums[s]! + ((pixel >>> 16) & 255) * share;
        s++;
      }
    }
    for (let x = 0; x < width; x++)
      pixels[offset + y * stride + x] = opaque(
        sums[x * 3]! / total,
        sums[x * 3 + 1]! / total,
        sums[x * 3 + 2]! / total,
      );
  });
}

function rowScaler({ pixels, width: from }: Pixels, width: number) {
  if (width >= from) {
    const columns = sources(from, width);
    return (row: number, out: Uint32Array, at: number) => {
      for (let x = 0; x < width; x++) out[at + x] = pixels[row * from + columns[x]!]!;
    };
  }
  const columns = spans(from, width);
  return (row: number, out: Uint32Array, at: number) => {
    const start = row * from;
    for (let x = 0; x < width; x++) {
      const span = columns[x]!;
      const first = pixels[start + span.first]!;
      let i = span.first + 1;
      // Most neighbours are alike.
      while (i <= span.last && pixels[start + i] === first) i++;
      out[at + x] = i > span.last ? first : mean(pixels, start, span);
    }
  };
}

function mean(pixels: Uint32Array, start: number, span: Span): number {
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (let i = span.first; i <= span.last; i++) {
    const pixel = pixels[start + i]!;
    const share = shareOf(span, i);
    total += share;
    red += (pixel & 255) * share;
    green += ((pixel >>> 8) & 255) * share;
    blue += ((pixel >>> 16) & 255) * share;
  }
  return opaque(red / total, green / total, blue / total);
}
