import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseColor, type Rgb } from './canvas/palette';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const tokensIn = (selector: string): Map<string, string> => {
  const start = css.indexOf(selector);
  expect(start).toBeGreaterThanOrEqual(0);
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map([...block.matchAll(/([\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!.trim()]));
};

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((c) =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG 2.2 contrast ratio. */
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(parseColor(a)), luminance(parseColor(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

const light = tokensIn(':root {');
const dark = tokensIn(':root[data-theme="dark"]');

describe('colour tokens', () => {
  it('has the same dark values by preference and by attribute', () => {
    const byPreference = tokensIn(':root:not([data-theme="light"])');
    expect(dark.size).toBeGreaterThan(20);
    expect(Object.fromEntries(byPreference)).toEqual(Object.fromEntries(dark));
  });
  it('names the same tokens in light and dark', () => {
    expect([...light.keys()]).toEqual([...dark.keys()]);
  });
  it.each([
    [
      'light',
      light,
      {
        verbatim: '#1846a5',
        summarized: '#aa7de7',
        retrieved: '#006d4b',
        pinned: '#d68025',
        condensed: '#098c99',
        folded: '#aa7de7',
        archived: '#81807c',
        dropped: '#d4d5d7',
      },
    ],
    [
      'dark',
      dark,
      {
        verbatim: '#7197e2',
        summarized: '#9d4bac',
        retrieved: '#00be8d',
        pinned: '#ee8a24',
        condensed: '#acdef7',
        folded: '#9d4bac',
        archived: '#6e665e',
        dropped: '#3a3d42',
      },
    ],
  ] as const)(
    'gives each fate the colour that was checked for people who see fewer colours (%s)',
    (_, tokens, checked) => {
      for (const [fate, color] of Object.entries(checked))
        expect(tokens.get(`--fate-${fate}`), fate).toBe(color);
      expect(tokens.get('--fate-current')).toBe(tokens.get('--ink'));
    },
  );
  it.each([
    ['light', light],
    ['dark', dark],
  ])('meets WCAG AA for every text on every ground it stands on (%s)', (_, tokens) => {
    const color = (name: string) => tokens.get(name)!;
    for (const text of ['--ink', '--ink2', '--ink3', '--now'])
      for (const ground of ['--paper', '--card'])
        expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const text of ['--ink', '--ink2'])
      expect(contrast(color(text), color('--wash')), `${text} on wash`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color('--on-now'), color('--now'))).toBeGreaterThanOrEqual(4.5);
  });
});
