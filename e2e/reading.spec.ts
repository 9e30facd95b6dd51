import type { Page } from '@playwright/test';
import { makeZip } from '../src/platform/testing/make-zip';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

const WORKER = '**/import.worker*';
const chooser = (page: Page) => page.getByTestId('file-input');
const status = (page: Page) => page.getByTestId('open-status');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open a conversation' });
const titleMenu = (page: Page) => page.locator('.example-menu');
const chats = JSON.stringify([
  {
    id: 'c1',
    title: 'Ports of the server',
    current_node: 'b',
    mapping: {
      a: node('a', null, 'user', 'Which port does the server use?'),
      b: node('b', 'a', 'assistant', 'Port 8080.'),
    },
  },
]);

function node(id: string, parent: string | null, role: string, text: string) {
  const message = { id, author: { role }, content: { content_type: 'text', parts: [text] } };
  return { id, parent, children: [], message };
}

async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], fileName));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, [...bytes]] as const,
  );
}

test('a ZIP is dropped and opens; a broken one says so and changes nothing', async ({ page, app }) => {
  await app.open();
  const archive = makeZip([
    { name: 'export/conversations.json', data: chats },
    { name: 'export/user.json', data: '{}' },
    { name: 'export/picture.png', data: 'x' },
  ]);
  await drop(page, 'export.zip', archive);
  await expect(status(page)).toContainText('conversations.json: 2 messages');
  await expect(titleMenu(page)).toContainText('Ports of the server');
  await status(page).getByRole('button', { name: 'Details' }).click();
  const report = page.getByRole('dialog', { name: 'Import report' });
  await expect(report).toContainText('ChatGPT export (JSON)');
  await expect(report).toContainText('2 other files of the archive were not read.');
  await page.keyboard.press('Escape');

  await drop(page, 'broken.zip', archive.subarray(0, 200));
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('broken.zip was not opened.');
  await expect(alert).toContainText('This ZIP archive is damaged or incomplete');
  await expect(alert).toContainText('“Ports of the server” stays open, unchanged.');
});

test('reading can be cancelled, on the page and in the dialog, and changes nothing', async ({
  page,
  app,
}) => {
  // The worker does not start until the test lets it: reading is under way as long as it takes to look.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(WORKER, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await app.open();
  const file = { name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(chats) };
  await chooser(page).setInputFiles(file);
  const reading = page.getByTestId('reading');
  await expect(reading).toContainText('Reading conversations.json');
  await expect(reading.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await reading.getByRole('button', { name: 'Cancel' }).click();
  await expect(reading).toHaveCount(0);
  await expect(page.getByText(/Reading conversations\.json was cancelled/)).toBeAttached();
  await expect(titleMenu(page)).toContainText('Three files, two days');

  await page.getByRole('button', { name: 'Use your own conversation' }).click();
  await chooser(page).setInputFiles(file);
  await expect(dialog(page).getByTestId('reading')).toContainText('Reading conversations.json');
  await expectAccessible(page, 'dialog[open]');
  await reading.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toContainText('Drop a file here');
  await expect(titleMenu(page)).toContainText('30 turns, sample');

  release();
  await chooser(page).setInputFiles(file);
  await expect(titleMenu(page)).toContainText('Ports of the server');
});

test('small files open without the worker', async ({ page, app }) => {
  await page.route(WORKER, (route) => route.abort());
  await app.open();
  await drop(page, 'chats.zip', makeZip([{ name: 'conversations.json', data: chats }]));
  await expect(titleMenu(page)).toContainText('Ports of the server');
});
