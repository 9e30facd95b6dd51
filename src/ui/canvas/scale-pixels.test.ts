import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PixelContext } from './pixel-context';
import { scalePixels } from './scale-pixels';

const grey = (level: number) => (0xff000000 | (level * 0x10101)) >>> 0;
const picture = (rows: readonly (readonly number[])[]) => ({
  pixels: Uint32Array.from(rows.flat(), grey),
  width: rows[0]!.length,
  height: rows.length,
});
const intoContext = (rows: readonly (readonly number[])[], target: PixelContext) => {
  scalePixels(picture(rows), target);
  return target;
};
const scaled = (rows: readonly (readonly number[])[], width: number, height: number): number[][] => {
  const { pixels } = intoContext(rows, new PixelContext(new Uint32Array(width * height), width, height));
  expect(pixels.every((pixel) => pixel >>> 24 === 255)).toBe(true);
  return Array.from({ length: height }, (_, y) =>
    [...pixels.subarray(y * width, (y + 1) * width)].map((pixel) => pixel & 255),
  );
};

describe('scalePixels', () => {
  it('repeats pixels where an axis grows', () => {
    expect(scaled([[10, 20]], 4, 2)).toEqual([
      [10, 10, 20, 20],
      [10, 10, 20, 20],
    ]);
  });
  it('takes the mean by area where an axis shrinks', () => {
    // 3 into 2: each takes one and a half.
    expect(scaled([[0, 90, 240]], 2, 1)).toEqual([[30, 190]]);
    expect(scaled([[0], [90], [240]], 1, 2)).toEqual([[30], [190]]);
    expect(
      scaled(
        [
          [0, 100],
          [200, 100],
        ],
        1,
        1,
      ),
    ).toEqual([[100]]);
  });
  it('does each axis for itself', () => {
    expect(scaled([[0, 90, 240]], 2, 3)).toEqual([
      [30, 190],
      [30, 190],
      [30, 190],
    ]);
  });
  it('stays between the darkest and the lightest, and keeps the mean of what divides evenly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (size, timesX, timesY, levels) => {
          const rows = Array.from({ length: size * timesY }, () => [...levels.take(size * timesX)]);
          const out = scaled(rows, size, size).flat();
          const all = rows.flat();
          expect(Math.min(...out)).toBeGreaterThanOrEqual(Math.min(...all));
          expect(Math.max(...out)).toBeLessThanOrEqual(Math.max(...all));
          const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
          // Each axis rounds once.
          expect(Math.abs(mean(out) - mean(all))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
