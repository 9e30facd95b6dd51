import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails when axe finds a violation in the page as it now is, or inside `within` (a CSS selector). Call it once per
 * view, theme and open dialog: axe sees only what is rendered.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(TAGS);
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
