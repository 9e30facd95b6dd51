import { describe, expect, it } from 'vitest';
import { PixelContext } from './pixel-context';
import { putStamp } from './stamp';

const WHITE = 0xffffffff;
/** Black pixels of these covers, in one row. */
const stamp = (...covers: number[]) => ({
  width: covers.length,
  height: 1,
  data: Uint8ClampedArray.from(covers.flatMap((cover) => [0, 0, 0, cover])),
});
const row = (...pixels: number[]) => new PixelContext(Uint32Array.from(pixels), pixels.length, 1);

describe('putStamp', () => {
  it('mixes by cover over opaque pixels and keeps them opaque', () => {
    const target = row(WHITE, WHITE, WHITE, WHITE);
    putStamp(target, stamp(0, 51, 255), 1, 0);
    expect([...target.pixels]).toEqual([WHITE, WHITE, 0xffcccccc, 0xff000000]);
  });
  it('keeps its soft edge where nothing lies beneath', () => {
    const target = row(0, 0);
    putStamp(target, stamp(51, 255), 0, 0);
    expect([...target.pixels]).toEqual([51 * 2 ** 24, 255 * 2 ** 24]);
  });
  it('leaves out what is beyond the edges', () => {
    const target = row(WHITE, WHITE);
    putStamp(target, stamp(255, 255), -1, 0);
    putStamp(target, stamp(255, 255), 1, 0);
    putStamp(target, stamp(255, 255), 0, 1);
    putStamp(target, stamp(255, 255), 0, -1);
    expect([...target.pixels]).toEqual([0xff000000, 0xff000000]);
    putStamp(row(WHITE), stamp(255), 5, 0);
  });
});
