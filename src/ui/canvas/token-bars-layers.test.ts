import { describe, expect, it } from 'vitest';
import { makePalette } from './palette';
import { PixelContext } from './pixel-context';
import { joinTokenBars } from './token-bars-layers';
import { paintTokenBars } from './token-bars-painter';

const palette = makePalette('test', (token) =>
  token === 'paper' ? '#ffffff' : token === 'ink3' ? '#696e76' : '#1846a5',
);

describe('joinTokenBars', () => {
  it.each([
    ['columns wider than a pixel', 7, 35],
    ['steps thinner than a pixel', 90, 30],
  ])('paints what paintTokenBars paints, at every step: %s', (_, steps, width) => {
    const parts = {
      verbatim: Float64Array.from({ length: steps }, (_, i) => 20 + ((i * 37) % 60)),
      current: Float64Array.from({ length: steps }, () => 5),
    };
    const cacheBreaks = Uint8Array.from({ length: steps }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const geometry = { width, height: 40, dpr: 1 };
    // Within a larger picture, as a lane has it.
    const canvas = () =>
      new PixelContext(new Uint32Array((width + 3) * 44), width + 3, 44).part(2, 3, width, 40)!;
    const data = { steps, parts, maxTokens: 100, budget: 60, cacheBreaks };
    const seen = new Set<string>();
    for (let step = 0; step <= steps; step++) {
      const wanted = canvas();
      paintTokenBars(wanted, { ...data, step }, geometry, palette);
      const got = canvas();
      joinTokenBars(got, { ...data, step }, geometry, palette);
      expect([...got.pixels]).toEqual([...wanted.pixels]);
      seen.add(got.pixels.join());
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('follows another scale', () => {
    const parts = { verbatim: [50, 50] };
    const geometry = { width: 14, height: 40, dpr: 1 };
    const of = (maxTokens: number) => {
      const pixels = new PixelContext(new Uint32Array(14 * 40), 14, 40);
      joinTokenBars(pixels, { steps: 2, parts, maxTokens, step: 2 }, geometry, palette);
      return pixels.pixels.join();
    };
    const first = of(100);
    expect(of(200)).not.toBe(first);
    expect(of(100)).toBe(first);
  });
});
