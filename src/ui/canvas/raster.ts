import { FATE, FATES, type Fate, type FateMatrix } from '../../core/fate-codes';
import type { MapView } from './map-geometry';
import { DIMMED, type FatePalette, FLAT_STRENGTH, mix, weightStrength } from './palette';

/** Little-endian RGBA, as ImageData wants it: every platform with a canvas is little-endian. */
const pack = (r: number, g: number, b: number): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

const opaqueCache = new WeakMap<FatePalette, Map<string, Uint32Array>>();

/** 256 colours per fate (by weight), for one palette and one filter; `none` stays transparent. */
export const rasterColors = (palette: FatePalette, filter: ReadonlySet<Fate> | null): Uint32Array => {
  const perFilter = opaqueCache.get(palette) ?? new Map<string, Uint32Array>();
  opaqueCache.set(palette, perFilter);
  const key = filter === null ? '*' : FATES.filter((fate) => filter.has(fate)).join();
  const found = perFilter.get(key);
  if (found) return found;
  const colors = new Uint32Array(FATES.length * 256);
  FATES.forEach((fate, code) => {
    if (code === FATE.none) return;
    const shown = filter === null || filter.has(fate) ? 1 : DIMMED;
    for (let weight = 0; weight < 256; weight++) {
      const strength = weightStrength(code, weight) * FLAT_STRENGTH[fate] * shown;
      const [r, g, b] = mix(palette.fates[fate], palette.paper, strength);
      colors[code * 256 + weight] = pack(r, g, b);
    }
  });
  // A legend toggles among few sets; a runaway of sets would only come from a bug.
  if (perFilter.size > 64) perFilter.clear();
  perFilter.set(key, colors);
  return colors;
};

/**
 * One pixel per cell into `out` (row-major, stepCount x turnCount, all of it written). A partly kept turn shows its
 * fraction as less colour, since a pixel has no bottom to be filled from. `dimmed` marks cells (index as the matrix).
 */
export const rasterize = (
  matrix: FateMatrix,
  view: MapView,
  palette: FatePalette,
  filter: ReadonlySet<Fate> | null,
  out: Uint32Array,
  dimmed: Uint8Array | null = null,
  /** Pixel where nothing is; transparent by default. */
  ground = 0,
): void => {
  const { turns, fates, weights, fractions } = matrix;
  const { firstTurn, turnCount, firstStep, stepCount } = view;
  const colors = rasterColors(palette, filter);
  const [pr, pg, pb] = palette.paper;
  out.fill(ground, 0, stepCount * turnCount);
  for (let column = 0; column < stepCount; column++) {
    const step = firstStep + column;
    if (step > turns) break;
    const base = (step - 1) * turns + firstTurn - 1;
    const rows = Math.min(turnCount, step - firstTurn + 1);
    let target = column;
    for (let row = 0; row < rows; row++, target += stepCount) {
      const index = base + row;
      const code = fates[index]!;
      if (code === 0) continue;
      let color = colors[code * 256 + weights[index]!]!;
      const fraction = fractions[index]!;
      const faded = dimmed !== null && dimmed[index] === 1;
      if ((fraction < 255 && hasFraction(code)) || faded) {
        const share =
          Math.max(0.3, fraction < 255 && hasFraction(code) ? fraction / 255 : 1) * (faded ? DIMMED : 1);
        color = pack(
          pr + ((color & 255) - pr) * share,
          pg + (((color >>> 8) & 255) - pg) * share,
          pb + (((color >>> 16) & 255) - pb) * share,
        );
      }
      out[target] = color;
    }
  }
};

/** Only what is in the context can be there in part; a dropped turn's fraction of 0 is not a drawing instruction. */
export const hasFraction = (code: number): boolean =>
  code === FATE.pinned ||
  code === FATE.retrieved ||
  code === FATE.verbatim ||
  code === FATE.condensed ||
  code === FATE.current;
