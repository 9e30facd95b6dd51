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
