import type { Locator, Page } from '@playwright/test';
import { type App, expect, test } from './support/app-test';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';
import { goToContext } from './support/views';

const openContext = (app: App): Promise<Locator> => goToContext(app.page);

async function start(app: App): Promise<Locator> {
  await app.open();
  await expect(app.page.getByTestId('settled')).toHaveAttribute('data-settled', 'true');
  return openContext(app);
}

async function openFile(app: App, name: string, conversation: unknown): Promise<Locator> {
  await app.page.getByTestId('file-input').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(conversation)),
  });
  await expect(app.page.getByTestId('open-status')).toContainText(`Opened ${name}`);
  return openContext(app);
}

/** Options of the turns list, not those of the selects. */
const turnRows = (view: Locator, options: Parameters<Locator['getByRole']>[1] = {}): Locator =>
  view.getByRole('listbox', { name: 'Turns' }).getByRole('option', options);

interface ShownItem {
  readonly turn: number;
  readonly running: number;
  readonly tokens: number;
  readonly fate: string;
}

/** What one column shows, read from the page as a person reads it. */
const shownItems = (view: Locator, side: 'left' | 'right'): Promise<ShownItem[]> =>
  view.locator(`.context-cell--${side}.context-cell--items`).evaluateAll((cells) =>
    cells.map((cell) => ({
      turn: Number(cell.closest<HTMLElement>('[data-turn]')?.dataset.turn ?? 0),
      running: Number(cell.querySelector('.context-running')!.textContent.replace(/[^\d]/g, '')),
      tokens: Number(
        /([\d,]+) tokens?/.exec(cell.querySelector('.context-title')!.textContent)![1]!.replace(/,/g, ''),
      ),
      fate: (cell as HTMLElement).dataset.fate!,
    })),
  );

/** The texts of a column's messages without roles, chips and buttons. */
const shownTexts = (view: Locator, side: 'left' | 'right'): Promise<string[]> =>
  view.locator(`.context-cell--${side} .context-message`).evaluateAll((messages) =>
    messages.map((message) => {
      const copy = message.cloneNode(true) as HTMLElement;
      for (const extra of copy.querySelectorAll('.context-role, button, details')) extra.remove();
      return copy.textContent.replace(/\s+/g, ' ').trim();
    }),
  );

const copied = async (page: Page) => {
  const text = await page.evaluate(() => navigator.clipboard.readText());
  return JSON.parse(text) as {
    role: string;
    content: string | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
};

test('what is shown is copied, told why, exactly what is sent, and follows the axis', async ({
  app,
  page,
  context,
}) => {
  const view = await start(app);
  await test.step('copies what is shown as valid OpenAI messages', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [side, name] of [
      ['left', 'Tiered context'],
      ['right', 'Semantic recency'],
    ] as const) {
      await view.getByRole('button', { name: `Copy ${name} as OpenAI` }).click();
      await expect(view.getByText(/Copied \d+ messages$/).first()).toBeVisible();
      const messages = await copied(app.page);
      for (const m of messages) {
        expect(['system', 'user', 'assistant', 'tool']).toContain(m.role);
        expect(typeof m.content).toBe('string');
      }
      expect(messages.map((m) => m.content!.replace(/\s+/g, ' ').trim())).toEqual(
        await shownTexts(view, side),
      );
    }
  });

  await test.step('a click on a turn tells why, in the panel, the headline and the columns', async () => {
    const quote = view.locator('.context-cell--right mark');
    await expect(quote).toHaveText('never log customer e-mail addresses');
    await turnRows(view, { name: /^7 / }).click();
    await expect(view.getByRole('heading', { name: 'Why turn 7' })).toBeVisible();
    await expect(
      view.getByText('Turn 7 is not sent: age 23 is past 20, dropped at step 28.'),
    ).toBeInViewport();
    await expect(view.getByRole('heading', { level: 1 })).toContainText('turn 7');
    // A sentence of the summary leads to the turn it cites.
    const chip = view.getByRole('button', { name: /^from turn \d+$/ }).first();
    const cited = /\d+/.exec(await chip.getAttribute('aria-label').then((s) => s!))![0];
    await chip.click();
    await expect(view.getByRole('heading', { name: `Why turn ${cited}` })).toBeVisible();
    await expect(turnRows(view, { selected: true })).toHaveAttribute('aria-posinset', cited);
    await view.getByRole('button', { name: 'Back to the question' }).click();
    await expect(view.getByRole('heading', { name: 'Why turn 3' })).toBeVisible();
    await expect(view.getByRole('figure', { name: 'Ranks by score in D' }).getByText('top 6')).toBeVisible();
  });

  await test.step('shows exactly the turns whose fates say so, and tokens that add up', async () => {
    await expect(view.getByRole('heading', { level: 1 })).toHaveText(
      /^At step 30, tiered context sends \d+ tokens without turn 3; semantic recency sends \d+ with it\.$/,
    );
    for (const step of [30, 29, 28]) {
      await expect(view.getByText(`Step ${step}`, { exact: true }).first()).toBeVisible();
      const fates = await turnRows(view).evaluateAll((rows) =>
        rows.map((row) => {
          const words = row.querySelector('.visually-hidden')!.textContent;
          return [/C: ([a-z ]+)/.exec(words)![1]!, /D: ([a-z ]+)/.exec(words)![1]!] as const;
        }),
      );
      expect(fates).toHaveLength(30);
      for (const [i, side] of (['left', 'right'] as const).entries()) {
        const items = await shownItems(view, side);
        const shown = new Map(items.filter((x) => x.turn > 0).map((x) => [x.turn, x.fate]));
        const said = new Map(
          fates
            .map((pair, t) => [t + 1, pair[i]!] as const)
            .filter(([, fate]) => ['current', 'verbatim', 'retrieved', 'pinned', 'condensed'].includes(fate)),
        );
        expect(shown).toEqual(said);
        let running = 0;
        for (const item of items) {
          running += item.tokens;
          expect(item.running).toBe(running);
        }
        const total = view.getByTestId(`context-tokens-${side}`);
        await expect(total).toHaveText(`${running.toLocaleString('en-US')} tokens`);
      }
      await view.getByRole('button', { name: 'Previous step' }).click();
    }
    await expect(view.getByText('Step 27', { exact: true }).first()).toBeVisible();
  });

  await test.step('a press on a question of the axis goes to its step and its evidence', async () => {
    const dot = view.locator('.context-axis__dot').first();
    const box = (await dot.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2);
    await expect(view.getByText('Step 8', { exact: true })).toBeVisible();
    await expect(view.getByRole('heading', { name: /^Why turn \d+$/ })).toBeVisible();
  });
});

test.describe('own files', () => {
  test.use({ modelArrives: false });

  test('tool calls are copied; markup stays text; what is long is cut, and rendered where it is near', async ({
    app,
    page,
    context,
  }) => {
    await app.open();
    await test.step('copies tool calls with their results, and says what the format has no place for', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const view = await openFile(app, 'calls.json', {
        messages: [
          { role: 'system', content: 'You read files.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What does a.txt say?' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            ],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'hello' },
          { role: 'assistant', content: 'It says hello.' },
          { role: 'user', content: 'Thanks.' },
        ],
      });
      const column = view.locator('.context-cell--left');
      await expect(column.getByText('attached: counted as 0 tokens')).toBeVisible();
      await expect(
        column.getByText('tool pairs whole').or(view.getByText('tool pairs whole')).first(),
      ).toBeVisible();
      await column.getByText('{"path":"a.txt"}').first().click();
      const head = view.locator('.context-head--left');
      const before = (await head.boundingBox())!;
      await view
        .getByRole('button', { name: /^Copy .* as OpenAI$/ })
        .first()
        .click();
      const confirmed = view.getByText('Copied 6 messages; 1 attachment is left out');
      await expect(confirmed).toBeVisible();
      // In its own column, and nothing moves under the hand.
      const said = (await confirmed.boundingBox())!;
      expect(said.x).toBeGreaterThanOrEqual(before.x);
      expect(said.x + said.width).toBeLessThanOrEqual(before.x + before.width);
      expect(await head.boundingBox()).toEqual(before);
      const messages = await copied(app.page);
      expect(messages.map((m) => m.role)).toEqual([
        'system',
        'user',
        'assistant',
        'tool',
        'assistant',
        'user',
      ]);
      expect(messages[2]).toEqual({
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } },
        ],
      });
      expect(messages[3]).toEqual({ role: 'tool', tool_call_id: 'c1', content: 'hello' });
    });

    await test.step('text that looks like markup stays text', async () => {
      const evil = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 2</script><b>bold</b>';
      const view = await openFile(app, 'markup.json', {
        messages: [
          { role: 'user', content: evil },
          { role: 'assistant', content: `\`\`\`html\n${evil}\n\`\`\`` },
          { role: 'user', content: `again ${evil}` },
        ],
      });
      await expect(view.locator('.context-cell--left').getByText(evil).first()).toBeVisible();
      await expect(view.locator('.context-cell--left code').first()).toContainText(evil);
      expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
      expect(await view.locator('.context-content :is(img, script, b)').count()).toBe(0);
    });

    await test.step('a very long message is cut, and shown whole on request', async () => {
      const long = `start ${'word '.repeat(20_000)}end`;
      const view = await openFile(app, 'long-message.json', {
        messages: [
          { role: 'user', content: long },
          { role: 'assistant', content: 'Read.' },
          { role: 'user', content: 'Thanks.' },
        ],
      });
      const message = view.locator('.context-cell--left .context-message').first();
      expect((await message.textContent())!.length).toBeLessThan(2_000);
      await message
        .getByRole('button', { name: `Show all ${long.length.toLocaleString('en-US')} characters` })
        .click();
      await expect(message).toContainText('word end');
      await message.getByRole('button', { name: 'Show less' }).click();
      expect((await message.textContent())!.length).toBeLessThan(2_000);
    });

    await test.step('a long request renders only what is near, and every row can be reached', async () => {
      const messages = Array.from({ length: 300 }, (_, i) => [
        { role: 'user', content: `Question ${i + 1} about part ${i % 7}?` },
        { role: 'assistant', content: `Answer ${i + 1}. ${'More words follow here. '.repeat(8)}` },
      ]).flat();
      const view = await openFile(app, 'long.json', { messages });
      await expect(page.getByText('300 turns').first()).toBeVisible();
      await view.getByLabel('Compare', { exact: true }).selectOption({ label: 'A Full history' });
      await expect(view.getByRole('heading', { name: 'A Full history' })).toBeVisible();
      await expect(view.getByRole('article', { name: 'A: Turn 1', exact: true })).toBeVisible();
      expect(await view.locator('.context-row').count()).toBeLessThan(120);
      const list = view.getByRole('listbox', { name: 'Turns' });
      await list.focus();
      await list.press('Home');
      for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageDown']) await list.press(key);
      const turn = Number(await turnRows(view, { selected: true }).getAttribute('aria-posinset'));
      expect(turn).toBeGreaterThan(40);
      await expect(view.getByRole('article', { name: `A: Turn ${turn}`, exact: true })).toBeInViewport();
      await list.press('End');
      await expect(view.getByRole('article', { name: 'A: Turn 300', exact: true })).toBeInViewport();
    });
  });
});

test('offers the text to copy by hand where the clipboard is closed', async ({ app, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  });
  const view = await start(app);
  await view.getByRole('button', { name: 'Copy Tiered context as OpenAI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tiered context as OpenAI messages' });
  const area = dialog.getByRole('textbox');
  await expect(area).toBeFocused();
  const value = await area.inputValue();
  expect((JSON.parse(value) as unknown[]).length).toBeGreaterThan(5);
  expect(
    await area.evaluate(
      (a: HTMLTextAreaElement) => a.value.slice(a.selectionStart, a.selectionEnd) === a.value,
    ),
  ).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('differences only folds what both send, and opens it on request; axe finds nothing, light and dark', async ({
  app,
  page,
}) => {
  const view = await start(app);
  await expectAccessibleInBoth(page);
  const all = await shownItems(view, 'left');
  await view.getByRole('switch', { name: 'Differences only' }).click();
  const run = view.getByRole('button', { name: /^System preamble, \d+ tokens, the same in both/ });
  await expect(run).toBeVisible();
  await expect(view.getByRole('article', { name: 'C: Turn 30', exact: true })).toBeVisible();
  const folded = await shownItems(view, 'left');
  expect(folded.length).toBeLessThan(all.length);
  // What stays is shown as before, and the last running count is still the whole request.
  for (const item of folded) expect(all).toContainEqual(item);
  expect(folded.at(-1)!.running).toBe(all.at(-1)!.running);
  await turnRows(view, { name: /^7 / }).click();
  await expectAccessibleInBoth(page);
  for (const button of await view.getByRole('button', { name: /the same in both/ }).all())
    await button.click();
  expect(await shownItems(view, 'left')).toEqual(all);
});

test('compares a lane with its own step before', async ({ app }) => {
  const view = await start(app);
  await view.getByRole('button', { name: 'Compare with step 29' }).click();
  await expect(view.getByRole('heading', { level: 1 })).toHaveText(
    /^From step 29 to 30, tiered context (grows|shrinks) from \d+ to \d+ tokens: turn 30 enters, turn 24 goes into the summary, turn 9 leaves\.$/,
  );
  await expect(view.getByRole('heading', { name: 'C Tiered context, step 29' })).toBeVisible();
  await expect(view.getByText('Turn 30 is not spoken yet at step 29.')).toBeVisible();
  const before = (await shownItems(view, 'right')).filter((i) => i.turn > 0).map((i) => i.turn);
  const now = (await shownItems(view, 'left')).filter((i) => i.turn > 0).map((i) => i.turn);
  expect(before).toEqual([24, 25, 26, 27, 28, 29]);
  expect(now).toEqual([25, 26, 27, 28, 29, 30]);
});

test('works with the keyboard alone', async ({ app, page }) => {
  const view = await start(app);
  const list = view.getByRole('listbox', { name: 'Turns' });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(view.getByRole('heading', { name: 'Why turn 4' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(view.getByRole('heading', { name: 'Why turn 1', exact: true })).toBeVisible();
  const axis = view.getByRole('slider', { name: 'Step' });
  await axis.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(axis).toHaveAttribute('aria-valuenow', '29');
  await page.keyboard.press('PageDown');
  await expect(axis).toHaveAttribute('aria-valuetext', 'Step 28 of 30, a question');
  await page.keyboard.press('Home');
  await expect(view.getByText('Step 1', { exact: true })).toBeVisible();
  await expect(view.getByRole('article', { name: 'C: Turn 1', exact: true })).toBeVisible();
});

test('one lane is read alone', async ({ app, page }) => {
  const view = await start(app);
  await expect(view.locator('.context-head')).toHaveCount(2);
  await page
    .getByRole('navigation')
    .getByText('Compare', { exact: true })
    .locator('visible=true')
    .first()
    .click();
  for (const name of ['Semantic recency', 'Tiered context', 'Sliding window']) {
    await page.getByRole('button', { name: new RegExp(`^Actions for . ${name}$`) }).click();
    await page.getByRole('menuitem', { name: /remove/i }).click();
  }
  await openContext(app);
  await expect(view.locator('.context-head')).toHaveCount(1);
  await expect(view.getByRole('heading', { level: 1 })).toHaveText(
    /^At step 30, full history sends [\d,]+ tokens with turn 3\.$/,
  );
  await expect(view.getByRole('switch', { name: 'Differences only' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows one column at a time without sideways scrolling', async ({ app, page }) => {
    const view = await start(app);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await expect(view.getByRole('heading', { name: 'C Tiered context' })).toBeVisible();
    await expect(view.getByRole('heading', { name: 'D Semantic recency' })).toBeHidden();
    expect(await fits()).toBe(true);
    await view.getByRole('radio', { name: 'D Semantic recency' }).check();
    await expect(view.getByRole('heading', { name: 'D Semantic recency' })).toBeVisible();
    await expect(view.getByRole('article', { name: 'D: Turn 3', exact: true })).toBeVisible();
    await expect(view.getByRole('heading', { name: 'C Tiered context' })).toBeHidden();
    expect(await fits()).toBe(true);
    await view.getByRole('radio', { name: 'Turns' }).check();
    await expect(view.getByRole('heading', { name: 'Why turn 3' })).toBeVisible();
    expect(await fits()).toBe(true);
    await expectAccessible(page);
  });
});
