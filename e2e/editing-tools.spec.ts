import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

test.use({ modelArrives: false });

const LONG = 600;
const json = (value: unknown, name = 'long.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
});
/** A needle in a folded call, one in a folded result far down, one behind the fold of a long message. */
const HAYSTACK = {
  title: 'Haystack',
  messages: Array.from({ length: LONG }, (_, i) => {
    if (i === 301)
      return {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"key":"Needle"}' } },
        ],
      };
    if (i === 302)
      return {
        role: 'tool',
        tool_call_id: 'c1',
        content: JSON.stringify(
          Array.from({ length: 40 }, (_, n) => ({ n, word: n === 39 ? 'needle' : 'hay' })),
        ),
      };
    if (i === 451) return { role: 'assistant', content: `${'hay '.repeat(900)}needle` };
    if (i === 500) return { role: 'user', content: 'שלום needle עולם' };
    return { role: i % 2 === 0 ? 'user' : 'assistant', content: `Message ${i} of hay.` };
  }),
};
const PORTS = {
  title: 'Ports',
  messages: [
    { id: 'a', role: 'user', content: 'Which port?', timestamp: '2026-03-01T09:00:00Z' },
    { id: 'b', role: 'assistant', content: 'Port 8080.', timestamp: '2026-03-01T09:01:00Z' },
    { id: 'c', role: 'user', content: 'Who may change it?' },
    { id: 'd', role: 'assistant', content: 'The release crew.' },
  ],
};

const feed = (page: Page) => page.getByRole('feed', { name: 'Messages' });
const row = (page: Page, n: number) => page.locator(`article[data-index="${n - 1}"]`);
const line = (page: Page) => page.locator('.conversation__line');
const undo = (page: Page) => line(page).getByRole('button', { name: /^Undo/ });

async function open(page: Page, file: ReturnType<typeof json>): Promise<void> {
  await page.getByTestId('file-input').setInputFiles(file);
  await expect(page.getByTestId('open-status')).toContainText('Opened');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Conversation' }).click();
  await expect(feed(page)).toBeVisible();
}
const focusRow = (page: Page, n: number) => row(page, n).evaluate((element: HTMLElement) => element.focus());

test.beforeEach(async ({ app }) => {
  await app.open();
});

test('finds in messages that are folded, far away or in another direction, and gives the focus back', async ({
  page,
}) => {
  await open(page, json(HAYSTACK));
  await focusRow(page, 1);
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('search', { name: 'Find in the conversation' });
  const count = bar.getByRole('status');
  const current = page.locator('.text-mark--current');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('needle');
  await expect(count).toHaveText('1 of 4');
  await expect(current).toHaveText('Needle');
  await expect(current).toBeInViewport();
  await expect(row(page, 302)).toContainText('1 field');
  for (const [n, place] of [303, 452, 501].entries()) {
    await page.keyboard.press('Enter');
    await expect(count).toHaveText(`${n + 2} of 4`);
    await expect(row(page, place).locator('.text-mark--current')).toBeInViewport();
  }
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 of 4');
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('4 of 4');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expect(count).toHaveText('3 of 3');
  await expectAccessible(page, '.conversation__line');
  await bar.getByRole('textbox').press('Escape');
  await expect(bar).toBeHidden();
  await expect(row(page, 501)).toBeFocused();
  await expect(page.locator('mark')).toHaveCount(0);
});

test('selected messages are changed at once, with what it costs said before, each as one undo step', async ({
  page,
}) => {
  await open(page, json(PORTS, 'ports.json'));
  const selection = page.locator('.conversation__selection');
  const change = async (item: string) => {
    await selection.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await focusRow(page, 3);
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selection).toContainText('2 messages selected');
  await change('Pin their turns');
  await expect(undo(page)).toHaveText('Undo: pin 1 turn');
  await selection.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 messages are deleted.');
  await expect(dialog).toContainText('2 turns become 1.');
  await expect(dialog).toContainText('1 pin goes.');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 3)).toHaveCount(0);
  await undo(page).click();
  await expect(row(page, 4)).toBeVisible();

  await focusRow(page, 1);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selection).toContainText('4 messages selected');
  await change('Shift times…');
  await expect(dialog).toContainText('2 messages have no time to shift.');
  await dialog.getByRole('button', { name: 'Shift' }).click();
  await expect(row(page, 2).locator('.time-button')).toHaveText('10:01');
  await change('Space times evenly…');
  await dialog.getByRole('textbox', { name: 'First message (UTC)' }).fill('2026-04-01 08:00');
  await dialog.getByRole('radio', { name: 'Until a time' }).check();
  await dialog.getByRole('textbox', { name: 'Last message (UTC)' }).fill('2026-04-01 09:30');
  await expect(dialog).toContainText('30 min apart');
  await dialog.getByRole('button', { name: 'Assume times' }).click();
  await expect(row(page, 4).locator('.time-button')).toContainText('09:30 assumed');
  await change('Change role…');
  await dialog.getByLabel('Role').selectOption('user');
  await expect(dialog).toContainText('2 turns become 4.');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(row(page, 2).getByRole('combobox')).toHaveValue('user');
  for (const label of ['change the role of', 'space the times of', 'shift the times of']) {
    await expect(undo(page)).toHaveText(`Undo: ${label} 4 messages`);
    await undo(page).click();
  }
  await expect(row(page, 2).locator('.time-button')).toHaveText('09:01');
});

test('the conversation as JSON says what does not fit, keeps it, and applies as one step', async ({
  page,
}) => {
  await open(page, json(PORTS, 'ports.json'));
  await focusRow(page, 1);
  await page.keyboard.press('j');
  const editor = page.getByRole('textbox', { name: 'The conversation as JSON' });
  const state = page.locator('.raw__state');
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button');
  await expect(editor).toBeFocused();
  await expect(state).toContainText('applied as one step');
  await editor.locator('.cm-line', { hasText: '"role": "assistant"' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('"role": "bot",');
  await expect(problem).toHaveText(
    'Line 12, column 15 messages[1].role This must be one of: system, user, assistant, tool.',
  );
  await expectAccessible(page, '.raw');
  await page.getByRole('button', { name: 'Back to the messages' }).click();
  await expect(feed(page)).toBeVisible();
  await focusRow(page, 1);
  await page.keyboard.press('j');
  await expect(problem).toContainText('messages[1].role');
  await problem.click();
  await page.keyboard.type('"system"');
  await expect(state).toContainText('1 message changes.');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(undo(page)).toHaveText('Undo: edit as JSON');
  await undo(page).click();
  await expect(editor).toContainText('"role": "assistant"');
  await editor.press('ControlOrMeta+End');
  await page.keyboard.type('x');
  await expect(problem).toContainText('There is more text after the JSON has ended.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(problem).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the messages' }).click();
  await expect(row(page, 2).getByRole('combobox')).toHaveValue('assistant');
});
