import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save or export' });
const lane = (page: Page, letter: string) => page.locator(`section[aria-label^="${letter} "]`);

async function openExport(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog(page)).toBeVisible();
}

async function downloaded(page: Page, button: string): Promise<{ file: Download; text: string }> {
  const pending = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: button }).click();
  const file = await pending;
  return { file, text: readFileSync((await file.path())!, 'utf8') };
}

test('a saved project opens as the same state, and undo brings back what was open', async ({ app }) => {
  await app.open();
  const { page } = app;
  await page.getByRole('button', { name: 'Actions for A Full history' }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await page.keyboard.press('Home');
  for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.lane-number__unit').first()).toHaveText('tokens at step 12');

  await openExport(page);
  const { file, text } = await downloaded(page, 'Save the project');
  expect(file.suggestedFilename()).toBe('three-files-two-days.tdp.json');
  expect(JSON.parse(text)).toMatchObject({ format: 'temporal-decay-playground', version: 2 });
  await page.keyboard.press('Escape');

  await page.getByTestId('file-input').setInputFiles({
    name: 'other.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('User: Is it raining?\nAssistant: No.\n'),
  });
  await expect(page.getByTestId('open-status')).toContainText('Opened other.txt');
  await expect(page.locator('.lane-number__unit').first()).toHaveText(/step 1\b/);
  await page.getByTestId('file-input').setInputFiles({
    name: 'saved.tdp.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await expect(page.locator('.lane-number__unit').first()).toHaveText('tokens at step 12');
  await expect(page.locator('[data-lane-id]')).toHaveCount(3);
  await expect(lane(page, 'A')).toHaveAttribute('aria-label', /Sliding window/);
  // Over itself at another step, too.
  await page.keyboard.press('Home');
  await expect(page.locator('.lane-number__unit').first()).toHaveText('tokens at step 1');
  await page.getByTestId('file-input').setInputFiles({
    name: 'again.tdp.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await expect(page.locator('.lane-number__unit').first()).toHaveText('tokens at step 12');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('.lane-number__unit').first()).toHaveText(/step 1\b/);
});

test('what a strategy sends is exported as the provider takes it; a file of a newer version is refused', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await test.step('what a strategy sends is exported as the provider takes it', async () => {
    await openExport(page);
    await expectAccessible(page);
    const box = dialog(page);
    await expect(page.getByTestId('export-summary')).toHaveText(/^60 messages, \d+ kB$/);
    await expect(box.getByText(/^\d+ times are left out$/)).toBeVisible();
    await box.getByRole('radio', { name: 'What a strategy sends' }).check();
    await box.getByLabel('Strategy', { exact: true }).selectOption({ label: 'C Tiered context' });
    await box.getByLabel('Format').selectOption({ label: 'Anthropic' });
    const { file, text } = await downloaded(page, 'Download');
    expect(file.suggestedFilename()).toBe('three-files-two-days-tiered-context-step-30-anthropic.json');
    const request = JSON.parse(text) as { system: string; messages: { role: string }[] };
    expect(request.system).toContain('Earlier context:');
    expect(request.messages.map((m) => m.role)).toEqual(
      request.messages.map((_, i) => (i % 2 === 0 ? 'user' : 'assistant')),
    );
    await expect(box.getByRole('status')).toHaveText(/^Given to the browser as three-files/);
    await page.keyboard.press('Escape');
  });

  await test.step('a file of a newer version is refused, and the open conversation stays', async () => {
    await page.getByTestId('file-input').setInputFiles({
      name: 'newer.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ format: 'temporal-decay-playground', version: 99 })),
    });
    await expect(page.getByText(/saved by a newer version of the playground/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-lane-id]')).toHaveCount(4);
  });
});
