import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Archive' });
const heads = (page: Page) => panel(page).locator('.archive-entry__head');
const count = (page: Page) => panel(page).getByRole('status').first();
const lane = (page: Page, letter: string) => page.locator(`section[aria-label^="${letter} "]`);
const search = (page: Page) => panel(page).getByRole('searchbox', { name: 'Search the archive' });
const settled = (page: Page) =>
  expect(page.getByTestId('settled')).toHaveAttribute('data-settled', 'true', { timeout: 60_000 });

const inLaneMenu = async (page: Page, title: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** The window's overflow set to archive, as a person does it, and the archive opened from there. */
async function archiveTheWindow(page: Page): Promise<void> {
  await inLaneMenu(page, 'B Sliding window', 'All parameters…');
  const parameters = page.getByRole('complementary', { name: /^Parameters of B/ });
  await parameters.getByText('More parameters').first().click();
  await parameters.getByRole('radio', { name: 'Archive' }).check();
  await parameters.getByRole('button', { name: 'Open the archive' }).click();
  await expect(parameters).toBeHidden();
  await expect(heads(page)).toHaveCount(24);
}

async function view(page: Page, name: 'Compare' | 'Conversation'): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
  await tabs.filter({ visible: true }).click();
}

async function start(app: App): Promise<void> {
  await app.open();
  await settled(app.page);
}

test('what falls out is archived: searched, read, restored into the lane, undone, and found after a reload', async ({
  app,
}) => {
  const { page } = app;
  await start(app);
  await archiveTheWindow(page);
  await expect(lane(page, 'B').getByText('5 verbatim, 24 archived')).toBeVisible();
  await expect(count(page)).toHaveText(/^24 turns, 2,207 tokens$/);
  await expect(heads(page).nth(2)).toContainText('B since step 9');

  await search(page).fill('e-mail addresses');
  await expect(count(page)).toHaveText(/^1 of 24 turns/);
  await expect(heads(page)).toHaveText([/never log customer e-mail addresses/]);
  await heads(page).click();
  const text = panel(page).locator('.archive-messages');
  await expect(text).toContainText('One rule for the whole project: never log customer e-mail addresses.');
  await expect(text.locator('mark').first()).toHaveText('e-mail');

  await panel(page).getByRole('button', { name: 'Restore into B' }).click();
  await expect(lane(page, 'B').getByText('1 pinned, 5 verbatim, 23 archived')).toBeVisible();
  await expect(lane(page, 'C').getByText(/pinned/)).toBeHidden();
  const out = panel(page).getByRole('button', { name: 'Take out of B again' });
  await expect(out).toBeFocused();
  await expect(heads(page)).toContainText('restored into B');

  await page.getByRole('button', { name: 'Undo: restore turn 3 into B' }).click();
  await expect(lane(page, 'B').getByText('5 verbatim, 24 archived')).toBeVisible();
  await page.getByRole('button', { name: 'Redo: restore turn 3 into B' }).click();
  await expect(out).toBeVisible();
  await page.waitForTimeout(600);

  await app.open();
  await settled(page);
  await expect(lane(page, 'B').getByText('1 pinned, 5 verbatim, 23 archived')).toBeVisible();
  await inLaneMenu(page, 'B Sliding window', 'Archive…');
  await expect(heads(page)).toHaveCount(24);
  await heads(page).nth(2).click();
  await out.click();
  await expect(lane(page, 'B').getByText('5 verbatim, 24 archived')).toBeVisible();
});

test('a turn that is deleted from the conversation stays in the archive and can be put back', async ({
  app,
}) => {
  const { page } = app;
  await start(app);
  await archiveTheWindow(page);
  await panel(page).getByRole('button', { name: 'Close the archive' }).click();
  await view(page, 'Conversation');
  const rows = page.getByRole('feed', { name: 'Messages' }).getByRole('article');
  const first = rows.filter({ hasText: 'Users are logged out' });
  await first.evaluate((element: HTMLElement) => element.focus());
  await page.keyboard.press('Delete');
  await expect(first).toBeHidden();
  const undoButton = page.locator('.conversation__line').getByRole('button', { name: /^Undo/ });
  await expect(undoButton).toHaveText('Undo: delete message');

  await page.getByRole('button', { name: /Three files, two days/ }).click();
  await page.getByRole('menuitem', { name: 'Archive…' }).click();
  const gone = heads(page).filter({ hasText: 'edited in the conversation' });
  await expect(gone).toContainText('Users are logged out');
  await page.waitForTimeout(600);

  await app.open();
  await settled(page);
  await page.keyboard.press('a');
  await gone.click();
  await expect(panel(page).getByText('The archive kept them.')).toBeVisible();
  await expectAccessible(page, '.archive-panel');
  await panel(page).getByRole('button', { name: 'Put these words back' }).click();
  await expect(first).toBeVisible();
  await expect(gone).toHaveCount(0);
  await expect(undoButton).toHaveText('Undo: put the old words of turn 1 back');

  // What is no longer wanted can go for good, and that can be taken back.
  await undoButton.click();
  await expect(gone).toHaveAttribute('aria-expanded', 'true');
  await panel(page).getByRole('button', { name: 'Delete from the archive' }).click();
  await expect(gone).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(gone).toHaveCount(1);
});

test('empty at first: it says how to get an archive, and recall by relevance is one press', async ({
  app,
  page,
}) => {
  await start(app);
  await page.keyboard.press('a');
  await expect(
    panel(page).getByText('Nothing is archived: what falls out of a window is dropped.'),
  ).toBeVisible();
  await expectAccessible(page, '.archive-panel');
  await panel(page).getByRole('button', { name: 'Archive what falls out of B Sliding window' }).click();
  await expect(heads(page)).toHaveCount(24);
  await expect(panel(page).getByText('brings nothing back by itself')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Bring back by relevance in B' }).click();
  await expect(panel(page).getByText(/brings turns [\d, ]+ and \d+ back at step 30/)).toBeVisible();
  // As the lane's own map has them.
  await expect(lane(page, 'B').getByText('3 retrieved, 5 verbatim, 21 archived')).toBeVisible();
  await expect(heads(page).filter({ hasText: 'B recalls it at step 30' })).toHaveCount(3);

  await panel(page).getByRole('combobox', { name: 'Strategy' }).selectOption({ label: 'A Full history' });
  await expect(heads(page)).toHaveCount(0);
  await panel(page).getByRole('combobox', { name: 'Strategy' }).selectOption({ label: 'B Sliding window' });
  await search(page).fill('harbour crane');
  await expect(panel(page).getByText('No archived turn has these words.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Clear the search' }).click();
  await expect(heads(page)).toHaveCount(24);
});

test('keyboard only, light and dark: open, search, read, restore, close; the focus comes back', async ({
  app,
  page,
}) => {
  await start(app);
  const trigger = page.getByRole('button', { name: 'Actions for B Sliding window' });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'All parameters…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Archive…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();
  await expect(panel(page).getByText('Nothing is archived')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: /^Archive what falls out of B/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heads(page)).toHaveCount(24);

  await search(page).focus();
  await page.keyboard.type('pool helped');
  await expect(count(page)).toHaveText(/^1 of 24 turns/);
  await page.keyboard.press('ArrowDown');
  await expect(heads(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: 'Restore into B' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expectAccessible(page, '.archive-panel');

  await search(page).focus();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(trigger).toBeFocused();
});

test('from the card of an archived cell to its entry; each conversation keeps its own archive', async ({
  app,
  page,
}) => {
  await start(app);
  await page.keyboard.press('a');
  await panel(page).getByRole('button', { name: 'Archive what falls out of B Sliding window' }).click();
  await expect(heads(page)).toHaveCount(24);
  await panel(page).getByRole('button', { name: 'Close the archive' }).click();
  const map = lane(page, 'B').getByRole('application');
  await map.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: /^Turn \d+ at step 30 in B/ });
  for (let i = 0; i < 30 && !(await card.getByRole('button', { name: 'Archive' }).isVisible()); i++) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(card).toBeVisible();
  }
  const turn = /Turn (\d+)/.exec((await card.getAttribute('aria-label')) ?? '')![1]!;
  await card.getByRole('button', { name: 'Archive' }).click();
  const opened = panel(page).locator('.archive-entry__head[aria-expanded="true"]');
  await expect(opened).toContainText(new RegExp(`^${turn}`));
  await expect(opened).toBeFocused();

  await page.getByTestId('file-input').setInputFiles({
    name: 'crane.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify(
        Array.from({ length: 9 }, (_, i) => [
          { role: 'user', content: `Question ${i + 1} about the crane` },
          { role: 'assistant', content: `Answer ${i + 1}` },
        ]).flat(),
      ),
    ),
  });
  await expect(heads(page)).toHaveCount(3);
  await expect(heads(page).first()).toContainText('Question 1 about the crane');
  await page.getByRole('button', { name: /^Undo: open/ }).click();
  await expect(heads(page)).toHaveCount(24);
});

test('no storage: the archive works in memory and says so', async ({ app }) => {
  const { page } = app;
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'tdp-archive') throw new DOMException('denied', 'SecurityError');
      return open.call(this, name, version);
    };
  });
  await start(app);
  await page.keyboard.press('a');
  await panel(page).getByRole('button', { name: 'Archive what falls out of B Sliding window' }).click();
  await expect(heads(page)).toHaveCount(24);
  await expect(panel(page).getByText(/it lasts only until the tab is closed/)).toBeVisible();
});
