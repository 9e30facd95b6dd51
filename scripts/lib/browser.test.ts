import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS } from './browser';

/** Playwright offers its list nowhere; another version may have another, and ours replaces it. */
function playwrightsFeatures(): string[] {
  const bundle = createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle');
  const list = /disabledFeatures = \[(.*?)\n *\]/s.exec(readFileSync(bundle, 'utf8'));
  return [...list![1]!.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map((name) => name[1]!);
}

describe('the settings of Chromium', () => {
  it('switch off every feature that Playwright switches off', () => {
    const switches = CHROMIUM_ARGS.filter((arg) => arg.startsWith('--disable-features='));
    expect(switches).toHaveLength(1);
    const expected = playwrightsFeatures();
    expect(expected.length).toBeGreaterThan(5);
    expect(switches[0]!.split('=')[1]!.split(',')).toEqual(expect.arrayContaining(expected));
  });
});
