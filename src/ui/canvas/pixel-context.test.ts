import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PixelContext, pixelOf, putPixels } from './pixel-context';
import { scalePixels } from './scale-pixels';
import { putStamp } from './stamp';

const surface = (width: number, height: number) =>
  new PixelContext(new Uint32Array(width * height), width, height);
const BLUE = 0xffa54618; // #1846a5, alpha first
const rows = (context: PixelContext) =>
  Array.from({ length: context.height }, (_, y) =>
    [...context.pixels.subarray(y * context.width, (y + 1) * context.width)]
      .map((p) => (p === 0 ? '.' : p === BLUE ? '#' : '+'))
      .join(''),
  );

describe('PixelContext', () => {
  it('fills and clears rectangles, clipped to its size', () => {
    const context = surface(5, 4);
    context.fillStyle = 'rgb(24,70,165)';
    context.fillRect(1, 1, 10, 2);
    context.clearRect(3, -5, 1, 20);
    context.fillRect(0, 3, 0, 1);
    expect(rows(context)).toEqual(['.....', '.##.#', '.##.#', '.....']);
  });

  it('leaves its ground where it clears', () => {
    const paper = pixelOf([250, 250, 249]);
    const context = new PixelContext(new Uint32Array(4), 2, 2, paper);
    context.clearRect(0, 0, 2, 2);
    context.fillStyle = '#1846a5';
    context.fillRect(0, 0, 1, 1);
    expect([...context.pixels]).toEqual([BLUE, paper, paper, paper]);
  });

  it('takes over a block of pixels as far as it lies within', () => {
    const context = surface(4, 3);
    const block = surface(3, 2);
    block.fillStyle = '#1846a5';
    block.fillRect(0, 0, 3, 2);
    block.clearRect(1, 0, 1, 1);
    const { pixels, width, height } = block;
    const image = { data: new Uint8ClampedArray(pixels.buffer), width, height } as ImageData;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 4, 3);
    context.putImageData(image, -1, 1);
    context.putImageData(image, 3, 2);
    context.putImageData(image, 9, 9);
    expect(rows(context)).toEqual(['++++', '.#++', '##+#']);
  });

  it('paints a part as a picture of its own, and nothing beside it', () => {
    const stamp = { width: 4, height: 4, data: new Uint8ClampedArray(64).fill(200) };
    const cells = { pixels: Uint32Array.from([BLUE, 0xffffffff]), width: 2, height: 1 };
    const paint = (context: PixelContext) => {
      context.clearRect(0, 0, 6, 5);
      context.fillStyle = '#1846a5';
      context.fillRect(-2, 1, 4, 2);
      context.fillRect(0, 4, 6, 9);
      context.beginPath();
      context.moveTo(5, 2);
      context.arc(4, 2, 3);
      context.fill();
      putStamp(context, stamp, 3, 3);
    };
    const stretch = (context: PixelContext) => scalePixels(cells, context);
    for (const painting of [paint, stretch]) {
      const alone = surface(6, 5);
      painting(alone);
      const whole = surface(9, 8);
      whole.fillStyle = '#ff0000';
      whole.fillRect(0, 0, 9, 8);
      const wanted = whole.pixels.slice();
      for (let y = 0; y < 5; y++) wanted.set(alone.pixels.subarray(y * 6, y * 6 + 6), (y + 2) * 9 + 1);
      const views = vi.spyOn(Uint32Array.prototype, 'subarray');
      putPixels(whole, { x: 1, y: 2, width: 6, height: 5 }, painting);
      expect(views, 'garbage in every row of every frame').not.toHaveBeenCalled();
      views.mockRestore();
      expect([...whole.pixels]).toEqual([...wanted]);
    }
    expect(surface(9, 8).part(4, 2, 6, 5)).toBeNull();
    expect(surface(9, 8).part(-1, 2, 6, 5)).toBeNull();
  });

  it('covers as much as a circle has area, symmetrically', () => {
    const context = surface(8, 8);
    context.fillStyle = '#1846a5';
    context.beginPath();
    context.moveTo(7, 4);
    context.arc(4, 4, 3);
    context.fill();
    const area = context.pixels.reduce((sum, p) => sum + (p >>> 24) / 255, 0);
    expect(area).toBeGreaterThan(Math.PI * 9 * 0.97);
    expect(area).toBeLessThan(Math.PI * 9 * 1.03);
    expect(rows(context)).toEqual([...rows(context)].reverse());
  });

  it('fills polygons one by one and mixes their edges with what is beneath', () => {
    const context = surface(4, 2);
    context.fillStyle = 'rgb(255,255,255)';
    context.fillRect(0, 0, 4, 2);
    context.fillStyle = 'rgb(0,0,0)';
    context.beginPath();
    for (const x of [0, 2.5]) {
      context.moveTo(x, 0);
      context.lineTo(x + 1, 0);
      context.lineTo(x + 1, 2);
      context.lineTo(x, 2);
      context.closePath();
    }
    context.fill();
    expect([...context.pixels.subarray(0, 4)].map((p) => p & 255)).toEqual([0, 255, 128, 128]);
    expect(context.pixels.every((p) => p >>> 24 === 255)).toBe(true);
  });

  it('covers the samples that are inside by the even-odd rule, wherever the shape lies', () => {
    const corner = fc.tuple(
      fc.double({ min: -6, max: 16, noNaN: true }),
      fc.double({ min: -6, max: 14, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 7 }), (corners) => {
        const context = surface(10, 8);
        context.fillStyle = '#1846a5';
        context.beginPath();
        corners.forEach(([x, y], i) => {
          if (i === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        });
        context.fill();
        const inside = (x: number, y: number) =>
          corners.filter(([xi, yi], i) => {
            const [xj, yj] = corners.at(i - 1)!;
            return yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi;
          }).length %
            2 ===
          1;
        const quarters = [0.125, 0.375, 0.625, 0.875];
        const expected = Array.from({ length: 80 }, (_, i) => {
          const [x, y] = [i % 10, Math.floor(i / 10)];
          const hits = quarters.flatMap((dy) => quarters.filter((dx) => inside(x + dx, y + dy))).length;
          return Math.round((hits / 16) * 255);
        });
        expect([...context.pixels].map((p) => p >>> 24)).toEqual(expected);
      }),
    );
  });
});
