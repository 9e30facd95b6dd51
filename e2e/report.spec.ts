import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const report = (page: Page) => page.getByRole('dialog', { name: 'Import report' });
const rows = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article');

test('the report counts, names every place, leads there, and is there after a reload', async ({
  page,
  app,
}) => {
  await app.open();
  await page.getByTestId('file-input').setInputFiles(fixture('odd.json'));
  await page.getByTestId('open-status').getByRole('button', { name: 'Details' }).click();
  await expect(report(page)).toContainText('OpenAI chat messages (JSON). 4 messages opened.');
  for (const code of ['duplicate-id', 'unknown-sender', 'empty-skipped', 'lone-surrogate-replaced']) {
    await expect(report(page).locator(`[data-code="${code}"]`)).toHaveCount(1);
  }
  const halves = report(page).locator('[data-code="lone-surrogate-replaced"]').getByRole('button').first();
  await expect(halves).toHaveAttribute('aria-expanded', 'false');
  await halves.focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'dialog[open]');
  await report(page).getByRole('button', { name: 'Message 4', exact: true }).click();
  await expect(report(page)).toBeHidden();
  await expect(rows(page).nth(3)).toBeFocused();

  await expect.poll(() => isStored(page)).toBe(true);
  await app.open();
  await page.getByRole('button', { name: /^Import report, \d warnings$/ }).click();
  await expect(report(page)).toContainText('odd.json');
  await page.keyboard.press('Escape');
  await page.locator('.example-menu').click();
  await page.getByRole('menuitem', { name: 'Import report' }).click();
  await expect(report(page)).toBeVisible();
});

test('several files have a section each, on a phone too', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.open();
  await page.getByTestId('file-input').setInputFiles([fixture('ports.txt'), fixture('not-json.json')]);
  await expect(page.getByTestId('open-status')).toContainText(
    'Opened ports.txt: 4 messages. 1 file could not be read.',
  );
  await page.getByTestId('open-status').getByRole('button', { name: 'Details' }).click();
  await expect(report(page).getByRole('region', { name: 'ports.txt' })).toContainText('4 messages opened');
  await expect(report(page).getByRole('region', { name: 'not-json.json' })).toContainText(
    /Not read\.\s*This is not valid JSON/,
  );
  await expectAccessible(page, 'dialog[open]');
});

const isStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('tdp-imports');
        request.onsuccess = () => {
          const all = request.result.transaction('imports').objectStore('imports').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result.length > 0);
          };
        };
      }),
  );
