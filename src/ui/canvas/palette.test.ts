import { describe, expect, it } from 'vitest';
import { FATE, type FateMatrix } from '../../core/fate-codes';
import { makePalette, mix, parseColor, weightStrength } from './palette';
import { rasterize } from './raster';

describe('parseColor', () => {
  it('reads what style sheets give', () => {
    expect(parseColor('#1846a5')).toEqual([24, 70, 165]);
    expect(parseColor(' #fff ')).toEqual([255, 255, 255]);
    expect(parseColor('rgb(1, 2, 3)')).toEqual([1, 2, 3]);
    expect(parseColor('rgb(1 2 3 / 50%)')).toEqual([1, 2, 3]);
    expect(parseColor('teapot')).toEqual([128, 128, 128]);
  });
});

describe('mix', () => {
  it('goes from ground to colour and clamps', () => {
    expect(mix([0, 0, 0], [200, 100, 50], 0)).toEqual([200, 100, 50]);
    expect(mix([0, 0, 0], [200, 100, 50], 1)).toEqual([0, 0, 0]);
    expect(mix([0, 0, 0], [200, 100, 50], 0.5)).toEqual([100, 50, 25]);
    expect(mix([0, 0, 0], [200, 100, 50], 7)).toEqual([0, 0, 0]);
  });
});

describe('weightStrength', () => {
  it('spans 55 to 100 % for what is in the context and ignores the weight of what is not', () => {
    expect(weightStrength(FATE.retrieved, 0)).toBeCloseTo(0.55);
    expect(weightStrength(FATE.retrieved, 255)).toBe(1);
    expect(weightStrength(FATE.dropped, 0)).toBe(1);
    expect(weightStrength(FATE.current, 0)).toBe(1);
  });
});

describe('rasterize', () => {
  const palette = makePalette('test', (token) =>
    token === 'paper' ? '#ffffff' : token === 'fate-verbatim' ? '#0000ff' : '#000000',
  );
  const matrix = (fractions: number): FateMatrix => ({
    turns: 2,
    // Step 1: turn 1 current. Step 2: turn 1 verbatim, turn 2 current.
    fates: Uint8Array.of(FATE.current, 0, FATE.verbatim, FATE.current),
    weights: new Uint8Array(4).fill(255),
    fractions: new Uint8Array(4).fill(fractions),
  });
  const view = { firstTurn: 1, turnCount: 2, firstStep: 1, stepCount: 2 };
  const paint = (
    m: FateMatrix,
    filter: ReadonlySet<'verbatim' | 'current'> | null,
    dimmed: Uint8Array | null = null,
  ) => {
    const out = new Uint32Array(4).fill(7);
    rasterize(m, view, palette, filter, out, dimmed);
    return [...out].map((n) => n.toString(16));
  };
  it('writes rows as turns, columns as steps, ABGR, and clears the rest', () => {
    expect(paint(matrix(255), null)).toEqual(['ff000000', 'ffff0000', '0', 'ff000000']);
  });
  it('dims what the filter leaves out to 15 %', () => {
    const [current, verbatim] = paint(matrix(255), new Set(['verbatim']));
    expect(verbatim).toBe('ffff0000');
    expect(current).toBe('ffd9d9d9');
  });
  it('shows a fraction as less colour, never below 30 %', () => {
    expect(paint(matrix(128), null)[1]).toBe('ffff7f7f');
    expect(paint(matrix(0), null)[1]).toBe('ffffb2b2');
  });
  it('dims single cells', () => {
    expect(paint(matrix(255), null, Uint8Array.of(0, 0, 1, 0))[1]).toBe('ffffd8d8');
  });
  it('shows a scrolled window of the matrix', () => {
    const out = new Uint32Array(1);
    rasterize(matrix(255), { firstTurn: 2, turnCount: 1, firstStep: 2, stepCount: 1 }, palette, null, out);
    expect(out[0]!.toString(16)).toBe('ff000000');
  });
});
