import { describe, expect, it } from 'vitest';
import { makePalette } from './palette';
import { recordingContext } from './recording-context';
import { paintNeededRows } from './step-marks-painter';

const palette = makePalette('test', () => '#123456');

describe('paintNeededRows', () => {
  it('puts two hairlines one CSS px outside the row, over the width asked for', () => {
    const context = recordingContext();
    const map = { width: 60, height: 56, dpr: 2, turns: 4 };
    paintNeededRows(context, [3], { map, mapTop: 10, left: 8, right: 108 }, palette);
    const style = 'rgb(18,52,86)';
    expect(context.rects).toEqual([
      { style, x: 16, y: 2 * (10 + 28 - 1), width: 200, height: 2 },
      { style, x: 16, y: 2 * (10 + 42) - 2, width: 200, height: 2 },
    ]);
  });
  it('keeps the two lines of rows thinner than themselves apart', () => {
    const context = recordingContext();
    const map = { width: 60, height: 30, dpr: 1, turns: 300 };
    paintNeededRows(context, [100], { map, mapTop: 0, left: 0, right: 60 }, palette);
    expect(context.rects[1]!.y - context.rects[0]!.y).toBe(3);
  });
});
