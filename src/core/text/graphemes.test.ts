import { describe, expect, it } from 'vitest';
import { characterStart, wholeCharacters } from './graphemes';

describe('whole characters', () => {
  it('are not cut: joined emoji, skin tones, flags, letters with marks', () => {
    expect(wholeCharacters('ab👩‍👩‍👧 c', 4)).toBe('ab');
    expect(wholeCharacters('ab👋🏽', 4)).toBe('ab');
    expect(wholeCharacters('a🇩🇪', 3)).toBe('a');
    expect(wholeCharacters('cafe\u0301s', 4)).toBe('caf');
    expect(wholeCharacters('a\r\nb', 2)).toBe('a');
  });
  it('are as many as fit', () => {
    expect(wholeCharacters('short', 20)).toBe('short');
    expect(wholeCharacters('abc', 2)).toBe('ab');
    expect(wholeCharacters('👩‍👩‍👧x', 8)).toBe('👩‍👩‍👧');
  });
  it('start where the one that holds a place starts', () => {
    expect(characterStart('ab👩‍👩‍👧', 5)).toBe(2);
    expect(characterStart('ab', 1)).toBe(1);
    expect(characterStart('ab', 9)).toBe(2);
    expect(characterStart('ab', -1)).toBe(0);
    expect(characterStart(`${'👩‍'.repeat(3)}${'x'.repeat(500)}👋🏽`, 511)).toBe(509);
  });
});
