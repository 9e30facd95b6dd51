import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const builderFile = createRequire(import.meta.url).resolve('@axe-core/playwright');
const AXE = readFileSync(createRequire(builderFile).resolve('axe-core/axe.min.js'), 'utf8');
/** What the builder evaluates twice in every call, in place of half a megabyte that the page already has. */
const NOTHING = 'undefined';

const ALL = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** Those of `ALL` that look at colours. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/**
 * Fails when axe finds a violation in the page as it now is, or inside `within` (a CSS selector). Call it once per
 * view and open dialog: axe sees only what is rendered.
 */
export const expectAccessible = (page: Page, within?: string): Promise<void> =>
  expectNothing(page, ALL, within);

/**
 * The same in light, then the rules about colours in dark: the schemes differ in values of custom properties only, so
 * no other rule can tell them apart. Leaves the page in light.
 */
export async function expectAccessibleInBoth(page: Page, within?: string): Promise<void> {
  await expectAccessible(page, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothing(page, OF_COLOURS, within);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Half of a transition is a colour that nobody reads for longer than a tenth of a second. */
async function endOfTransitions(): Promise<void> {
  // Those that the last change starts, and what is painted by script, are there with the frame after it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const finite = document
    .getAnimations()
    .filter((a) => Number.isFinite(Number(a.effect?.getComputedTiming().endTime)));
  await Promise.all(finite.map((a) => a.finished.catch(() => undefined)));
}

async function expectNothing(
  page: Page,
  runOnly: typeof ALL | typeof OF_COLOURS,
  within?: string,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await page.evaluate(endOfTransitions);
  const builder = new AxeBuilder({ page, axeSource: NOTHING })
    // Describing every element of every rule that passes takes longer than the rules.
    .options({ resultTypes: ['violations'], runOnly: { ...runOnly, values: [...runOnly.values] } })
    // One call in the page; the other mode serializes it all and ends in a second page, for the sake of frames.
    .setLegacyMode(true);
  const { violations, passes } = await (within ? builder.include(within) : builder).analyze();
  const report = violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}\n${nodes
        .map(
          ({ target, failureSummary }) =>
            `    ${target.join(' ')}\n      ${failureSummary?.replaceAll('\n', '\n      ')}`,
        )
        .join('\n')}`,
  );
  expect(passes.length, 'rules axe could apply').toBeGreaterThan(0);
  expect(violations.length, `axe found:\n${report.join('\n')}`).toBe(0);
}
