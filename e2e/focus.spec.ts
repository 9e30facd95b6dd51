import { expect, test } from './support/app-test';

test.use({ modelArrives: false });

test('the focus returns to where it came from: parameter panel, dialogs, a removed lane', async ({ app }) => {
  await app.open();
  const { page } = app;
  const menu = page.getByRole('button', { name: 'Actions for D Semantic recency' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'All parameters…' }).press('Enter');
  await expect(page.getByRole('complementary').or(page.getByRole('dialog'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  await settings.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();

  await page.getByRole('button', { name: 'Actions for B Sliding window' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  // The lane that came to its place.
  await expect(page.getByRole('button', { name: 'Actions for B Tiered context' })).toBeFocused();
});

test('a card over a map lies over the pictures of the lanes; system messages alone make no turn', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await test.step('a card over a map lies over the pictures of the lanes', async () => {
    const map = page.getByTestId('map-C');
    const box = (await map.boundingBox())!;
    await map.click({ position: { x: (27.5 / 30) * box.width, y: (2.5 / 30) * box.height } });
    const card = page.getByRole('dialog', { name: 'Turn 3 at step 28 in C' });
    await expect(card).toBeVisible();
    const uncovered = await card.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const overlays = [...document.querySelectorAll<HTMLElement>('.lane-picture')];
      // They take no pointer events; for this question they do.
      for (const overlay of overlays) overlay.style.pointerEvents = 'auto';
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]),
      );
      const all = points.every(([x, y]) => element.contains(document.elementFromPoint(x!, y!)));
      for (const overlay of overlays) overlay.style.pointerEvents = '';
      return all;
    });
    expect(uncovered).toBe(true);
  });

  await test.step('system messages alone make no turn, and the headline says so', async () => {
    await page.getByTestId('file-input').setInputFiles({
      name: 'system.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([{ role: 'system', content: 'Answer in French.' }])),
    });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('System messages alone make no turn');
  });
});

test('a tab is told when another one saves over its work', async ({ app, context }) => {
  await app.open();
  const other = await context.newPage();
  await other.goto(app.page.url());
  await other.getByTestId('app').waitFor();
  await other.getByTestId('file-input').setInputFiles({
    name: 'short.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('User: Is it raining?\nAssistant: No.\n'),
  });
  await expect(app.page.getByText('The playground is open in another tab')).toBeVisible();
});
