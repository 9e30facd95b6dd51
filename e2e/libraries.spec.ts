/** Strategies of named libraries and compressors: picked, read, repaired, restored. */
import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app-test';
import { expectAccessible } from './support/axe';

const lane = (page: Page, letter: string) => page.locator(`section[aria-label^="${letter} "]`);

async function pick(app: App, name: RegExp): Promise<void> {
  await app.page.getByRole('button', { name: 'Add a strategy' }).click();
  await app.page.getByRole('menuitem', { name }).click();
}

async function openPanel(page: Page, letter: string) {
  await lane(page, letter).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'All parameters…' }).click();
  return page.getByRole('complementary', { name: `Parameters of ${letter}` });
}

const toolCall = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_config', arguments: '{}' } }],
};
const AGENT = [
  { role: 'system', content: 'Answer briefly.' },
  { role: 'user', content: 'Which port does the server use?' },
  toolCall,
  { role: 'tool', tool_call_id: 'c1', content: 'port: 8080' },
  { role: 'assistant', content: 'It uses port 8080.' },
  { role: 'user', content: 'Thanks, write that down.' },
];

test('a library’s rule shows what it breaks, and one press repairs it', async ({ app }) => {
  const { page } = app;
  await app.open();
  await page.getByTestId('file-input').setInputFiles({
    name: 'agent.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(AGENT)),
  });
  await expect(page.getByRole('button', { name: 'Add a strategy' })).toBeVisible();
  await expect(page.getByText('agent.json').or(page.getByText('2 turns')).first()).toBeVisible();
  await pick(app, /^BufferWindowMemory @langchain\/classic \d/);
  await expect(lane(page, 'E').getByRole('heading')).toContainText('BufferWindowMemory');

  const panel = await openPanel(page, 'E');
  await expect(panel).toContainText('@langchain/classic');
  await expect(panel).toContainText('It works on messages, as the library does; the map shows turns.');
  await expect(panel.getByRole('radiogroup', { name: 'Counts' })).toHaveCount(0);
  await expect(panel.getByRole('radio', { name: 'As shipped' })).toBeChecked();
  await expect(panel.getByLabel('Then compress')).toHaveCount(0);
  await expectAccessible(page);
  const k = panel.getByRole('slider', { name: 'k', exact: true });
  await k.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await panel.getByRole('button', { name: 'Close parameters' }).click();

  // The lane says it, and leads to what it says it of.
  await lane(page, 'E').getByRole('button', { name: 'Refused by all three providers' }).click();
  const view = page.getByTestId('context-view');
  await expect(view.getByLabel('Compare', { exact: true }).locator('option:checked')).toHaveText(
    'E BufferWindowMemory',
  );
  const validity = view.locator('.context-head--left .context-validity');
  await expect(validity).toContainText('1 tool result without its call: OpenAI, Anthropic and Gemini refuse');
  await expect(validity).toContainText('The system message is not sent');
  await expectAccessible(page);
  await validity.getByRole('button', { name: /^Repair/ }).click();
  await expect(validity).not.toContainText('without its call');
  await expect(validity).toContainText('tool pairs whole');
  await expect(validity.getByRole('button', { name: /^Repair/ })).toHaveCount(0);
  await expect(validity).toBeFocused();

  await page.getByRole('navigation').getByText('Compare', { exact: true }).locator('visible=true').click();
  await expect(lane(page, 'E').getByRole('heading')).toHaveText('E BufferWindowMemory + repair');
  // The pair is whole, and it begins with the call.
  await expect(lane(page, 'E').getByRole('button', { name: 'Refused by Anthropic, Gemini' })).toBeVisible();
});

test('what a window keeps can be compressed, and a reload brings everything back', async ({ app }) => {
  const { page } = app;
  await app.open();
  await pick(app, /^trimMessages @langchain\/core \d/);
  await expect(lane(page, 'E').getByRole('heading')).toContainText('trimMessages');
  const window = lane(page, 'B');
  await expect(window.getByText('5 verbatim, 24 dropped')).toBeVisible();
  const panel = await openPanel(page, 'B');
  await panel.getByLabel('Then compress').selectOption({ label: 'Rolling summary' });
  const budget = panel.locator('.parameter-panel__compressor').getByRole('slider');
  await budget.focus();
  await page.keyboard.press('Home');
  await expect(window.getByText(/summarized/)).toBeVisible();
  await expect(window.getByRole('heading')).toHaveText(/Sliding window \+ Rolling summary/);
  await expect(page.getByTestId('settled')).toHaveAttribute('data-settled', 'true');
  // Longer than the pause after which changes are stored.
  await page.waitForTimeout(700);

  await page.reload();
  await expect(lane(page, 'B').getByRole('heading')).toHaveText(/Sliding window \+ Rolling summary/);
  await expect(lane(page, 'B').getByText(/summarized/)).toBeVisible();
  await expect(lane(page, 'E').getByRole('heading')).toContainText('trimMessages');
});

/** The lazy chunk of strategies/later.ts, and not core's later-values. */
const LATER = /\/later-(?!values)[^/]*\.js$/;

test('the picker stays in a phone’s window, scrolls, and says when the libraries cannot be loaded', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  app.expectProblem(/later/);
  await page.route(LATER, (route) => route.abort());
  await app.open();
  await page.getByRole('button', { name: 'Add a strategy' }).click();
  const menu = page.getByRole('menu', { name: 'Add a strategy' });
  const again = menu.getByRole('menuitem', { name: 'Could not be loaded, try again' });
  await expect(again).toBeVisible();
  await page.unroute(LATER);
  await again.click();
  const last = menu.getByRole('menuitem', { name: /^MemoryBank/ });
  await expect(last).toBeAttached();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  const box = (await menu.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
});
