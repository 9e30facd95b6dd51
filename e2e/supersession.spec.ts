import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

interface Call {
  readonly id: string;
  readonly path: string;
  readonly output: string;
}

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const reads = ({ id, path, output }: Call) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } },
    ],
  },
  { role: 'tool', tool_call_id: id, content: output },
];

const BUTTONS = [
  user('Make the checkout buttons blue.'),
  assistant('The checkout buttons are blue.'),
  user('Write a test for the cart. Never log customer addresses.'),
  assistant('The test is there.'),
  user('Actually, make the buttons green.'),
  assistant('Green it is.'),
  user('Add a footer.'),
  assistant('Added.'),
];
const CODE = 'def main():\n    return load_orders(path="orders.csv", currency="EUR", limit=500)\n';
const AGENT = [
  user('Fix the total in orders.py.'),
  ...reads({ id: 'c1', path: 'orders.py', output: CODE }),
  assistant('The total leaves out the tax.'),
  user('I changed it myself. Look again.'),
  ...reads({ id: 'c2', path: 'orders.py', output: `${CODE}# tax` }),
  assistant('It is right now.'),
  user('Thanks. Anything else?'),
  assistant('No.'),
];

const feed = (page: Page) => page.getByRole('feed', { name: 'Messages' });
const row = (page: Page, n: number) =>
  feed(page)
    .getByRole('article')
    .nth(n - 1);
const panel = (page: Page) => page.getByRole('region', { name: /^Replaced turns/ });
const suggestion = (page: Page) => panel(page).locator('.suggestion');
const undo = (page: Page) => page.locator('.conversation__line').getByRole('button', { name: /^Undo/ });
const links = (of: Locator) => of.locator('.row-links__item');

const view = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .locator('visible=true')
    .first()
    .getByRole('button', { name })
    .click();

async function open(page: Page, messages: readonly object[], name = 'chat.json'): Promise<void> {
  await page.getByTestId('file-input').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ messages })),
  });
  await expect(page.getByTestId('open-status')).toContainText(`Opened ${name}`);
  await view(page, 'Conversation');
  await expect(feed(page)).toBeVisible();
}

/** The card of a turn at the last step, in the first lane of the map. */
async function openCell(page: Page, turn: number): Promise<Locator> {
  await page.getByTestId('map-A').focus();
  for (let t = 4; t > turn; t--) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: `Turn ${turn} at step 4 in A` });
}

test.beforeEach(async ({ app }) => {
  await app.open();
});

test('a changed value is suggested, accepted, acted on by the maps, and undone', async ({ page }) => {
  await open(page, BUTTONS);
  await view(page, 'Compare');
  await page.getByRole('button', { name: '1 suggestion' }).click();
  await expect(panel(page).getByRole('heading')).toBeFocused();
  await expect(suggestion(page)).toContainText('Turn 3 says green where turn 1 said blue.');
  await expect(suggestion(page)).toContainText('“Make the checkout buttons blue.”');
  await expect(suggestion(page)).toContainText('“Actually, make the buttons green.”');
  await expect(suggestion(page)).toContainText(/After turn 3, turn 1 is out and frees \d+ tokens\./);
  await expect(panel(page)).toContainText('Found by rules, which can be wrong.');
  await expectAccessible(page);

  await suggestion(page).getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(suggestion(page)).toHaveCount(0);
  await expect(panel(page).getByRole('heading')).toBeFocused();
  await expect(links(row(page, 1))).toHaveText('Replaced by turn 3');
  await expect(links(row(page, 5))).toHaveText('Replaces turn 1');
  await expect(panel(page)).toContainText('No strategy acts on this yet');
  await expectAccessible(page);

  await panel(page).getByRole('button', { name: 'Act on it in every strategy' }).click();
  await expect(panel(page)).toContainText('Every strategy takes out what was replaced.');
  await view(page, 'Compare');
  // The map's cells as words, for all four strategies.
  await page.getByRole('radio', { name: 'Maps and table' }).check();
  const first = page.locator('.fate-table').getByRole('row', { name: /Make the checkout buttons blue/ });
  await expect(first.getByRole('cell')).toHaveText([/dropped/, /dropped/, /dropped/, /dropped/]);
  const card = await openCell(page, 1);
  await expect(card).toContainText('superseded by turn 3');
  await card.getByRole('button', { name: 'Show turn 3, which replaces it' }).click();
  await expect(card).toHaveCount(0);
  await expect(
    page.getByRole('listbox', { name: 'Turns' }).getByRole('option', { selected: true }),
  ).toContainText('Actually, make the buttons');
  await view(page, 'Context');
  await page.getByRole('listbox', { name: /Turns/ }).getByRole('option').first().click();
  await expect(page.locator('.context-why')).toContainText('superseded by turn 3');

  await view(page, 'Conversation');
  await undo(page).click();
  await undo(page).click();
  await expect(suggestion(page)).toHaveCount(1);
  await expect(links(row(page, 1))).toHaveCount(0);
});

test('a dismissed suggestion stays dismissed after a reload and can be shown again', async ({ page }) => {
  await open(page, BUTTONS);
  await suggestion(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(suggestion(page)).toHaveCount(0);
  await undo(page).click();
  await expect(suggestion(page)).toHaveCount(1);
  await suggestion(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel(page)).toContainText('1 dismissed');
  // Saved a moment after the change.
  await page.waitForTimeout(600);
  await page.reload();
  await view(page, 'Conversation');
  await expect(panel(page)).toContainText('1 dismissed');
  await expect(suggestion(page)).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'show again' }).click();
  await expect(suggestion(page)).toHaveCount(1);
});

test('suggestions follow edits and files; turns are linked with the mouse, and from a cell of the map', async ({
  page,
}) => {
  await test.step('an edit takes a suggestion away and brings another', async () => {
    await open(page, BUTTONS);
    await expect(suggestion(page)).toHaveCount(1);
    await row(page, 5).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Add a header.');
    await page.keyboard.press('Control+Enter');
    await expect(suggestion(page)).toHaveCount(0);
    await undo(page).click();
    await expect(suggestion(page)).toHaveCount(1);
  });

  await test.step('a file that was read again makes the earlier result stale', async () => {
    await open(page, AGENT, 'agent.json');
    await expect(suggestion(page)).toContainText('Path read again');
    await expect(suggestion(page)).toContainText(
      'Turn 2 reads orders.py again, so the result in turn 1 is out of date.',
    );
    await suggestion(page).getByRole('button', { name: 'Accept' }).click();
    await expect(links(row(page, 3))).toHaveText('This message is replaced by turn 2');
    await links(row(page, 3))
      .getByRole('button', { name: 'This message is replaced by turn 2', exact: true })
      .click();
    await expect(row(page, 7)).toBeFocused();
  });

  await test.step('turns are linked with the mouse, and from a cell of the map', async () => {
    await open(page, BUTTONS, 'again.json');
    await row(page, 5).hover();
    await row(page, 5).getByRole('button', { name: 'More for message 5' }).click();
    await page.getByRole('menuitem', { name: 'Replaces an earlier turn…' }).click();
    await row(page, 1).locator('.message-text').click();
    const dialog = page.getByRole('dialog', { name: 'What does turn 3 replace?' });
    await dialog.getByRole('button', { name: 'Choose another message' }).click();
    await expect(dialog).toHaveCount(0);
    await row(page, 3).getByRole('button', { name: 'Choose message 3, turn 2' }).click();
    await dialog.getByRole('button', { name: 'Link' }).click();
    await expect(links(row(page, 5))).toHaveText('Replaces turn 2');
    await expect(panel(page)).toContainText('Turn 2 by turn 3');

    await view(page, 'Compare');
    const card = await openCell(page, 4);
    await card.getByRole('button', { name: 'Replaces an earlier turn…' }).click();
    await expect(page.getByText('Which earlier message does turn 4 replace?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 7)).toBeFocused();
  });
});

test('turns are linked by hand with the keyboard alone, and the link is removed', async ({ page }) => {
  await open(page, BUTTONS);
  await expect(suggestion(page)).toHaveCount(1);
  const chooseLink = async () => {
    await row(page, 7).focus();
    await row(page, 7).getByRole('button', { name: 'More for message 7' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Replaces an earlier turn…' }).press('Enter');
  };
  await chooseLink();
  await expect(page.getByText('Which earlier message does turn 4 replace?')).toBeVisible();
  await expect(row(page, 5)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Which earlier message')).toHaveCount(0);
  await expect(row(page, 7)).toBeFocused();

  await chooseLink();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 3)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What does turn 4 replace?' });
  await expect(dialog.getByRole('radio', { name: /All of turn 2: 2 messages/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /Only some of its sentences/ })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 7)).toBeFocused();
  await expect(links(row(page, 3))).toHaveText('“Never log customer addresses.” is replaced by turn 4');
  await expect(links(row(page, 7))).toHaveText('Replaces “Never log customer addresses.” of turn 2');

  // A sentence that is edited away leaves the link at rest, in sight.
  await row(page, 3).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Write a test for the cart.');
  await page.keyboard.press('Control+Enter');
  await expect(panel(page)).toContainText('Not applied: the sentence is not there any more.');
  await undo(page).click();
  await expect(panel(page)).not.toContainText('Not applied');

  await row(page, 7).focus();
  await row(page, 7)
    .getByRole('button', { name: /^Remove the link/ })
    .press('Enter');
  await expect(links(row(page, 3))).toHaveCount(0);
  await undo(page).click();
  await expect(links(row(page, 3))).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the count stands on the folded panel', async ({ page }) => {
    await open(page, BUTTONS);
    const fold = page.getByRole('button', { name: /Turns, questions, replaced turns, times/ });
    await expect(fold).toContainText('1 suggestion');
    await fold.click();
    await expect(suggestion(page)).toBeVisible();
    await expectAccessible(page);
  });
});
