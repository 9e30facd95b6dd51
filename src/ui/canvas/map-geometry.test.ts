import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellRect,
  drawsCells,
  hasGlyphs,
  hitTest,
  type MapGeometry,
  snapAxis,
  stepAt,
  stepCenter,
} from './map-geometry';

const lane: MapGeometry = { width: 210, height: 420, dpr: 2, turns: 30 };

describe('cellRect', () => {
  it('gives cells of 6 x 13 px on a grid of 7 x 14', () => {
    expect(cellRect(lane, 1, 1)).toEqual({ x: 0, y: 0, width: 6, height: 13 });
    expect(cellRect(lane, 30, 3)).toEqual({ x: 203, y: 28, width: 6, height: 13 });
    expect(cellRect(lane, 31, 3)).toBeNull();
    expect(cellRect(lane, 0, 3)).toBeNull();
  });
  it('follows a scrolled view', () => {
    const view: MapGeometry = {
      width: 210,
      height: 420,
      dpr: 1,
      turns: 300,
      firstTurn: 101,
      turnCount: 30,
      firstStep: 1,
      stepCount: 30,
    };
    expect(cellRect(view, 1, 101)).toEqual({ x: 0, y: 0, width: 6, height: 13 });
    expect(cellRect(view, 1, 100)).toBeNull();
  });
});

describe('snapAxis', () => {
  it('lies on device pixels, in order, without overlap, and ends inside, for any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 2000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(1, 1.25, 1.5, 2, 3),
        (length, count, dpr) => {
          fc.pre((length * dpr) / count >= 1);
          const { starts, ends } = snapAxis(length, count, dpr);
          // One assertion for all cells: hundreds per case would make the test slow.
          const broken = [...starts.keys()].filter(
            (i) => !(ends[i]! > starts[i]!) || (i > 0 && starts[i]! < ends[i - 1]!),
          );
          expect(broken).toEqual([]);
          expect(ends[count - 1]!).toBeLessThanOrEqual(Math.round(length * dpr));
        },
      ),
    );
  });
  it('has a gap of 1 CSS px from a pitch of 5 px on', () => {
    expect(snapAxis(150, 30, 2).gapPx).toBe(2);
    expect(snapAxis(149, 30, 2).gapPx).toBe(0);
  });
});

describe('hitTest', () => {
  it('finds the cell whose rectangle contains the point, for every cell', () => {
    for (let step = 1; step <= 30; step++)
      for (let turn = 1; turn <= 30; turn++) {
        const rect = cellRect(lane, step, turn)!;
        expect(hitTest(lane, rect.x + rect.width / 2, rect.y + rect.height / 2)).toEqual({
          step,
          turn,
          spoken: turn <= step,
        });
      }
  });
  it('has no dead pixel in the gaps and nothing outside', () => {
    expect(hitTest(lane, 6.5, 13.5)).toMatchObject({ step: 1, turn: 1 });
    expect(hitTest(lane, 210, 5)).toBeNull();
    expect(hitTest(lane, -0.1, 5)).toBeNull();
    expect(hitTest(lane, Number.NaN, 5)).toBeNull();
  });
});

describe('steps', () => {
  it('centres on the visible cell and clamps a scrub', () => {
    expect(stepCenter(lane, 1)).toBe(3);
    expect(stepCenter(lane, 30)).toBe(206);
    expect(stepAt(lane, -50)).toBe(1);
    expect(stepAt(lane, 9999)).toBe(30);
    expect(stepAt(lane, 103)).toBe(15);
  });
  it('knows when cells and glyphs are drawn', () => {
    expect(hasGlyphs(lane)).toBe(true);
    expect(hasGlyphs({ ...lane, height: 179 })).toBe(false);
    expect(drawsCells({ ...lane, width: 150, height: 150 })).toBe(true);
    expect(drawsCells({ ...lane, width: 149, height: 420 })).toBe(false);
  });
});
