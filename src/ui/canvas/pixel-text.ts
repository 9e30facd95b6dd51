import { mixed, type PixelBlock } from './stamp';

/** A type at device resolution. */
export interface PixelType {
  /** CSS font, its size in device pixels. */
  readonly font: string;
  /** Device pixels after each letter. */
  readonly letterSpacing: number;
}

/** One piece of a text, rasterized once: how much of each pixel it covers, 0..255. */
interface Piece {
  /** Device pixels to the next piece. */
  readonly advance: number;
  /** Of the mask's first column and row from the pen, device pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly mask: Uint8Array;
}

interface Face {
  readonly ascent: number;
  readonly descent: number;
  readonly pieces: Map<string, Piece>;
}

/** Figures are equally wide and never kern, so that ten of them make every number; words are few and repeat. */
const PIECES = /\d|[^\d\s]+|\s+/g;
const MOST_PIECES = 2_000;

let scratch: CanvasRenderingContext2D | null = null;
const faces = new Map<string, Face>();

function typeset({ font, letterSpacing }: PixelType): CanvasRenderingContext2D {
  if (!scratch) {
    scratch = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!scratch) throw new Error('There is no 2D canvas.');
    // What was set before the app's font had arrived is another font's.
    document.fonts.addEventListener('loadingdone', () => faces.clear());
  }
  scratch.font = font;
  scratch.letterSpacing = `${letterSpacing}px`;
  return scratch;
}

function faceOf(type: PixelType): Face {
  const key = `${type.letterSpacing} ${type.font}`;
  let face = faces.get(key);
  if (!face) {
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = typeset(type).measureText('x');
    face = { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent, pieces: new Map() };
    faces.set(key, face);
  }
  return face;
}

function pieceOf(type: PixelType, face: Face, text: string): Piece {
  const known = face.pieces.get(text);
  if (known) return known;
  if (face.pieces.size >= MOST_PIECES) face.pieces.clear();
  const context = typeset(type);
  const { width: advance, actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(text);
  const left = Math.floor(-actualBoundingBoxLeft) - 1;
  const width = Math.ceil(actualBoundingBoxRight) + 1 - left;
  const above = Math.ceil(face.ascent) + 1;
  const height = above + Math.ceil(face.descent) + 1;
  const mask = new Uint8Array(width * height);
  if (text.trim() !== '') {
    context.canvas.width = width;
    context.canvas.height = height;
    // A new size resets the context.
    typeset(type).fillText(text, -left, above);
    const { data } = context.getImageData(0, 0, width, height);
    for (let i = 0; i < mask.length; i++) mask[i] = data[i * 4 + 3]!;
  }
  const piece = { advance, left, top: -above, width, height, mask };
  face.pieces.set(text, piece);
  return piece;
}

const piecesOf = (type: PixelType, text: string): Piece[] => {
  const face = faceOf(type);
  return (text.match(PIECES) ?? []).map((piece) => pieceOf(type, face, piece));
};

/** Height above and below the baseline of a font's letters, device pixels. */
export const textExtent = (type: PixelType): { readonly ascent: number; readonly descent: number } =>
  faceOf(type);

/** Device pixels. */
export const textWidth = (type: PixelType, text: string): number =>
  piecesOf(type, text).reduce((sum, { advance }) => sum + advance, 0);

/**
 * Writes a line of text into pixels, its pen starting at x on the baseline (device pixels; rounded piece by piece).
 * Over transparent pixels its edges stay transparent, over opaque ones they are mixed.
 */
export function paintPixelText(
  target: PixelBlock,
  type: PixelType,
  text: string,
  x: number,
  baseline: number,
  [red, green, blue]: readonly [number, number, number],
): void {
  const { pixels } = target;
  const color = (blue << 16) | (green << 8) | red;
  let pen = x;
  for (const piece of piecesOf(type, text)) {
    const { mask } = piece;
    const left = Math.round(pen) + piece.left;
    const top = Math.round(baseline) + piece.top;
    const first = Math.max(0, -left);
    const end = Math.min(piece.width, target.width - left);
    for (let row = Math.max(0, -top); row < piece.height && top + row < target.height; row++) {
      const from = row * piece.width;
      const to = target.offset + (top + row) * target.stride + left;
      for (let column = first; column < end; column++) {
        const cover = mask[from + column]!;
        if (cover === 0) continue;
        const under = pixels[to + column]!;
        if (cover === 255) pixels[to + column] = (color | 0xff000000) >>> 0;
        else if (under >>> 24 === 255)
          pixels[to + column] =
            (0xff000000 |
              (mixed((under >>> 16) & 255, blue, cover) << 16) |
              (mixed((under >>> 8) & 255, green, cover) << 8) |
              mixed(under & 255, red, cover)) >>>
            0;
        else pixels[to + column] = (color | (Math.max(cover, under >>> 24) << 24)) >>> 0;
      }
    }
    pen += piece.advance;
  }
}
