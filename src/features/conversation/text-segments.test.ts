import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, splitFences } from './text-segments';

describe('splitFences', () => {
  it('takes fenced code apart from prose and keeps the offsets', () => {
    const text = 'before\n```py\na = 1\nb = 2\n```\nafter';
    expect(splitFences(text)).toEqual([
      { kind: 'text', start: 0, text: 'before' },
      { kind: 'code', start: 13, text: 'a = 1\nb = 2' },
      { kind: 'text', start: 29, text: 'after' },
    ]);
  });

  it('lets a longer fence hold a shorter one, and an open one run to the end', () => {
    expect(splitFences('````\n```\nx\n```\n````').map((s) => s.text)).toEqual(['```\nx\n```']);
    expect(splitFences('a\n~~~\nrest')).toEqual([
      { kind: 'text', start: 0, text: 'a' },
      { kind: 'code', start: 6, text: 'rest' },
    ]);
  });

  it('gives one empty segment for an empty text', () => {
    expect(splitFences('')).toEqual([{ kind: 'text', start: 0, text: '' }]);
  });

  it('every segment is the text at its offset, in order, and only fence lines are left out', () => {
    const line = fc.constantFrom('```', '```py', '~~~', '````', 'a', '', '  b', '``');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        let end = 0;
        for (const segment of splitFences(text)) {
          expect(text.slice(segment.start, segment.start + segment.text.length)).toBe(segment.text);
          expect(segment.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, segment.start)).not.toMatch(/[ab]/);
          end = segment.start + segment.text.length;
        }
        expect(text.slice(end)).not.toMatch(/[ab]/);
      }),
    );
  });
});

describe('cutText', () => {
  it('cuts at a word, and inside a run without spaces', () => {
    expect(cutText('one two three', 9)).toBe('one two');
    expect(cutText('x'.repeat(500), 100)).toHaveLength(100);
    expect(cutText('short', 100)).toBe('short');
  });

  it('never leaves half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 0, max: 210 }),
        (text, limit) => {
          const cut = cutText(text, limit);
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
          expect(cut.isWellFormed()).toBe(text.isWellFormed() || cut.isWellFormed());
        },
      ),
    );
  });
});
