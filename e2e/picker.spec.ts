import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';
import { writtenFile } from './support/written-file';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const chooser = (page: Page) => page.getByTestId('file-input');
const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose a conversation' });
const list = (page: Page) => picker(page).getByRole('listbox', { name: 'Conversations' });
const options = (page: Page) => list(page).getByRole('option');
const search = (page: Page) => picker(page).getByRole('searchbox');
const titleMenu = (page: Page) => page.locator('.example-menu');
const strip = (page: Page) => page.getByRole('navigation', { name: 'Queue' });
const place = (page: Page) => strip(page).getByRole('button', { name: /^Queue:/ });

const bytes = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});
const file = (name: string) => bytes(name, readFileSync(fixture(name)));

/** A ChatGPT export of so many conversations; each a day later and, by tens, a turn longer. */
function exportOf(count: number): string {
  const chats = Array.from({ length: count }, (_, i) => {
    const ids = Array.from({ length: 2 * (1 + (i % 10)) }, (_, m) => `c${i}-${m}`);
    const node = (id: string, m: number) => ({
      id,
      parent: ids[m - 1] ?? null,
      children: ids.slice(m + 1, m + 2),
      message: {
        id,
        author: { role: m % 2 === 0 ? 'user' : 'assistant' },
        content: { content_type: 'text', parts: [`Words ${m} of number ${i}`] },
        create_time: 1_700_000_000 + i * 86_400 + m,
      },
    });
    return {
      conversation_id: `c${i}`,
      title: `Chat number ${i}`,
      current_node: ids.at(-1),
      mapping: Object.fromEntries(ids.map((id, m) => [id, node(id, m)])),
    };
  });
  return JSON.stringify(chats);
}

test('thousands are searched, sorted and chosen by keyboard; the choice is remembered', async ({
  page,
  app,
}) => {
  await app.open();
  const thousands = writtenFile('conversations.json', exportOf(2_000));
  await chooser(page).setInputFiles(thousands);
  await expect(picker(page)).toContainText('2,000 conversations in conversations.json', { timeout: 30_000 });
  await expect(search(page)).toBeFocused();
  // The newest first; only what is in sight is in the page.
  await expect(options(page).first()).toContainText('Chat number 1999');
  await expect(options(page).first()).toContainText('Words 0 of number 1999');
  await expect(options(page).first()).toContainText('5 May 2029');
  await expect(options(page).first()).toContainText('10 turns');
  expect(await options(page).count()).toBeLessThan(60);
  await expect(options(page).first()).toHaveAttribute('aria-setsize', '2000');
  await expectAccessible(page, 'dialog[open]');

  await page.keyboard.press('ArrowDown');
  await expect(list(page)).toBeFocused();
  // Nothing but the list scrolls, whatever asks for it.
  const searchBox = await search(page).boundingBox();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await picker(page)
    .locator('.dialog__body')
    .evaluate((body) => body.scrollTo(0, 999));
  expect(await search(page).boundingBox()).toEqual(searchBox);
  await expect(options(page).last()).toContainText('Chat number 0');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await picker(page).getByRole('combobox', { name: 'Order' }).selectOption('longest');
  await search(page).fill('NUMBER 199');
  await expect(picker(page)).toContainText('11 of 2,000 found');
  await expect(options(page).first()).toContainText('10 turns');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeHidden();
  await expect(titleMenu(page)).toContainText('Chat number 199');

  // The same file again, after a reload: what was chosen last is chosen.
  await expect.poll(() => stored(page, 'choices', 'conversations.json')).toBeTruthy();
  await app.open();
  await chooser(page).setInputFiles(thousands);
  await expect(search(page)).toBeFocused({ timeout: 30_000 });
  await expect(list(page).getByRole('option', { selected: true })).toContainText('Chat number 199');
  await expect(list(page).getByRole('option', { selected: true })).toHaveCount(1);
  // Escape empties the search, then closes.
  await search(page).fill('nothing like it');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
  await expect(titleMenu(page)).toContainText('Chat number 199');
});

test('several files are one list; several conversations wait in a queue, which keeps lanes and edits', async ({
  page,
  app,
}) => {
  await app.open();
  await chooser(page).setInputFiles([
    file('chatgpt-export.json'),
    file('sillytavern.jsonl'),
    file('not-json.json'),
  ]);
  await expect(options(page)).toHaveCount(3);
  await expect(picker(page)).toContainText(/not-json\.json: This is not valid JSON/);
  await expect(options(page).filter({ hasText: 'sillytavern.jsonl' })).toContainText('Helper');
  await options(page).filter({ hasText: 'Shop bugs' }).click();
  await options(page)
    .filter({ hasText: 'Helper' })
    .click({ modifiers: ['Control'] });
  await expect(picker(page)).toContainText('2 chosen: the first opens, all wait in the queue.');
  await picker(page).getByRole('button', { name: 'Open 2' }).click();
  await expect(page.getByTestId('open-status')).toContainText(
    'Queued 2 conversations; the first of them is open.',
  );
  await expect(place(page)).toHaveAccessibleName(/1 of 2/);
  const second =
    (await page.locator('.example-menu__title').textContent()) === 'Helper' ? 'Shop bugs' : 'Helper';

  // An edit, then on and back: it is still there.
  await page
    .getByRole('navigation', { name: 'Views' })
    .first()
    .getByRole('button', { name: 'Conversation' })
    .click();
  const title = page.getByRole('textbox', { name: 'Title of the conversation' });
  await title.fill('Renamed');
  await title.press('Enter');
  await strip(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect(titleMenu(page)).toContainText(second);
  await expect(place(page)).toHaveAccessibleName(/2 of 2/);
  await expectAccessible(page, '.top-bar');
  await strip(page).getByRole('button', { name: 'Previous conversation' }).click();
  await expect(titleMenu(page)).toContainText('Renamed');

  // After a reload the queue and both are there, without the files.
  await strip(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect(titleMenu(page)).toContainText(second);
  await expect.poll(async () => JSON.stringify(await stored(page, 'queue', 'queue'))).toContain('Renamed');
  // It is in the queue since it was left the first time; which of the two is open is saved a moment after the change.
  await expect
    .poll(async () => JSON.stringify(await stored(page, 'workspace', 'document', 'tdp-workspace')))
    .toContain(`"title":"${second}"`);
  await app.open();
  await expect(titleMenu(page)).toContainText(second);
  await expect(place(page)).toHaveAccessibleName(/2 of 2/);
  await place(page).click();
  await page.getByRole('menuitemradio', { name: /^Renamed/ }).click();
  await expect(titleMenu(page)).toContainText('Renamed');

  await place(page).click();
  await expectAccessible(page, '[popover]:popover-open');
  await page.getByRole('menuitem', { name: /^Remove this one/ }).click();
  await expect(place(page)).toHaveAccessibleName(/1 queued/);
  await place(page).click();
  await page.getByRole('menuitem', { name: 'Put back “Renamed”' }).click();
  await expect(place(page)).toHaveAccessibleName(/1 of 2/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the picker and the queue fit', async ({ page, app }) => {
    await app.open();
    await chooser(page).setInputFiles([file('chatgpt-export.json'), file('sillytavern.jsonl')]);
    await expect(options(page)).toHaveCount(3);
    await expectAccessible(page, 'dialog[open]');
    await options(page).first().locator('.pick-row__tick').click();
    await options(page).nth(1).locator('.pick-row__tick').click();
    await picker(page).getByRole('button', { name: /^Open/ }).click();
    await expect(strip(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page, '.top-bar');
  });
});

/** A row of what a reload will find. */
const stored = (page: Page, store: string, key: string, database = 'tdp-imports') =>
  page.evaluate(
    ([from, name, of]) =>
      new Promise<unknown>((resolve) => {
        const request = indexedDB.open(from!);
        request.onsuccess = () => {
          const get = request.result.transaction(name!).objectStore(name!).get(of!);
          get.onsuccess = () => {
            request.result.close();
            resolve(get.result ?? null);
          };
        };
      }),
    [database, store, key],
  );
