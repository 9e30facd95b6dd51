import { describe, expect, it } from 'vitest';
import { FATE, type Fate, type FateMatrix } from '../../core/fate-codes';
import { paintCells, paintDecayMap } from './decay-map-painter';
import { foldedStripes, hatches, stripeOffsets, summarizedStripes } from './fate-glyphs';
import { type MapGeometry, stepCenter } from './map-geometry';
import { marginBarsLayout, paintMarginBars } from './margin-bars-painter';
import { cssColor, FLAT_STRENGTH, makePalette, mix } from './palette';
import { PixelContext, pixelOf } from './pixel-context';
import { recordingContext } from './recording-context';
import { paintTokenBars, tokenBarsLayout, tokensAt } from './token-bars-painter';

const HEX: Record<string, string> = {
  paper: '#ffffff',
  ink: '#000000',
  ink3: '#696e76',
  line2: '#c8c9c5',
  'fate-current': '#010101',
  'fate-verbatim': '#1846a5',
  'fate-summarized': '#aa7de7',
  'fate-retrieved': '#006d4b',
  'fate-pinned': '#d68025',
  'fate-condensed': '#098c99',
  'fate-folded': '#aa7de7',
  'fate-archived': '#81807c',
  'fate-dropped': '#d4d5d7',
  'fate-pending': '#c8c9c5',
};
const palette = makePalette('test', (token) => HEX[token] ?? '#123456');
const geometry: MapGeometry = { width: 21, height: 42, dpr: 1, turns: 3 };

/** Three turns; all past cells have `past`. */
const matrixOf = (past: Fate, weight = 255, fraction = 255): FateMatrix => {
  const fates = new Uint8Array(9);
  for (let step = 1; step <= 3; step++)
    for (let turn = 1; turn <= step; turn++)
      fates[(step - 1) * 3 + turn - 1] = turn === step ? FATE.current : FATE[past];
  return {
    turns: 3,
    fates,
    weights: new Uint8Array(9).fill(weight),
    fractions: new Uint8Array(9).fill(fraction),
  };
};
const paint = (matrix: FateMatrix, options = {}, g = geometry) => {
  const context = recordingContext();
  paintCells(context, matrix, g, palette, options);
  return context;
};
const paper = 'rgb(255,255,255)';
const colorOf = (fate: Fate, strength = 1) => cssColor(mix(palette.fates[fate], palette.paper, strength));

describe('paintCells', () => {
  it('paints one run per stretch of equal cells and cuts the gaps afterwards', () => {
    const context = paint(matrixOf('verbatim'));
    // Row 1: current, then a run of two; row 2: current, then one; row 3: current.
    expect(context.rects.filter((r) => r.style === colorOf('verbatim'))).toEqual([
      { style: colorOf('verbatim'), x: 7, y: 0, width: 13, height: 13 },
      { style: colorOf('verbatim'), x: 14, y: 14, width: 6, height: 13 },
    ]);
    expect(context.rects.filter((r) => r.style === colorOf('current'))).toHaveLength(3);
    expect(context.cleared).toHaveLength(1 + 3 + 3);
    expect(context.cleared[1]).toEqual({ x: 6, y: 0, width: 1, height: 42 });
  });
  it('puts exactly one dot on each retrieved cell, in its middle', () => {
    const { arcs } = paint(matrixOf('retrieved'));
    expect(arcs.map(({ x, y, style }) => [x, y, style])).toEqual([
      [10, 6.5, paper],
      [17, 6.5, paper],
      [17, 20.5, paper],
    ]);
  });
  it('puts one square on each pinned cell', () => {
    expect(paint(matrixOf('pinned')).rects.filter((r) => r.style === paper)).toHaveLength(3);
  });
  it('puts one bar on each condensed and one diagonal on each archived cell', () => {
    expect(
      paint(matrixOf('condensed')).rects.filter((r) => r.style === colorOf('condensed') && r.width === 2),
    ).toHaveLength(3);
    expect(paint(matrixOf('archived')).paths).toEqual([{ style: colorOf('archived'), outlines: 3 }]);
  });
  it('stripes summarized cells in the full colour over a tint', () => {
    const { rects } = paint(matrixOf('summarized'));
    const perRun = stripeOffsets(13, summarizedStripes(1)).length;
    expect(perRun).toBe(4);
    expect(rects.filter((r) => r.style === colorOf('summarized'))).toHaveLength(2 * perRun);
    expect(rects.filter((r) => r.style === colorOf('summarized', 0.46))).toHaveLength(2);
  });
  it('draws dropped cells as outlines only', () => {
    const { rects } = paint(matrixOf('dropped'));
    const lines = rects.filter((r) => r.style === colorOf('dropped'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(Math.min(line.width, line.height)).toBe(1);
  });
  it('draws folded cells hollow, with more hairs than a dropped one has, and no ground', () => {
    const lines = paint(matrixOf('folded')).rects.filter((r) => r.style === colorOf('folded'));
    const edges = paint(matrixOf('dropped')).rects.filter((r) => r.style === colorOf('dropped'));
    for (const line of lines) expect(Math.min(line.width, line.height)).toBe(1);
    // Two runs of past cells.
    expect(lines.length - edges.length).toBe(2 * stripeOffsets(13, foldedStripes(1)).length);
    expect(lines.length - edges.length).toBeGreaterThanOrEqual(4);
    expect(paint(matrixOf('folded')).rects.some((r) => r.style === colorOf('folded', 0.46))).toBe(false);
  });
  it('hatches pending cells and leaves unspoken ones empty', () => {
    const [hatched] = paint(matrixOf('pending')).paths;
    expect(hatched).toEqual({
      style: colorOf('pending'),
      outlines: 3 * hatches({ x: 0, y: 0, width: 6, height: 13 }, 1).length,
    });
    const empty = paint({ ...matrixOf('verbatim'), fates: new Uint8Array(9) });
    expect(empty.rects).toHaveLength(0);
  });
  it('leaves glyphs out below 6 px of height, and paints plain colours below 5', () => {
    expect(paint(matrixOf('retrieved'), {}, { ...geometry, height: 17 }).arcs).toHaveLength(0);
    const small = { ...geometry, height: 12 };
    const pixels = new PixelContext(new Uint32Array(21 * 12), 21, 12);
    paintDecayMap(pixels, matrixOf('retrieved'), small, palette);
    const shown = (row: number, step: number) =>
      pixels.pixels[row * 21 + Math.round(stepCenter(small, step))]! >>> 0;
    const tone = mix(palette.fates.retrieved, palette.paper, FLAT_STRENGTH.retrieved);
    expect([0, 1, 2, 3].map((row) => shown(row, 3))).toEqual(Array(4).fill(pixelOf(tone)));
    expect(shown(11, 1)).toBe(pixelOf(palette.paper));
  });
  it('mixes the weight towards paper, from 100 down to 55 %', () => {
    expect(paint(matrixOf('verbatim', 0)).rects.some((r) => r.style === colorOf('verbatim', 0.55))).toBe(
      true,
    );
  });
  it('fills a fraction from the bottom', () => {
    const { rects } = paint(matrixOf('verbatim', 255, 128));
    const filled = rects.filter((r) => r.style === colorOf('verbatim'));
    expect(filled[0]).toMatchObject({ y: 6, height: 7 });
    expect(rects.find((r) => r.style === colorOf('verbatim', 0.22))).toMatchObject({ y: 0, height: 6 });
  });
  it('dims what the filter leaves out to 15 % and nothing else', () => {
    const { rects } = paint(matrixOf('verbatim'), { filter: new Set(['verbatim']) });
    expect(rects.filter((r) => r.style === colorOf('verbatim'))).toHaveLength(2);
    expect(rects.filter((r) => r.style === colorOf('current', 0.15))).toHaveLength(3);
  });
  it('dims single cells and splits their run', () => {
    const dimmed = new Uint8Array(9);
    dimmed[6] = 1; // step 3, turn 1
    const { rects } = paint(matrixOf('verbatim'), { dimmed });
    expect(rects.filter((r) => r.style === colorOf('verbatim', 0.15))).toEqual([
      { style: colorOf('verbatim', 0.15), x: 14, y: 0, width: 6, height: 13 },
    ]);
  });
  it('paints a scrolled view only', () => {
    const { rects } = paint(
      matrixOf('verbatim'),
      {},
      { ...geometry, height: 14, firstTurn: 2, turnCount: 1 },
    );
    expect(rects.map((r) => [r.x, r.y])).toEqual([
      [7, 0],
      [14, 0],
    ]);
  });
});

describe('margin bars', () => {
  const data = {
    tokens: [100, 50, 0, 30],
    fates: [FATE.verbatim, FATE.summarized, FATE.dropped, FATE.current],
    summaries: [{ firstTurn: 2, lastTurn: 3, tokens: 40 }],
    maxTokens: 100,
  };
  const size = { width: 40, height: 56, dpr: 1 };
  it('draws turns that are there by themselves, and one bracket per summary', () => {
    const { bars, brackets } = marginBarsLayout(data, size);
    expect(bars.map((b) => [b.turn, b.width, b.y, b.height])).toEqual([
      [1, 40, 3, 7],
      [4, 12, 45, 7],
    ]);
    expect(brackets).toHaveLength(1);
    expect(brackets[0]!.line).toEqual({ x: 0, y: 14, width: 1, height: 27 });
    expect(brackets[0]!.width + brackets[0]!.x).toBe(16);
  });
  it('scales leaving bars and skips those that have left', () => {
    const context = recordingContext();
    paintMarginBars(context, data, size, palette, [0.5, 1, 1, 0]);
    expect(context.rects.filter((r) => r.style === colorOf('verbatim')).map((r) => r.width)).toEqual([20]);
    expect(context.rects.filter((r) => r.style === colorOf('current'))).toHaveLength(0);
  });
});

describe('token bars', () => {
  const data = {
    steps: 3,
    parts: { summary: [0, 10, 10], verbatim: [20, 30, 40], current: [5, 5, 5] },
    maxTokens: 100,
    budget: 50,
    step: 2,
    cacheBreaks: [0, 1, 1],
  };
  const size = { width: 21, height: 113, dpr: 1 };
  it('stacks from the base, summary first, and adds up', () => {
    const layout = tokenBarsLayout(data, size);
    expect(layout.baseY).toBe(100);
    expect(layout.budgetY).toBe(50);
    const context = recordingContext();
    paintTokenBars(context, data, size, palette);
    const bar = context.rects.filter((r) => r.x === 7 && r.width === 6);
    expect(bar.map((r) => [r.style, r.y, r.height])).toEqual([
      [colorOf('summarized'), 90, 10],
      [colorOf('verbatim'), 60, 30],
      [colorOf('current'), 55, 5],
    ]);
    expect(bar.reduce((sum, r) => sum + r.height, 0)).toBe(tokensAt(data, 2));
  });
  it('is faint after the current step and ticks each cache break', () => {
    const context = recordingContext();
    paintTokenBars(context, data, size, palette);
    expect(
      context.rects.filter((r) => r.x === 14 && r.width === 6).every((r) => r.style !== colorOf('verbatim')),
    ).toBe(true);
    expect(context.rects.filter((r) => r.y > 101 && r.height === 5)).toHaveLength(2);
  });
  it('shows the tallest step of a pixel when steps are thinner than pixels', () => {
    const tokens = new Float64Array(1000);
    tokens[503] = 90;
    const layout = tokenBarsLayout(
      { steps: 1000, parts: { verbatim: tokens }, maxTokens: 100, step: 1000 },
      { width: 100, height: 113, dpr: 1 },
    );
    expect(layout.columns.steps).toHaveLength(100);
    expect(layout.columns.steps[50]).toBe(504);
  });
});
