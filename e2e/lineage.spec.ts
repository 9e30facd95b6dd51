/** What a summary was made of, what a pin costs, and the outcomes under the sliders of compressors and modifiers. */
import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app-test';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';
import { goToContext } from './support/views';

const lane = (page: Page, letter: string) => page.locator(`section[aria-label^="${letter} "]`);

async function openPanel(page: Page, letter: string) {
  await lane(page, letter).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'All parameters…' }).click();
  return page.getByRole('complementary', { name: `Parameters of ${letter}` });
}

async function start({ open, page }: App): Promise<void> {
  await open();
  await expect(page.getByTestId('settled')).toHaveAttribute('data-settled', 'true');
}

/** Opens the card of a turn's cell at the last step. */
async function openCard(page: Page, letter: string, turn: number) {
  const map = page.getByTestId(`map-${letter}`);
  await map.click({ position: { x: (await map.boundingBox())!.width - 4, y: (turn - 0.5) * 14 } });
  return page.getByRole('dialog', { name: new RegExp(`^Turn ${turn} at step \\d+ in ${letter}`) });
}

test('a summary says what it was made of, light and dark', async ({ app }) => {
  const { page } = app;
  await start(app);
  const view = await goToContext(page);
  const lineage = view.locator('.context-lineage').first();
  await expect(lineage.locator('summary')).toHaveText(
    /^Made from turns 10 to 24; turn 10 was re-summarized \d+ times, each time from its own words$/,
  );
  await lineage.locator('summary').press('Enter');
  await expect(
    lineage.getByRole('img', { name: /^15 source turns, re-summarized 0 to \d+ times; / }),
  ).toBeVisible();
  const rows = lineage.getByRole('row');
  await expect(rows).toHaveCount(16);
  await expect(rows.nth(1)).toContainText('step 16');
  await expect(rows.last()).toContainText('not yet');
  await expectAccessibleInBoth(page);
  await page.screenshot({ path: '.cache/lineage.png' });

  await page.setViewportSize({ width: 390, height: 844 });
  await lineage.scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page);
  await page.screenshot({ path: '.cache/lineage-phone.png' });
});

test('a summarized cell says since when; a pin has a price', async ({ app }) => {
  const { page } = app;
  await start(app);
  await test.step('a summarized cell says since when, and how often again', async () => {
    const card = await openCard(app.page, 'C', 12);
    await expect(card).toContainText(/in this summary since step 18, re-summarized 12 times/);
    await expectAccessible(app.page);
    await app.page.screenshot({ path: '.cache/lineage-card.png' });
    await card.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a pin has a price, in its card, in the reasons and in the panel', async () => {
    let card = await openCard(page, 'B', 3);
    await card.getByRole('button', { name: 'Pin turn 3' }).click();
    const price = /pin costs [\d,]+ tokens: ([\d,]+) with it, ([\d,]+) without/;
    await expect(card).toContainText(price);
    await expectAccessible(page);
    await page.screenshot({ path: '.cache/pin-card.png' });
    await card.getByRole('button', { name: 'Close' }).click();

    const panel = await openPanel(page, 'B');
    const prices = panel.getByRole('list', { name: 'Prices of the pins at step 30' });
    await expect(prices).toContainText(/^Turn 3 costs [\d,]+ tokens: [\d,]+ with it, [\d,]+ without$/);
    await prices.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await page.screenshot({ path: '.cache/pin-panel.png' });
    await panel.getByRole('button', { name: 'Close parameters' }).click();

    card = await openCard(page, 'B', 3);
    await card.getByRole('button', { name: 'Read the context' }).click();
    await expect(page.getByTestId('context-view').locator('.context-why')).toContainText(price);
  });
});

test('compressors and modifiers show the outcomes under their sliders', async ({ app }) => {
  const { page } = app;
  await start(app);
  const panel = await openPanel(page, 'B');
  await panel.getByRole('combobox', { name: 'Then compress' }).selectOption({ label: 'Rolling summary' });
  const form = panel.locator('.parameter-panel__compressor');
  await expect(form.locator('.sweep__curve')).toHaveCount(1);
  // At the far end of its track the thumb comes close to the value above it.
  await form.getByRole('slider').press('Home');
  await panel.getByRole('switch', { name: /^Archive recall/ }).click();
  const recall = panel.locator('.parameter-panel__modifier', { hasText: 'Archive recall' });
  await recall.scrollIntoViewIfNeeded();
  await expect(recall.locator('.sweep__curve')).toHaveCount(2);
  await expectAccessible(page);
  await page.screenshot({ path: '.cache/sweeps-panel.png' });
});
