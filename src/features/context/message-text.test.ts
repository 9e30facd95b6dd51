import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampAt, splitFences, splitQuote } from './message-text';

const joined = (text: string) =>
  splitFences(text)
    .map((s) => (s.type === 'text' ? s.text : s.open + s.text + s.close))
    .join('');

describe('splitFences', () => {
  it('separates fenced code from text', () => {
    expect(splitFences('Look:\n```python\nx = 1\n```\nDone.')).toEqual([
      { type: 'text', text: 'Look:\n' },
      { type: 'code', open: '```python\n', text: 'x = 1\n', close: '```\n' },
      { type: 'text', text: 'Done.' },
    ]);
  });

  it('takes an open fence to the end, and longer or other fences as content', () => {
    expect(splitFences('~~~~\na\n~~~\n```\nb')).toEqual([
      { type: 'code', open: '~~~~\n', text: 'a\n~~~\n```\nb', close: '' },
    ]);
    expect(splitFences('``` inline ``` code')).toEqual([{ type: 'text', text: '``` inline ``` code' }]);
  });

  it('loses no character of any text', () => {
    const texts = fc
      .array(fc.oneof(fc.constantFrom('```', '~~~', '````', '\n', '```js\n', '`a`', ' '), fc.string()))
      .map((parts) => parts.join(''));
    fc.assert(fc.property(texts, (text) => joined(text) === text));
  });
});

describe('clampAt', () => {
  it('leaves short texts whole', () => {
    expect(clampAt('')).toBe(0);
    expect(clampAt('a\n'.repeat(12))).toBe(24);
    expect(clampAt('word '.repeat(200))).toBe(1000);
  });

  it('cuts long texts after about twelve lines, between words', () => {
    const lines = 'a line\n'.repeat(40);
    expect(clampAt(lines)).toBe('a line\n'.repeat(12).length);
    const long = 'word '.repeat(5000);
    const cut = clampAt(long);
    expect(cut).toBeGreaterThan(900);
    expect(cut).toBeLessThan(1100);
    expect(long[cut]).toBe(' ');
  });

  it('keeps a quote that is not far down, and does not split a character', () => {
    const text = 'word '.repeat(5000);
    expect(clampAt(text, 2000)).toBe(2000);
    expect(clampAt(text, 20_000)).toBeLessThan(1100);
    const emoji = '😀'.repeat(5000);
    expect(clampAt(emoji) % 2).toBe(0);
  });

  it('cuts five megabytes in one line', () => {
    const text = 'x'.repeat(5_000_000);
    expect(clampAt(text)).toBeLessThan(1100);
  });
});

describe('splitQuote', () => {
  it('gives the text around the first place', () => {
    expect(splitQuote('a never b never', 'never')).toEqual(['a ', 'never', ' b never']);
    expect(splitQuote('abc', 'x')).toBeNull();
    expect(splitQuote('abc', '')).toBeNull();
  });
});
