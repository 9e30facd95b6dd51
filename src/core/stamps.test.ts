import * as fc from 'fast-check';
import encoding from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from './conversation';
import { type StampFormat, stampHead, stampText, stampTokens } from './stamps';
import { parseTimestamp } from './timestamps';

const count = (text: string) => encoding.countTokens(text, { disallowedSpecial: new Set<string>() });
const at = (text: string) => parseTimestamp(text)!;
const HOUR = 3_600_000;
const noon = at('2026-01-12T12:00:00Z');
const earlier = (ms: number) => at(new Date(noon.sortMs - ms).toISOString());
const FORMATS: StampFormat[] = ['relative', 'absolute', 'both'];

describe('the text of a stamp', () => {
  it('is exactly "[3 hours ago] "', () => {
    expect(stampText(earlier(3 * HOUR), noon, 'relative')).toBe('[3 hours ago] ');
    expect(stampText(earlier(3.99 * HOUR), noon, 'relative')).toBe('[3 hours ago] ');
    expect(stampText(earlier(HOUR), noon, 'relative')).toBe('[1 hour ago] ');
    expect(stampText(noon, noon, 'relative')).toBe('[0 seconds ago] ');
  });
  it('is absolute, or both', () => {
    expect(stampText(at('2026-01-12T10:00:00Z'), noon, 'absolute')).toBe('[2026-01-12T10:00:00Z] ');
    expect(stampText(at('2026-01-12 10:00'), noon, 'absolute')).toBe('[2026-01-12T10:00:00] ');
    expect(stampText(at('2026-01-12T10:00:00Z'), noon, 'both')).toBe('[2026-01-12T10:00:00Z, 2 hours ago] ');
  });
  it('is nothing without a time', () => {
    for (const format of FORMATS) expect(stampText(null, noon, format)).toBe('');
  });
});

describe('the tokens of a stamp', () => {
  const AGES = [
    0,
    1,
    59,
    60,
    3_599,
    3_600,
    86_399,
    86_400,
    6 * 86_400,
    7 * 86_400,
    29 * 86_400,
    30 * 86_400,
    364 * 86_400,
    365 * 86_400,
    999 * 365 * 86_400,
  ];
  it.each(FORMATS)('%s: equal the tokenizer’s, at any age', (format) => {
    for (const seconds of AGES) {
      const now = { ...noon, sortMs: noon.sortMs + seconds * 1000 };
      const stamp = stampText(noon, now, format);
      expect(stampTokens(stamp), stamp).toBe(count(stamp.trimEnd()));
      // One number per message serves all steps.
      expect(stampTokens(stamp)).toBe(stampTokens(stampText(noon, noon, format)));
    }
    for (const text of ['2026-01-12', '2026-01-12 10:00', '1999-12-31T23:59:59Z']) {
      const stamp = stampText(at(text), noon, format);
      expect(stampTokens(stamp), stamp).toBe(count(stamp.trimEnd()));
    }
  });

  const message = (...parts: Part[]): Message => ({ id: 'm', role: 'user', parts, time: noon });
  const delta = (m: Message) => {
    const head = stampHead(m);
    return head === '' ? 0 : count(` ${head}`) - count(head);
  };
  const whole = (text: string, stamp: string) =>
    expect(
      stampTokens(stamp) + delta(message({ type: 'text', text })) + count(text),
      JSON.stringify(text.slice(0, 80)),
    ).toBe(count(stamp + text));

  it('with the text behind it equal the count of the whole', () => {
    const texts = [
      'hello world',
      'Hello',
      '42 is the answer',
      '  two spaces',
      '\nline',
      '\n\n  indented',
      '```python\ncode\n```',
      '- list',
      '(aside)',
      '...',
      "'quoted'",
      '日本語のテキストです。とても長い文章なので、六十四文字を超えるまで続きます。そしてもっと続いて、最後に終わります。はい。',
      'Привет, мир',
      '😀 emoji',
      'https://example.com/a/very/long/address/that/goes/on/and/on/without/any/space/at/all/until/the/end',
      'x'.repeat(200),
      `${' '.repeat(90)}far`,
      'a',
      '<|endoftext|> plain',
      'The quick brown fox jumps over the lazy dog and then runs away from it all, far away.',
    ];
    for (const text of texts)
      for (const format of FORMATS) whole(text, stampText(earlier(HOUR), noon, format));
  });

  it('does so for any words', () => {
    const piece = fc.constantFrom(
      'a',
      'Zebra',
      ' ',
      '  ',
      '\n',
      '1',
      '234',
      '.',
      ',',
      '(',
      '–',
      'é',
      '日本',
      '😀',
      "'s",
      '_x',
      '\t',
      'longer-word',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 60, size: 'max' }), (pieces) => {
        whole(pieces.join(''), '[3 hours ago] ');
      }),
      { numRuns: 400 },
    );
  });

  it('stands in front of the first text that is not empty', () => {
    expect(stampHead(message({ type: 'text', text: '' }, { type: 'text', text: 'later' }))).toBe('later');
    expect(stampHead(message({ type: 'reasoning', text: 'hm' }))).toBe('');
  });
});
