import { describe, expect, it } from 'vitest';
import { createTypeAhead, menuFocusAfterKey } from './menu-focus';
import { placeFloating } from './place-floating';

const viewport = { width: 400, height: 300 };
const size = { width: 100, height: 80 };
const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 });

describe('placeFloating', () => {
  it('opens below and aligned with the start', () => {
    expect(placeFloating(at(50, 50), size, viewport, 'bottom-start')).toEqual({ left: 50, top: 74 });
    expect(placeFloating(at(150, 50), size, viewport, 'bottom-end')).toEqual({ left: 90, top: 74 });
    expect(placeFloating(at(150, 50), size, viewport, 'bottom')).toEqual({ left: 120, top: 74 });
  });
  it('flips where only the other side has room', () => {
    expect(placeFloating(at(50, 250), size, viewport, 'bottom-start').top).toBe(166);
    expect(placeFloating(at(50, 10), size, viewport, 'top-start').top).toBe(34);
  });
  it('stays in the viewport', () => {
    expect(placeFloating(at(380, 50), size, viewport, 'bottom-start').left).toBe(292);
    expect(placeFloating(at(0, 50), size, viewport, 'bottom-end').left).toBe(8);
    expect(placeFloating(at(50, 140), { width: 100, height: 280 }, viewport, 'bottom-start').top).toBe(12);
  });
});

describe('menuFocusAfterKey', () => {
  const labels = ['Duplicate', 'Move up', 'Move down'];
  it('wraps around, jumps to the ends, and finds by letter', () => {
    expect(menuFocusAfterKey('ArrowDown', 2, labels)).toBe(0);
    expect(menuFocusAfterKey('ArrowUp', 0, labels)).toBe(2);
    expect(menuFocusAfterKey('ArrowDown', -1, labels)).toBe(0);
    expect(menuFocusAfterKey('ArrowUp', -1, labels)).toBe(2);
    expect(menuFocusAfterKey('End', 0, labels)).toBe(2);
    expect(menuFocusAfterKey('m', 0, labels)).toBe(1);
    expect(menuFocusAfterKey('m', 1, labels)).toBe(2);
    expect(menuFocusAfterKey('x', 0, labels)).toBeNull();
    expect(menuFocusAfterKey('ArrowDown', 0, [])).toBeNull();
  });

  it('takes letters that are typed in one go as the beginning of one label', () => {
    const items = ['Token window', 'Tiered context', 'trimMessages', 'Rolling summary', 'Memory'];
    const typeAhead = createTypeAhead();
    let at = 0;
    for (const [i, key] of [...'trim'].entries())
      at = menuFocusAfterKey(key, at, items, typeAhead(key, i * 200)) ?? at;
    expect(items[at]).toBe('trimMessages');
    // After a pause a letter begins anew; the same again goes on.
    at = menuFocusAfterKey('t', at, items, typeAhead('t', 5_000))!;
    expect(items[at]).toBe('Token window');
    at = menuFocusAfterKey('t', at, items, typeAhead('t', 5_100))!;
    expect(items[at]).toBe('Tiered context');
  });
});
