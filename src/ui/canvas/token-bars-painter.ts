import type { RectContext } from './decay-map-painter';
import { snapAxis } from './map-geometry';
import { cssColor, type FatePalette, mix, type Rgb } from './palette';

/** What a step's tokens are made of, from the bottom up. `other`: preamble, notes, placeholders. */
export const TOKEN_PARTS = ['other', 'summary', 'pinned', 'retrieved', 'verbatim', 'current'] as const;
export type TokenPart = (typeof TOKEN_PARTS)[number];

export interface TokenBarsData {
  readonly steps: number;
  /** Tokens per step (index step - 1) of each part; a missing part counts 0. */
  readonly parts: Readonly<Partial<Record<TokenPart, ArrayLike<number>>>>;
  /** Tokens at the top of the plot; shared by all lanes. */
  readonly maxTokens: number;
  /** Tokens of the dashed line, if any. */
  readonly budget?: number | null;
  /** Steps after this one are faint. */
  readonly step: number;
  /** 1 where the prompt cache was broken; index step - 1. */
  readonly cacheBreaks?: ArrayLike<number> | null;
}

export interface TokenBarsGeometry {
  readonly width: number;
  /** All of it in CSS px: the plot, its base line, and below it `tickSpace` for the cache ticks. */
  readonly height: number;
  readonly dpr: number;
  /** Default 12: a gap of 4, ticks of 5, and 3 px of air. 0 leaves the ticks out. */
  readonly tickSpace?: number;
  readonly firstStep?: number;
  readonly stepCount?: number;
}

/**
 * One column per step, or one per device pixel (its tallest step) when steps are thinner than that. Index column; arrays
 * and no objects, because a slider asks for hundreds of columns in every frame.
 */
export interface TokenColumns {
  readonly steps: Int32Array;
  /** Device pixels: first, and first after it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export interface TokenBarsLayout {
  /** Device pixels: the y of the plot's bottom edge, where the 1 px base line begins. */
  readonly baseY: number;
  readonly budgetY: number | null;
  readonly columns: TokenColumns;
  readonly pxPerToken: number;
}

const FAINT = 0.28;
const TICK_GAP = 4;
const TICK_LENGTH = 5;

/** Tokens of all parts at a step (from 1). */
export const tokensAt = (data: TokenBarsData, step: number): number =>
  TOKEN_PARTS.reduce((sum, part) => sum + (data.parts[part]?.[step - 1] ?? 0), 0);

export const tokenBarsLayout = (data: TokenBarsData, geometry: TokenBarsGeometry): TokenBarsLayout => {
  const { width, height, dpr } = geometry;
  const firstStep = geometry.firstStep ?? 1;
  const count = geometry.stepCount ?? data.steps;
  const line = Math.max(1, Math.round(dpr));
  const baseY = Math.round((height - (geometry.tickSpace ?? 12)) * dpr) - line;
  const pxPerToken = data.maxTokens > 0 ? baseY / data.maxTokens : 0;
  const budget = data.budget ?? null;
  const budgetY =
    budget !== null && budget <= data.maxTokens ? Math.round(baseY - budget * pxPerToken) : null;
  const widthPx = Math.round(width * dpr);
  const columns =
    count <= widthPx
      ? stepColumns(snapAxis(width, count, dpr), firstStep, Math.min(count, data.steps - firstStep + 1))
      : pixelColumns(data, widthPx, firstStep, count);
  return { baseY, budgetY, columns, pxPerToken };
};

const stepColumns = (
  { starts, ends }: ReturnType<typeof snapAxis>,
  firstStep: number,
  count: number,
): TokenColumns => {
  const steps = new Int32Array(Math.max(0, count));
  for (let i = 0; i < count; i++) steps[i] = firstStep + i;
  return { steps, starts, ends };
};

const pixelColumns = (
  data: TokenBarsData,
  widthPx: number,
  firstStep: number,
  count: number,
): TokenColumns => {
  const columns = {
    steps: new Int32Array(widthPx),
    starts: new Int32Array(widthPx),
    ends: new Int32Array(widthPx),
  };
  for (let x = 0; x < widthPx; x++) {
    const from = firstStep + Math.floor((x * count) / widthPx);
    const to = Math.min(data.steps, firstStep + Math.floor(((x + 1) * count) / widthPx) - 1);
    let tallest = from;
    for (let step = from + 1; step <= to; step++)
      if (tokensAt(data, step) > tokensAt(data, tallest)) tallest = step;
    columns.steps[x] = tallest;
    columns.starts[x] = x;
    columns.ends[x] = x + 1;
  }
  return columns;
};

const partColor = (part: TokenPart, palette: FatePalette): Rgb =>
  part === 'summary'
    ? palette.fates.summarized
    : part === 'other'
      ? palette.fates.archived
      : palette.fates[part];

/** Paints tokens per step as stacked bars over a base line, with the budget line and cache-break ticks. */
export const paintTokenBars = (
  context: RectContext,
  data: TokenBarsData,
  geometry: TokenBarsGeometry,
  palette: FatePalette,
): void => {
  const { dpr } = geometry;
  const widthPx = Math.round(geometry.width * dpr);
  context.clearRect(0, 0, widthPx, Math.round(geometry.height * dpr));
  const layout = tokenBarsLayout(data, geometry);
  const line = Math.max(1, Math.round(dpr));
  const { steps, starts, ends } = layout.columns;
  const tops = new Float64Array(steps.length);
  // Part by part, so that the colour changes twice per part and not per bar.
  for (const part of TOKEN_PARTS) {
    const tokens = data.parts[part];
    if (tokens === undefined) continue;
    const color = partColor(part, palette);
    for (const faint of [false, true]) {
      context.fillStyle = cssColor(faint ? mix(color, palette.paper, FAINT) : color);
      for (let i = 0; i < steps.length; i++) {
        const step = steps[i]!;
        if (step > data.step !== faint) continue;
        const from = Math.round(layout.baseY - tops[i]! * layout.pxPerToken);
        tops[i]! += tokens[step - 1] ?? 0;
        const to = Math.max(0, Math.round(layout.baseY - tops[i]! * layout.pxPerToken));
        if (from > to) context.fillRect(starts[i]!, to, ends[i]! - starts[i]!, from - to);
      }
    }
  }
  context.fillStyle = cssColor(palette.line2);
  context.fillRect(0, layout.baseY, widthPx, line);
  if (layout.budgetY !== null) {
    context.fillStyle = cssColor(palette.ink3);
    const dash = Math.round(2 * dpr);
    for (let x = 0; x < widthPx; x += dash * 2)
      context.fillRect(x, layout.budgetY, Math.min(dash, widthPx - x), line);
  }
  const breaks = data.cacheBreaks ?? null;
  if (breaks !== null && (geometry.tickSpace ?? 12) > 0) {
    const top = layout.baseY + line + Math.round(TICK_GAP * dpr);
    const [passed, coming] = [cssColor(palette.ink3), cssColor(mix(palette.ink3, palette.paper, 0.4))];
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (breaks[step - 1] !== 1) continue;
      context.fillStyle = step > data.step ? coming : passed;
      const columnWidth = ends[i]! - starts[i]!;
      const width = Math.min(line, columnWidth);
      context.fillRect(
        starts[i]! + Math.round((columnWidth - width) / 2),
        top,
        width,
        Math.round(TICK_LENGTH * dpr),
      );
    }
  }
};
