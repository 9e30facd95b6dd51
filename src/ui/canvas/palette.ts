import { FATES, type Fate, isPresent } from '../../core/fate-codes';

/** Red, green, blue, each 0..255. */
export type Rgb = readonly [number, number, number];

/** Everything a painter may put on a canvas, resolved for one theme. */
export interface FatePalette {
  /** Identity of the theme: painters key their own caches on the palette object, which is one per theme. */
  readonly theme: string;
  readonly paper: Rgb;
  readonly ink: Rgb;
  readonly ink2: Rgb;
  readonly ink3: Rgb;
  readonly line: Rgb;
  readonly line2: Rgb;
  readonly now: Rgb;
  /** Text on `now`. */
  readonly onNow: Rgb;
  /** CSS font family. */
  readonly sans: string;
  /** `none` is paper. */
  readonly fates: Readonly<Record<Fate, Rgb>>;
}

/**
 * Reads `#rgb`, `#rrggbb` and `rgb(r g b)` / `rgb(r, g, b)`; anything else is mid grey, so that a typing error in a
 * token is visible and never an exception in a paint loop.
 */
export const parseColor = (text: string): Rgb => {
  const value = text.trim();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short) return [1, 2, 3].map((i) => Number.parseInt(short[i]! + short[i]!, 16)) as unknown as Rgb;
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (long) return [1, 2, 3].map((i) => Number.parseInt(long[i]!, 16)) as unknown as Rgb;
  const functional = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(value);
  if (functional) return [1, 2, 3].map((i) => Math.round(Number(functional[i]))) as unknown as Rgb;
  return [128, 128, 128];
};

/** `amount` of `color` over `ground`, in sRGB as a browser blends; `amount` in 0..1 (clamped). */
export const mix = (color: Rgb, ground: Rgb, amount: number): Rgb => {
  const t = Math.min(1, Math.max(0, amount));
  return [0, 1, 2].map((i) => Math.round(ground[i]! + (color[i]! - ground[i]!) * t)) as unknown as Rgb;
};

export const cssColor = (rgb: Rgb): string => `rgb(${rgb[0]},${rgb[1]},${rgb[2]})`;

/**
 * Share of its colour that a cell of this fate code and weight (0..255) shows. The faintest weight still shows 55 %:
 * below that the hues stop being told apart. A turn that is out of the context has no weight to show.
 */
export const weightStrength = (fateCode: number, weight: number): number =>
  WEIGHTED[fateCode] === 1 ? 0.55 + 0.45 * (weight / 255) : 1;

const WEIGHTED = Uint8Array.from(FATES, (fate) => (isPresent(fate) && fate !== 'current' ? 1 : 0));

/** Fates the legend filter leaves out stay visible as context. */
export const DIMMED = 0.15;

/** Share of the colour in the tinted ground that lies under lines, bars and diagonals. */
export const TINT = 0.46;
/** The same ground in cells too small for what lies on it. */
export const GLYPHLESS_TINT = 0.73;

/**
 * The share of its colour that a fate shows when its cell is too small for a glyph: what the eye would average over the
 * glyph and its ground, so that a map keeps its tones when it shrinks.
 */
export const FLAT_STRENGTH: Readonly<Record<Fate, number>> = {
  none: 0,
  current: 1,
  pinned: 1,
  retrieved: 1,
  verbatim: 1,
  condensed: 0.68,
  summarized: 0.73,
  folded: 0.32,
  archived: 0.6,
  // Near the paper, as the hollow cells of larger maps are: what is gone must not look like a fate of weight.
  dropped: 0.32,
  pending: 0.35,
};

/** A palette from plain colour strings by token name without dashes (`paper`, `ink`, `fate-verbatim`, ...). */
export const makePalette = (theme: string, read: (token: string) => string): FatePalette => {
  const paper = parseColor(read('paper'));
  const fates = Object.fromEntries(
    FATES.map((fate) => [fate, fate === 'none' ? paper : parseColor(read(`fate-${fate}`))]),
  ) as Record<Fate, Rgb>;
  return {
    theme,
    paper,
    ink: parseColor(read('ink')),
    ink2: parseColor(read('ink2')),
    ink3: parseColor(read('ink3')),
    line: parseColor(read('line')),
    line2: parseColor(read('line2')),
    now: parseColor(read('now')),
    onNow: parseColor(read('on-now')),
    sans: read('sans').trim() || 'sans-serif',
    fates,
  };
};

/** A lookup of `rgb()` strings for one palette: painters ask for the same few hundred colours in every frame. */
export const colorTable = (palette: FatePalette) => {
  const cached = tables.get(palette);
  if (cached) return cached;
  const strings = new Map<number, string>();
  const table = {
    /** CSS colour of a fate at a strength 0..1 over paper. */
    at(fateCode: number, strength: number): string {
      const key = fateCode * 1024 + Math.round(strength * 1000);
      let found = strings.get(key);
      if (found === undefined) {
        found = cssColor(mix(palette.fates[FATES[fateCode] ?? 'none'], palette.paper, strength));
        strings.set(key, found);
      }
      return found;
    },
  };
  tables.set(palette, table);
  return table;
};

const tables = new WeakMap<FatePalette, { at(fateCode: number, strength: number): string }>();
