import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';
import { writtenFile } from './support/written-file';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const chooser = (page: Page) => page.getByTestId('file-input');
const status = (page: Page) => page.getByTestId('open-status');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open a conversation' });
const titleMenu = (page: Page) => page.locator('.example-menu');
const rows = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article');
const texts = (page: Page) => rows(page).locator('.message-text').allInnerTexts();

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Use your own conversation' }).click();
  await expect(dialog(page)).toBeVisible();
};
const showConversation = async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Views' })
    .first()
    .getByRole('button', { name: 'Conversation' })
    .click();
  await expect(page.getByRole('feed', { name: 'Messages' })).toBeVisible();
};
const file = (name: string, content: string | Buffer, mimeType = 'application/json') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

/** Drops a file on the page, as the browser reports it. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text!], fileName!));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await expect(page.getByTestId('drop-overlay')).toContainText('Drop the file');
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByTestId('drop-overlay')).toBeHidden();
}

const paste = (page: Page, text: string) =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

const PORTS = [
  'Which port does the server use?',
  'Port 8080, set in server.toml.',
  'Who may change it?',
  'Only the release crew: Ana and Luis.',
];

test.beforeEach(async ({ app }) => {
  await app.open();
});

test('a file is dropped, chosen in every format, with the button of the dialog, and there after a reload', async ({
  page,
  app,
}) => {
  await test.step('is dropped anywhere, and undo brings the example back', async () => {
    await drop(page, 'dropped.txt', 'User: Hello\n\nAssistant: Hi there');
    await expect(status(page)).toContainText('Opened dropped.txt: 2 messages');
    await expect(titleMenu(page)).toContainText('1 turn');
    await status(page).getByRole('button', { name: 'Undo' }).click();
    await expect(titleMenu(page)).toContainText('Three files, two days');
    await expect(titleMenu(page)).toContainText('30 turns, sample');
    await expect(status(page)).toHaveCount(0);
  });

  await test.step('is chosen with the button of the dialog', async () => {
    await openDialog(page);
    const [choose] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog(page).getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await choose.setFiles(fixture('ports.wrapped.json'));
    await expect(dialog(page)).toBeHidden();
    await expect(titleMenu(page)).toContainText('Ports of the server');
  });

  await test.step('of every format is chosen and opened', async () => {
    for (const name of [
      'ports.openai.json',
      'ports.wrapped.json',
      'ports.jsonl',
      'ports.sharegpt.json',
      'ports.txt',
    ]) {
      await chooser(page).setInputFiles(fixture(name));
      await expect(status(page)).toContainText(`Opened ${name}: 4 messages`);
      await expect(titleMenu(page)).toContainText('2 turns');
      await showConversation(page);
      await expect(rows(page)).toHaveCount(4);
      expect(await texts(page)).toEqual(PORTS);
      await expect(rows(page).nth(2)).toHaveAccessibleName(
        /^Message 3 of 4, user, turn 2: Who may change it\?/,
      );
    }
  });

  await test.step('what was opened is there after a reload', async () => {
    await chooser(page).setInputFiles(fixture('ports.wrapped.json'));
    await expect(titleMenu(page)).toContainText('Ports of the server');
    await showConversation(page);
    await page.waitForTimeout(600);
    await app.open();
    await expect(titleMenu(page)).toContainText('Ports of the server');
    await expect(rows(page)).toHaveCount(4);
    expect(await texts(page)).toEqual(PORTS);
  });
});

test('a text that cannot be read is kept; one is typed, pasted and opened', async ({ page }) => {
  await test.step('that cannot be read keeps the text and the conversation', async () => {
    await openDialog(page);
    const area = dialog(page).getByRole('textbox', { name: 'A text' });
    await area.fill('{"a": 1,}');
    await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('line 1, column 9');
    await expect(dialog(page).getByRole('alert')).toContainText(
      '“Three files, two days” stays open, unchanged.',
    );
    await page.keyboard.press('Escape');
    await expect(titleMenu(page)).toContainText('Three files, two days');
    await openDialog(page);
    await expect(area).toHaveValue('{"a": 1,}');
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('is typed, and the line below follows', async () => {
    await openDialog(page);
    const area = dialog(page).getByRole('textbox', { name: 'A text' });
    const preview = page.getByTestId('text-preview');
    await area.fill('[{"role": "user", "content": "Hi"}');
    await expect(preview).toHaveText(/not valid JSON.*\(line 1, column 35\)/);
    await area.press('End');
    await area.pressSequentially(']');
    await expect(preview).toHaveText(/^OpenAI chat messages \(JSON\): 1 message/);
    await area.press('Control+Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(titleMenu(page)).toContainText('1 turn');
  });

  await test.step('is pasted without a field, looked at, and opened', async () => {
    await paste(page, 'User: Where is the key?\nAssistant: Under the mat.\nUser: Which mat?');
    await expect(dialog(page)).toBeVisible();
    await expect(page.getByTestId('text-preview')).toHaveText('Plain text with speakers: 3 messages');
    await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(status(page)).toContainText('Opened pasted text: 3 messages');
    await expect(titleMenu(page)).toContainText('Where is the key?');
  });

  await test.step('pasted into a field stays in the field', async () => {
    await showConversation(page);
    const title = page.getByRole('textbox', { name: 'Title of the conversation' });
    await title.focus();
    await title.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'User: a\nAssistant: b');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(dialog(page)).toBeHidden();
  });
});

const BAD: readonly (readonly [string, string | RegExp])[] = [
  ['empty.json', 'This file is empty (0 bytes).'],
  ['not-json.json', /not valid JSON: a comma or } is missing \(line 4, column 1\)/],
  [
    'no-messages.json',
    /No messages were found: this is an object with the keys "version", "settings", "items"/,
  ],
];
test('bad input says what is wrong and leaves the conversation', async ({ page }) => {
  await test.step('files', async () => {
    for (const [name, said] of BAD) {
      await chooser(page).setInputFiles(fixture(name));
      const alert = dialog(page).getByRole('alert');
      await expect(alert).toContainText(`${name} was not opened.`);
      await expect(alert).toContainText(said);
      await expect(alert).toContainText('“Three files, two days” stays open, unchanged.');
    }
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(titleMenu(page)).toContainText('30 turns, sample');
    await showConversation(page);
    await expect(rows(page).nth(1)).toContainText('Users are logged out after ten minutes');
  });

  await test.step('a picture', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).fill(0)]);
    await chooser(page).setInputFiles(file('photo.png', png, 'image/png'));
    await expect(dialog(page).getByRole('alert')).toContainText('This is not a text file');
  });
});

test('odd messages and markup are shown as they are', async ({ page }) => {
  await test.step('null content, unknown roles, duplicate ids and half characters are shown', async () => {
    await chooser(page).setInputFiles(fixture('odd.json'));
    await expect(status(page)).toContainText('Opened odd.json');
    await showConversation(page);
    expect(await texts(page)).toEqual([
      'First of two with the same id.',
      'Second of two with the same id.',
      'A role that nobody knows.',
      'A lone \ufffd surrogate and a whole 😀 face.',
    ]);
  });

  await test.step('markup in messages is text in every view, and never runs', async () => {
    await chooser(page).setInputFiles(fixture('html.json'));
    await expect(status(page)).toContainText('Opened html.json: 3 messages');
    for (const view of ['Compare', 'Context', 'Conversation']) {
      await page
        .getByRole('navigation', { name: 'Views' })
        .first()
        .getByRole('button', { name: view })
        .click();
      await expect(page.locator('main')).toContainText('<script>');
      await expect(page.locator('main').locator('script, iframe, img, b')).toHaveCount(0);
    }
    await showConversation(page);
    expect((await texts(page))[1]).toContain(`<img src="missing.png" onerror="window.ran = 'img'">`);
    await rows(page).nth(2).locator('.message-text').click();
    await expect(page.getByRole('textbox', { name: 'Text of message 3' })).toHaveValue(
      /^<\/textarea><script>/,
    );
    expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
  });
});

test('5 MB in one message open, show their beginning, and stay usable', async ({ page }) => {
  test.setTimeout(120_000);
  const long = 'All work and no play makes a long message. '.repeat(122_000);
  expect(long.length).toBeGreaterThan(5_000_000);
  const content = JSON.stringify([
    { role: 'user', content: 'Read this.' },
    { role: 'assistant', content: long },
    { role: 'user', content: 'Thank you.' },
  ]);
  await chooser(page).setInputFiles(writtenFile('long.json', content));
  await expect(status(page)).toContainText('Opened long.json: 3 messages', { timeout: 60_000 });
  await showConversation(page);
  await expect(rows(page)).toHaveCount(3);
  const more = rows(page)
    .nth(1)
    .getByRole('button', { name: /^Show 100,000 of 5,\d{3},\d{3} more characters$/ });
  await more.click();
  await expect.poll(async () => (await texts(page))[1]!.length).toBeGreaterThan(100_000);
  await rows(page).nth(0).locator('.message-text').click();
  await page.keyboard.type('Please. ');
  await page.keyboard.press('Control+Enter');
  await expect(rows(page).nth(0)).toContainText('Please. ');
});

test('too many turns are refused, examples open with one click, and the dialog says what can be opened', async ({
  page,
}) => {
  await test.step('a transcript of more turns than the maps hold is refused, and everything stays', async () => {
    const title = (await page.locator('.example-menu').textContent()) ?? '';
    const lines = Array.from({ length: 5_001 }, (_, i) => `User: question ${i}\nAssistant: answer ${i}`);
    await chooser(page).setInputFiles(file('lines.txt', lines.join('\n'), 'text/plain'));
    await expect(dialog(page)).toContainText('has 5,001 turns; the maps hold up to 5,000');
    await expect(page.getByTestId('reading')).toBeHidden();
    await expect(status(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.locator('.example-menu')).toHaveText(title);
  });

  await test.step('examples open with one click, from the menu and from the dialog; start over returns to the first', async () => {
    await titleMenu(page).click();
    await expectAccessible(page, '[popover]:popover-open');
    await page.getByRole('menuitemradio', { name: 'A box with a broken jar' }).click();
    await expect(titleMenu(page)).toContainText('A box with a broken jar');
    await openDialog(page);
    await dialog(page)
      .getByRole('button', { name: /^Air for 24 classrooms/ })
      .click();
    await expect(dialog(page)).toBeHidden();
    await expect(titleMenu(page)).toContainText('Air for 24 classrooms');
    await titleMenu(page).click();
    await page.getByRole('menuitem', { name: 'Start over' }).click();
    await expect(titleMenu(page)).toContainText('Three files, two days');
    await expect(titleMenu(page)).toContainText('30 turns, sample');
  });

  await test.step('the dialog says what can be opened, takes and returns the focus', async () => {
    await page.getByRole('button', { name: 'Use your own conversation' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    await dialog(page).getByText('What can be opened').click();
    for (const title of [
      'ShareGPT (JSON or JSONL)',
      'Plain text with speakers',
      'OpenAI chat messages (JSON)',
    ]) {
      await expect(dialog(page).getByText(title, { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Use your own conversation' })).toBeFocused();
  });
});
