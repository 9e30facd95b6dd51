import path from 'node:path';
import { expect, test } from './support/app-test';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);

test('an empty conversation starts in the message field, and evidence is marked step by step', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await page.getByRole('button', { name: 'Use your own conversation' }).click();
  await page.getByRole('button', { name: /An empty conversation/ }).click();
  await expect(page.getByRole('textbox', { name: 'New message' })).toBeFocused();
  for (const text of ['The port is 8080.', 'Noted.', 'Which port is it?']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
  await page.getByRole('button', { name: 'Mark evidence' }).click();
  const use = page.getByRole('button', { name: 'Use turn 2 as the question' });
  await expect(use).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('step 2 of 2')).toBeVisible();
  await page
    .getByRole('button', { name: /vidence for turn 2/ })
    .first()
    .click();
  await expect(page.getByText('1 message is marked as what turn 2 needs')).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Turn 2 needs turn 1\./);
});

test('what was not opened, settings that do not fit, and the sixth strategy', async ({ app }) => {
  await app.open();
  const { page } = app;
  await test.step('“Opened …” gives way to what was not opened', async () => {
    await page.getByTestId('file-input').setInputFiles(fixture('ports.openai.json'));
    await expect(page.getByTestId('open-status')).toContainText('Opened ports.openai.json');
    await page.getByTestId('file-input').setInputFiles(fixture('not-json.json'));
    await expect(page.getByText('not-json.json was not opened.')).toBeVisible();
    await expect(page.getByTestId('open-status')).toBeHidden();
    await page.keyboard.press('Escape');
    // Sooner than it goes by itself.
    await expect(page.getByTestId('open-status')).toBeHidden({ timeout: 3_000 });
  });

  await test.step('settings say what became of a number that does not fit', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    const field = page.getByLabel('Added per message');
    for (const [typed, value, said] of [
      ['-5', '0', '0 is the smallest.'],
      ['1e9', '100', '100 is the largest.'],
      ['3.7', '4', 'Whole numbers only: 4.'],
      ['abc', '4', '“abc” is no number. 4 stays.'],
    ] as const) {
      await field.fill(typed);
      await field.press('Enter');
      await expect(field).toHaveValue(value);
      await expect(page.getByText(said)).toBeVisible();
    }
    await page.keyboard.press('Escape');
  });

  await test.step('the sixth strategy has the focus that its button cannot keep', async () => {
    for (let i = 0; i < 2; i++) {
      await page.getByRole('button', { name: 'Add a strategy' }).click();
      await page.getByRole('menuitem', { name: /^Sliding window/ }).click();
    }
    await expect(page.getByRole('button', { name: 'Actions for F Sliding window' })).toBeFocused();
  });
});

test('after a reload Undo says why it has nothing, and reset resets the whole panel', async ({ app }) => {
  await app.open();
  const { page } = app;
  await page.getByRole('button', { name: 'Actions for B Sliding window' }).click();
  await page.getByRole('menuitem', { name: 'All parameters…' }).click();
  const panel = page.getByRole('complementary', { name: /Parameters of B/ });
  await panel.getByRole('radio', { name: 'Messages' }).check();
  await panel.getByRole('switch', { name: 'Timestamps' }).click();
  await panel.getByRole('switch', { name: 'Pins' }).click();
  await panel.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(panel.getByRole('radio', { name: 'Turns', exact: true })).toBeChecked();
  await expect(panel.getByRole('switch', { name: 'Timestamps' })).not.toBeChecked();
  await expect(panel.getByRole('switch', { name: 'Pins' })).toBeChecked();
  // Saving follows a change by a quarter of a second.
  await page.waitForTimeout(600);
  await page.reload();
  await expect(
    page.getByRole('button', { name: 'Nothing to undo. Undo starts anew after a reload.' }),
  ).toBeVisible();
});
