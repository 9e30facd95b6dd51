import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const rows = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article');
const group = (page: Page, message: number) =>
  page.getByRole('group', { name: `Branches at message ${message}`, exact: true });
const status = (page: Page) => page.getByTestId('open-status');
const titleMenu = (page: Page) => page.locator('.example-menu');

const showConversation = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .first()
    .getByRole('button', { name: 'Conversation' })
    .click();

/** "Shop bugs": 22 messages; two places where it goes another way. */
async function openShop(page: Page): Promise<void> {
  await page.getByTestId('file-input').setInputFiles(fixture('chatgpt-export.json'));
  const picker = page.getByRole('dialog', { name: 'Choose a conversation' });
  await picker.getByRole('option', { name: /Shop bugs/ }).dblclick();
  await expect(titleMenu(page)).toContainText('Shop bugs');
  await showConversation(page);
}

test('a branch is shown and left with keys and hand, as one undo step; what is lost is said', async ({
  page,
  app,
}) => {
  await app.open();
  await openShop(page);
  const panel = page.getByRole('region', { name: 'Branches' });
  await expect(panel.getByRole('button')).toHaveCount(2);
  await panel.getByRole('button').first().click();
  await expect(rows(page).nth(7)).toBeFocused();
  const at = group(page, 8);
  await expect(at.getByRole('button', { name: 'Branch 1 of 2' })).toBeVisible();
  await expectAccessible(page, '.conversation');

  // A pin on the branch, and an edit of what both share.
  await rows(page).nth(8).hover();
  await rows(page).nth(8).getByRole('button', { name: 'Pin turn 5' }).click();
  await rows(page).nth(0).locator('.message-text').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Really.');
  await page.keyboard.press('Control+Enter');

  const next = at.getByRole('button', { name: 'Next branch' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(8);
  await expect(rows(page).nth(7)).toContainText('background: navy');
  await expect(rows(page).nth(0)).toContainText('Really.');
  await expect(group(page, 8).getByRole('button', { name: 'Next branch' })).toBeFocused();
  await expect(status(page)).toContainText(/1 pin stays on the branch you left until this tab is closed\./);

  await page.keyboard.press('Control+z');
  await expect(group(page, 8).getByRole('button', { name: 'Branch 1 of 2' })).toBeVisible();
  await expect(rows(page).nth(7)).toContainText('btn-primary');
  await expect(page.locator('.mark--pinned', { hasText: 'turn 5 pinned' })).toBeVisible();

  await group(page, 8).getByRole('button', { name: 'Branch 1 of 2' }).click();
  const list = page.getByRole('menu', { name: 'Branches' });
  await expect(list.getByRole('menuitemradio')).toHaveCount(2);
  await expect(list).toContainText('15 messages, Mon 2 Mar 2026 11:40');
  await expectAccessible(page, '[popover]:popover-open');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(8);
  await expect(page.locator('.mark--pinned', { hasText: 'turn 5 pinned' })).toHaveCount(0);
  // What stayed on the branch is there when it is shown again.
  await group(page, 8).getByRole('button', { name: 'Previous branch' }).click();
  await expect(rows(page).nth(7)).toContainText('btn-primary');
  await expect(page.locator('.mark--pinned', { hasText: 'turn 5 pinned' })).toBeVisible();
  await expect(rows(page).nth(0)).toContainText('Really.');
});

test('after a reload the source is still read, and another branch can be shown', async ({ page, app }) => {
  await app.open();
  await page.getByTestId('file-input').setInputFiles(fixture('sillytavern.jsonl'));
  await expect(titleMenu(page)).toContainText('Helper');
  await showConversation(page);
  await group(page, 8).getByRole('button', { name: 'Previous branch' }).click();
  await expect(rows(page).nth(7)).toContainText('background: navy');
  await expect.poll(() => storedLeaf(page)).toBe('line 9, swipe 1');
  await app.open();
  await expect(rows(page).nth(7)).toContainText('background: navy');
  await group(page, 8).getByRole('button', { name: 'Next branch' }).click();
  await expect(rows(page).nth(7)).toContainText('btn-primary');
});

/** What a reload will find. */
const storedLeaf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const request = indexedDB.open('tdp-workspace');
        request.onsuccess = () => {
          const get = request.result.transaction('workspace').objectStore('workspace').get('document');
          get.onsuccess = () => {
            request.result.close();
            resolve(get.result?.value?.leafId);
          };
        };
      }),
  );
