import { describe, expect, it } from 'vitest';
import { wrap } from './live-text';

/** Every letter is one wide. */
const widthOf = (line: string) => line.length;

describe('wrap', () => {
  it('keeps a text that fits, and one that must not wrap', () => {
    expect(wrap('5 verbatim, 4 dropped', 21, widthOf)).toEqual(['5 verbatim, 4 dropped']);
    expect(wrap('Step 12 of 30', null, () => 1e9)).toEqual(['Step 12 of 30']);
    expect(wrap('', 10, widthOf)).toEqual([]);
  });
  it('fills lines with whole words', () => {
    expect(wrap('5 verbatim, 9 summarized, 5 folded', 13, widthOf)).toEqual([
      '5 verbatim, 9',
      'summarized, 5',
      'folded',
    ]);
  });
  it('gives a word that is wider than the line a line of its own', () => {
    expect(wrap('a incomprehensible b', 5, widthOf)).toEqual(['a', 'incomprehensible', 'b']);
  });
});
