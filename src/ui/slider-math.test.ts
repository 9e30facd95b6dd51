import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from './number-math';
import {
  arrowStep,
  fractionToValue,
  nearestThumb,
  pageStep,
  reaching,
  type SliderRange,
  snap,
  stepCurve,
  typedValue,
  valueAfterKey,
  valueToFraction,
} from './slider-math';

const turns: SliderRange = { min: 1, max: 29, step: 1 };
const score: SliderRange = { min: 0, max: 0.3, step: 0.01 };
const budget: SliderRange = { min: 100, max: 128_000, step: 10, scale: 'log' };

describe('snap', () => {
  it('rounds to the grid, clamps, and shows no binary residue', () => {
    expect(snap(4.4, turns)).toBe(4);
    expect(snap(-3, turns)).toBe(1);
    expect(snap(99, turns)).toBe(29);
    expect(snap(0.07 + 0.01 + 0.01, score)).toBe(0.09);
    expect(snap(Number.NaN, turns)).toBe(1);
  });
  it('reaches a maximum that is off the grid', () => {
    expect(snap(10, { min: 0, max: 10, step: 3 })).toBe(10);
    expect(snap(9.4, { min: 0, max: 10, step: 3 })).toBe(9);
  });
  it('is idempotent and inside the range for any value', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        fc.constantFrom(turns, score, budget),
        (v, range) => {
          const once = snap(v, range);
          expect(once).toBeGreaterThanOrEqual(range.min);
          expect(once).toBeLessThanOrEqual(range.max);
          expect(snap(once, range)).toBe(once);
        },
      ),
    );
  });
});

describe('positions', () => {
  it('round-trips every value of a linear range', () => {
    for (let v = 1; v <= 29; v++) expect(fractionToValue(valueToFraction(v, turns), turns)).toBe(v);
  });
  it('gives a log range equal room per factor', () => {
    const span = valueToFraction(1_000, budget) - valueToFraction(100, budget);
    expect(valueToFraction(10_000, budget) - valueToFraction(1_000, budget)).toBeCloseTo(span, 10);
    expect(fractionToValue(1, budget)).toBe(128_000);
  });
  it('treats a log range that starts at 0 as linear', () => {
    expect(valueToFraction(5, { min: 0, max: 10, step: 1, scale: 'log' })).toBe(0.5);
  });
});

describe('a track with a bend', () => {
  const limit: SliderRange = { min: 0, max: 100_000, step: 50, bend: 2_000, limit: 2_000_000 };
  it('leaves the usual values most of the track and reaches its end', () => {
    expect(valueToFraction(2_000, limit)).toBe(0.85);
    for (const v of [0, 50, 1_000, 2_000, 51_000, 100_000])
      expect(fractionToValue(valueToFraction(v, limit), limit)).toBe(v);
  });
  it('is made by a value beyond the end, and only by one', () => {
    expect(reaching(turns, 29)).toBe(turns);
    expect(reaching(turns, 500)).toMatchObject({ max: 500, bend: 29 });
    expect(reaching(limit, 300_000)).toMatchObject({ max: 300_000, bend: 2_000 });
  });
  it('takes typed values up to the limit', () => {
    expect(typedValue('300000', limit)).toEqual({ value: 300_000, note: '' });
    expect(typedValue('3000000', limit)).toEqual({
      value: 2_000_000,
      note: '2,000,000 is the largest here.',
    });
  });
  it('takes a page from the usual part', () => expect(pageStep(1_000, limit)).toBe(200));
});

describe('keys', () => {
  it('moves by a step, by ten with shift, by a tenth of the range with page keys', () => {
    expect(valueAfterKey('ArrowRight', false, 5, turns)).toBe(6);
    expect(valueAfterKey('ArrowDown', false, 5, turns)).toBe(4);
    expect(valueAfterKey('ArrowRight', true, 5, turns)).toBe(15);
    expect(valueAfterKey('PageUp', false, 5, turns)).toBe(8);
    expect(valueAfterKey('PageDown', false, 2, turns)).toBe(1);
    expect(valueAfterKey('Home', false, 5, turns)).toBe(1);
    expect(valueAfterKey('End', false, 5, turns)).toBe(29);
    expect(valueAfterKey('a', false, 5, turns)).toBeNull();
  });
  it('never takes a page shorter than an arrow', () => {
    expect(pageStep(1, { min: 0, max: 3, step: 1 })).toBe(1);
  });
  it('steps a log range by its second digit', () => {
    expect(arrowStep(4_000, budget)).toBe(100);
    expect(arrowStep(64_000, budget)).toBe(1_000);
    expect(arrowStep(100, budget)).toBe(10);
    expect(valueAfterKey('ArrowRight', false, 4_000, budget)).toBe(4_100);
  });
});

describe('nearestThumb', () => {
  it('takes the nearer one, and between equals the one that can move there', () => {
    expect(nearestThumb(0.2, 0.1, 0.6)).toBe(0);
    expect(nearestThumb(0.5, 0.1, 0.6)).toBe(1);
    expect(nearestThumb(0.9, 0.5, 0.5)).toBe(1);
    expect(nearestThumb(0.1, 0.5, 0.5)).toBe(0);
    expect(nearestThumb(1, 1, 1)).toBe(0);
  });
});

describe('stepCurve', () => {
  it('holds each sample until the next one', () => {
    expect(stepCurve([0, 0.5, 1], null, 100, 10)).toEqual([[0, 10, 50, 10, 50, 5, 100, 5, 100, 0, 100, 0]]);
  });
  it('breaks where nothing is known', () => {
    expect(stepCurve([0, Number.NaN, 1], null, 100, 10)).toEqual([
      [0, 10, 50, 10],
      [100, 0, 100, 0],
    ]);
  });
});

describe('readNumber', () => {
  it('reads numbers as people write them', () => {
    expect(readNumber('4,000', { integer: true })).toEqual({ ok: true, value: 4_000 });
    expect(readNumber(' 12 500 ', {})).toEqual({ ok: true, value: 12_500 });
    expect(readNumber('0.25', { min: 0, max: 1 })).toEqual({ ok: true, value: 0.25 });
  });
  it('says what is wrong and offers the nearest value', () => {
    expect(readNumber('abc', {})).toMatchObject({ ok: false, clamped: null });
    expect(readNumber('', {})).toMatchObject({ ok: false, clamped: null });
    expect(readNumber('1,5', {})).toMatchObject({ ok: false, clamped: null });
    expect(readNumber('200', { min: 1, max: 100 })).toMatchObject({ ok: false, clamped: 100 });
    expect(readNumber('2.5', { integer: true })).toMatchObject({ ok: false, clamped: 3 });
    expect(readNumber('-1', { min: 0 })).toEqual({
      ok: false,
      problem: 'At least 0.',
      clamped: 0,
      settled: '0 is the smallest.',
    });
    expect(readNumber('1e9', { min: 0, max: 100 })).toMatchObject({ settled: '100 is the largest.' });
    expect(readNumber('3.7', { integer: true })).toMatchObject({ settled: 'Whole numbers only: 4.' });
    expect(readNumber('abc', {})).toMatchObject({ settled: '“abc” is no number.' });
  });
});

describe('a typed value', () => {
  const turns = { min: 0, max: 29, step: 1 };
  it('is taken as it is inside the range, on the grid or off it', () => {
    expect(typedValue('12', turns)).toEqual({ value: 12, note: '' });
    expect(typedValue(' 4,000 tokens', { min: 100, max: 8_000, step: 100 })).toEqual({
      value: 4_000,
      note: '',
    });
    expect(typedValue('4321', { min: 100, max: 8_000, step: 100 })).toEqual({ value: 4_321, note: '' });
    expect(typedValue('.35', { min: 0, max: 1, step: 0.05 })).toEqual({ value: 0.35, note: '' });
  });
  it('is clamped or rounded with a sentence', () => {
    expect(typedValue('99', turns)).toEqual({ value: 29, note: '29 is the largest here.' });
    expect(typedValue('-5', turns)).toEqual({ value: 0, note: '0 is the smallest here.' });
    expect(typedValue('1e9', turns)?.value).toBe(29);
    expect(typedValue('3.7', turns)).toEqual({ value: 4, note: 'Whole numbers only: 4.' });
    expect(typedValue('0.123', { min: 0, max: 1, step: 0.05 })).toEqual({
      value: 0.12,
      note: 'Rounded to 0.12.',
    });
  });
  it('is none where no number was typed', () => {
    for (const text of ['', 'abc', '-', '1.2.3']) expect(typedValue(text, turns)).toBeNull();
  });
});
