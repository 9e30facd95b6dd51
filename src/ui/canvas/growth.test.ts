/**
 * Painting a mark must cost what it covers. Counted are executed blocks of our code, not milliseconds: the same numbers on
 * any machine. When the box around every hatch was looked through, a map of ten turns took a quarter of a second.
 */
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../core/testing/executed-blocks';

const { PixelContext } = await import('./pixel-context');
const { diagonal, hatches } = await import('./fate-glyphs');

const outlines = {
  'an archived cell': (side: number) => [diagonal({ x: 0, y: 0, width: side, height: side }, 1)],
  'the longest hatch': (side: number) => [[0, side - 0.7, side, -0.7, side, 0.7, 0, side + 0.7]],
};

function fill(side: number, shapes: readonly (readonly number[])[]): void {
  const context = new PixelContext(new Uint32Array(side * side), side, side);
  context.fillStyle = '#1846a5';
  context.beginPath();
  for (const points of shapes) {
    context.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
    context.closePath();
  }
  context.fill();
}

describe('a thin mark of twice the length costs twice as much', () => {
  it.each(Object.entries(outlines))('%s', async (_, shapesOf) => {
    const blocks = (side: number) => blocksOf(() => fill(side, shapesOf(side)));
    await blocks(100);
    expect((await blocks(100)) / (await blocks(50))).toBeLessThan(2.2);
  });

  it('and all hatches of a cell cost what they cover: some blocks per pixel', async () => {
    const side = 100;
    const lines = hatches({ x: 0, y: 0, width: side, height: side }, 1).map(([x1, y1, x2, y2]) => [
      ...[x1, y1 - 0.7, x2, y2 - 0.7],
      ...[x2, y2 + 0.7, x1, y1 + 0.7],
    ]);
    expect((await blocksOf(() => fill(side, lines))) / side ** 2).toBeLessThan(60);
  });
});
