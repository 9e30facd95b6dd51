import { expect, test } from './support/app-test';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';
import { startStaticServer } from './support/static-server';

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`axe finds nothing in any view, light and dark: ${size.width} wide`, async ({ app }) => {
    const { page } = app;
    await page.setViewportSize(size);
    await app.open();
    for (const view of ['Compare', 'Context', 'Conversation']) {
      await page.getByRole('button', { name: view, exact: true }).locator('visible=true').click();
      await expect(page.getByTestId('app')).toHaveAttribute('data-view', view.toLowerCase());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
    }
  });
}

test('axe finds nothing in the dialogs and the parameter panel', async ({ app }) => {
  const { page } = app;
  await app.open();
  await page.getByRole('button', { name: 'Actions for D Semantic recency' }).click();
  await page.getByRole('menuitem', { name: 'All parameters…' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const name of ['Settings', 'Keyboard shortcuts', 'Use your own conversation']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('the build works from a sub-path of a static host without isolation headers, embeddings included', async ({
  app,
}) => {
  test.setTimeout(90_000);
  const server = await startStaticServer({ folder: 'dist', prefix: '/team/playground/', isolated: false });
  try {
    await app.open(server.url);
    const { page } = app;
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Turn 30 needs turn 3.');
    await page.getByRole('button', { name: 'Use your own conversation' }).first().click();
    await page.getByTestId('file-input').setInputFiles({
      name: 'short.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        'User: The crane is red.\nAssistant: Noted.\nUser: And blue?\nAssistant: No.\nUser: Which colour?\nAssistant: Red.\nUser: Sure?\n',
      ),
    });
    // The example before it was settled too: first the file is there, and its texts have gone to the model.
    await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuemax', '4');
    await expect
      .poll(() => app.requests.some((url) => url.startsWith(`${server.url}models/`)), { timeout: 30_000 })
      .toBe(true);
    await expect(page.getByTestId('settled')).toHaveAttribute('data-settled', 'true', { timeout: 60_000 });
    await expect(page.getByText('Similarities: all-MiniLM-L6-v2')).toBeVisible();
  } finally {
    await server.close();
  }
});
