import { expect, test } from './support/app-test';
import { centreOfCell } from './support/map-pixels';

const lane = (letter: string) => `section[aria-label^="${letter} "]`;

test('the first screen is correct and interactive before any model file is loaded; its call to action is the control', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await test.step('the example is played to its last turn, correct and interactive before any model file is loaded', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Turn 30 needs turn 3\. Two of four strategies still have it, and full history pays \d\.\d× the tokens of the other\.$/,
    );
    await expect(page.locator('section.lane')).toHaveCount(4);
    for (const [letter, title, verdict] of [
      ['A', 'Full history', 'has turn 3'],
      ['B', 'Sliding window', 'lost turn 3'],
      ['C', 'Tiered context', 'lost turn 3'],
      ['D', 'Semantic recency', 'has turn 3'],
    ] as const) {
      await expect(page.locator(lane(letter)).getByRole('heading')).toContainText(title);
      await expect(page.locator(lane(letter)).getByText(verdict, { exact: true })).toBeVisible();
    }
    await expect(page.locator(lane('B')).getByText('5 verbatim, 24 dropped')).toBeVisible();
    await expect(
      page.locator(lane('C')).getByText('5 verbatim, 3 summarized, 12 folded, 9 dropped'),
    ).toBeVisible();
    // Exact tokens from the precomputed facts: no estimate, and neither the model nor the tokenizer was loaded.
    await expect(page.getByText('Tokens: o200k_base, exact')).toBeVisible();
    await page.getByRole('button', { name: 'Step back' }).click();
    await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '29');
    expect(app.requests.filter((url) => /\.onnx|\.wasm|worker/.test(url))).toEqual([]);
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '30');
  });

  await test.step('the call to action is the control: dragging the window to its mark brings turn 3 back', async () => {
    const call = page.getByRole('button', { name: 'Drag to 27 and turn 3 is back' });
    await expect(call).toBeVisible();
    const slider = page.locator(lane('B')).getByRole('slider', { name: 'Window' });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 4, { steps: 12 });
    await page.mouse.up();
    await expect(page.locator(lane('B')).getByText('has turn 3', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Three of four strategies');
    // One drag is one undo step.
    await page.keyboard.press('Control+z');
    await expect(page.locator(lane('B')).getByText('5 verbatim, 24 dropped')).toBeVisible();
  });

  await test.step('at k = 5 step 30 shows turns 25 to 30, as the table says', async () => {
    await page.getByRole('radio', { name: 'Maps and table' }).check();
    const rows = page.getByRole('region', { name: 'Fates at step 30' }).getByRole('row');
    await expect(rows).toHaveCount(31);
    const window = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => (row as HTMLTableRowElement).cells[2]!.textContent!.trim()),
    );
    expect(window).toEqual([...Array(24).fill('dropped'), ...Array(5).fill('verbatim'), 'current turn']);
  });
});

test('scrubber, play and keyboard move all lanes at once', async ({ app }) => {
  await app.open();
  const { page } = app;
  const scrubber = page.getByTestId('scrubber');
  const box = (await scrubber.boundingBox())!;
  await page.mouse.move(box.x + box.width - 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.31, box.y + 8, { steps: 8 });
  await page.mouse.up();
  await expect(scrubber).toHaveAttribute('aria-valuenow', '10');
  for (const letter of 'ABCD')
    await expect(page.locator(lane(letter)).getByText('tokens at step 10')).toBeVisible();
  await expect(page.locator(lane('B')).getByText('5 verbatim, 4 dropped')).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('ArrowRight');
  await expect(scrubber).toHaveAttribute('aria-valuenow', '11');
  await page.keyboard.press('End');
  await expect(scrubber).toHaveAttribute('aria-valuenow', '30');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // Playing does not wait for the test to look: any later step will do.
  await expect.poll(async () => Number(await scrubber.getAttribute('aria-valuenow'))).toBeGreaterThan(3);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

/** How many pixels are painted, and by how many rows that begins above and ends below the hidden text. */
interface Painted {
  readonly ink: number;
  readonly above: number;
  readonly below: number;
}

test('texts that race with the scrubber are painted, and are text again when it rests', async ({ app }) => {
  await app.open();
  const { page } = app;
  await page.evaluate(() => {
    const raced: Record<string, Painted> = {};
    new MutationObserver((records) => {
      for (const { target } of records) {
        const host = target as HTMLElement;
        const canvas = host.querySelector<HTMLCanvasElement>('.live-text')!;
        if (host.dataset.racing === undefined) continue;
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        const parts = [...host.querySelectorAll('span, strong, p')].filter(
          (part) => getComputedStyle(part).visibility === 'hidden',
        );
        const rows = Array.from({ length: height }, (_, y) =>
          data.subarray(y * width * 4, (y + 1) * width * 4).some((value, i) => i % 4 === 3 && value > 128),
        );
        const top = canvas.getBoundingClientRect().top;
        const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.height > 0);
        raced[host.dataset.testid ?? host.className] = {
          ink: data.filter((value, i) => i % 4 === 3 && value > 128).length,
          above: Math.min(...boxes.map((box) => box.top)) - top - rows.indexOf(true),
          below: top + rows.lastIndexOf(true) - Math.max(...boxes.map((box) => box.bottom)),
        };
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['data-racing'] });
    Object.assign(window, { raced });
  });
  const box = (await page.getByTestId('scrubber').boundingBox())!;
  await page.mouse.move(box.x + box.width - 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.31, box.y + 8, { steps: 8 });
  const raced = await page.evaluate(() => (window as unknown as { raced: Record<string, Painted> }).raced);
  await page.mouse.up();
  expect(Object.keys(raced).sort()).toEqual([
    'tokens-lane-1',
    'tokens-lane-2',
    'tokens-lane-3',
    'tokens-lane-4',
    'transport',
    'turn-list',
  ]);
  for (const [name, { ink, above, below }] of Object.entries(raced)) {
    // Some words' worth.
    expect(ink, name).toBeGreaterThan(100);
    // The list's row is painted where it would have moved to.
    if (name === 'turn-list') continue;
    expect(Math.abs(above), `${name} begins where its text does`).toBeLessThan(8);
    expect(Math.abs(below), `${name} ends where its text does`).toBeLessThan(16);
  }
  await expect(page.locator('[data-racing]')).toHaveCount(0);
  await expect(page.locator('.transport__step')).toHaveText('Step 10 of 30');
  await expect(page.locator('.turn-list__row[data-state~="now"]:visible')).toContainText('10');
});

/** What a slider is seen as while its value is heard to change. */
interface Raced {
  ink: number;
  focused: boolean;
  hidden: boolean;
  readonly places: { readonly heard: string; readonly left: string }[];
}

test('a slider is painted while a hand moves its thumb, heard all along, and rendered when it rests', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  for (const strategy of ['window', 'tiered']) {
    const slider = page.locator(`[data-lane="${strategy}"] .slider`).first();
    const thumb = slider.getByRole('slider').first();
    const before = await thumb.getAttribute('aria-valuenow');
    const box = (await thumb.boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    // The painter comes with the first press.
    await expect(slider.locator('canvas')).toHaveCount(1);
    await slider.evaluate((host) => {
      const seen: Raced = { ink: 0, focused: true, hidden: true, places: [] };
      const thumb = host.querySelector<HTMLElement>('.slider__thumb')!;
      new MutationObserver(() => {
        seen.places.push({ heard: thumb.getAttribute('aria-valuenow')!, left: thumb.style.left });
        if ((host as HTMLElement).dataset.racing === undefined) return;
        const canvas = host.querySelector('canvas')!;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        seen.ink = data.filter((value, i) => i % 4 === 3 && value > 128).length;
        seen.focused &&= document.activeElement === thumb;
        seen.hidden &&= getComputedStyle(thumb, '::before').visibility === 'hidden';
      }).observe(thumb, { attributeFilter: ['aria-valuenow'] });
      Object.assign(window, { seen });
    });
    for (let i = 1; i <= 10; i++) {
      await page.mouse.move(box.x + box.width / 2 + i * 4, y);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const seen = await page.evaluate(() => (window as unknown as { seen: Raced }).seen);
    // Thumb, fill and two texts.
    expect(seen.ink).toBeGreaterThan(200);
    expect(new Set(seen.places.map(({ heard }) => heard)).size).toBeGreaterThan(2);
    expect([seen.focused, seen.hidden]).toEqual([true, true]);
    // What cannot be seen does not move, or painting would save nothing.
    const stood = seen.places.filter((now, i) => {
      const before = seen.places[i - 1];
      return before && before.heard !== now.heard && before.left === now.left;
    });
    expect(stood.length).toBeGreaterThan(0);
    // Still held, but at rest.
    await expect(slider).not.toHaveAttribute('data-racing');
    const after = await thumb.getAttribute('aria-valuenow');
    expect(Number(after)).toBeGreaterThan(Number(before));
    await expect(slider.locator('.slider__value')).toContainText(after!);
    const moved = (await thumb.boundingBox())!;
    expect(Math.abs(moved.x - box.x - 40)).toBeLessThan(8);
    await page.mouse.up();
    await expect(slider.locator('canvas')).toHaveCount(0);
    await expect(slider.locator('.slider__value')).toContainText(after!);
  }
});

test('a cell says why, the chart comes when it is near, and the pager moves to each question', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await test.step('a cell says why: by click and by keyboard', async () => {
    const map = page.getByTestId('map-C');
    const box = (await map.boundingBox())!;
    await map.click({ position: { x: (24.5 / 30) * box.width, y: (2.5 / 30) * box.height } });
    const card = page.getByRole('dialog', { name: 'Turn 3 at step 25 in C' });
    await expect(card).toContainText('age 22 is past 20: dropped');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await page.getByTestId('map-D').focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /at step 30 in D/ })).toContainText(
      /one of the last 2|relevance/,
    );
  });

  await test.step('tokens of all strategies in one chart, loaded when it comes near', async () => {
    await page.getByRole('heading', { name: 'Tokens in context, all strategies' }).scrollIntoViewIfNeeded();
    await expect(page.locator('.recharts-line-curve')).toHaveCount(4);
    const section = page.getByRole('region', { name: 'Tokens in context' });
    await expect(section.getByText('covers everything')).toHaveCount(0);
    await page.locator(lane('B')).getByRole('slider', { name: 'Window' }).focus();
    await page.keyboard.press('End');
    await section.scrollIntoViewIfNeeded();
    await expect(
      section.getByText('Sliding window covers everything that was said: nothing decays there.'),
    ).toBeVisible();
    await page.keyboard.press('Control+z');
  });

  await test.step('the question pager moves to each question and says what it needs', async () => {
    await page.getByRole('button', { name: 'Previous question' }).click();
    await expect(page.getByText('Question 6 of 7')).toBeVisible();
    await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '28');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Turn 28 needs turns /);
  });
});

test.describe('lanes', () => {
  test('are added, duplicated, reordered and removed, up to six', async ({ app }) => {
    await app.open();
    const { page } = app;
    const titles = () => page.locator('section.lane h2').allTextContents();
    await page.getByRole('button', { name: 'Add a strategy' }).click();
    await page.getByRole('menuitem', { name: /Token window/ }).click();
    await page.getByRole('button', { name: 'Actions for B Sliding window' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    expect((await titles()).map((t) => t.slice(2))).toEqual([
      'Full history',
      'Sliding window',
      'Sliding window',
      'Tiered context',
      'Semantic recency',
      'Token window',
    ]);
    await expect(page.getByRole('button', { name: 'Six strategies at most' })).toBeDisabled();
    await page.getByRole('button', { name: 'Actions for F Token window' }).click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await page.getByRole('button', { name: 'Actions for A Full history' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    expect((await titles()).map((t) => t.slice(2))).toEqual([
      'Sliding window',
      'Sliding window',
      'Tiered context',
      'Token window',
      'Semantic recency',
    ]);
  });

  test('every parameter of every strategy has a control made from its schema, and changes the map', async ({
    app,
  }) => {
    await app.open();
    const { page } = app;
    await page.getByRole('button', { name: 'Actions for D Semantic recency' }).click();
    await page.getByRole('menuitem', { name: 'All parameters…' }).click();
    const panel = page.getByRole('complementary', { name: /Parameters of D/ });
    for (const name of ['Half-life', 'Retrieved', 'Always recent', 'Minimum relevance', 'Floor']) {
      await expect(panel.getByRole('slider', { name, exact: true })).toBeVisible();
    }
    await panel.getByRole('slider', { name: 'Retrieved', exact: true }).focus();
    await page.keyboard.press('Home');
    await expect(page.locator(lane('D')).getByText('2 verbatim, 27 dropped')).toBeVisible();
    await panel.getByRole('radio', { name: 'Weighted' }).check();
    await expect(panel.getByRole('slider', { name: 'Weight of importance' })).toBeVisible();
    await expect(panel.getByText(/assumed/)).toBeVisible();
    await panel.getByRole('combobox', { name: 'Strategy' }).selectOption({ label: 'Tiered context' });
    await panel.getByRole('radio', { name: 'Messages' }).check();
    await expect(page.locator(lane('D')).getByText(/\d summarized/)).toBeVisible();
    await panel.getByRole('switch', { name: 'Pins' }).click();
    await panel.getByRole('switch', { name: 'Timestamps' }).click();
    await expect(panel.getByText('Relative')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  test('the legend filters and the whole comparison can be undone and started over', async ({ app }) => {
    await app.open();
    const { page } = app;
    const verbatim = () => centreOfCell(page, 'A', 30, 1, 30);
    const shown = await verbatim();
    expect(shown).not.toBeNull();
    await page.getByRole('button', { name: 'summarized', exact: true }).click();
    await expect(page.getByRole('button', { name: 'summarized', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // What is left out stays as a faint trace.
    await expect.poll(verbatim).not.toEqual(shown);
    expect(await verbatim()).not.toBeNull();
    await page.getByRole('button', { name: 'verbatim', exact: true }).click();
    await expect.poll(verbatim).toEqual(shown);
    await page.getByRole('button', { name: 'verbatim', exact: true }).click();
    await expect.poll(verbatim).not.toEqual(shown);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(verbatim).toEqual(shown);
    await page.getByRole('button', { name: 'Actions for A Full history' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.locator('section.lane')).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo: remove Full history' }).click();
    await expect(page.locator('section.lane')).toHaveCount(4);
  });
});

test('pinning a turn keeps it in every lane', async ({ app }) => {
  await app.open();
  const { page } = app;
  const map = page.getByTestId('map-B');
  const box = (await map.boundingBox())!;
  await map.click({ position: { x: (29.5 / 30) * box.width, y: (2.5 / 30) * box.height } });
  await page.getByRole('button', { name: 'Pin turn 3' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All four strategies still have it');
  await expect(page.locator(lane('B')).getByText('1 pinned, 5 verbatim, 23 dropped')).toBeVisible();
});

test('closing the tab and coming back finds everything as it was', async ({ app }) => {
  await app.open();
  const { page } = app;
  await page.locator(lane('B')).getByRole('slider', { name: 'Window' }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Actions for A Full history' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.waitForTimeout(700);
  await page.reload();
  await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '28');
  await expect(page.locator('section.lane')).toHaveCount(3);
  await expect(page.locator(lane('A')).getByRole('slider', { name: 'Window' })).toHaveAttribute(
    'aria-valuenow',
    '9',
  );
});

test('the phone shows two maps abreast, the slider that matters and a dock, without sideways scrolling', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  await app.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Turn 30 needs turn 3. Two of four strategies still have it.',
  );
  await expect(page.locator('.phone-lane')).toHaveCount(4);
  await expect(page.locator('.phone-dock').getByRole('slider', { name: 'Step' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);

  // Without a question the way to another strategy stands beside the button, not over the sentence.
  await page.getByTestId('file-input').setInputFiles({
    name: 'crane.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([{ role: 'user', content: 'Is the crane red?' }])),
  });
  const words = page.getByText('No question is marked yet.');
  await expect(words).toBeVisible();
  const add = (await page.getByRole('button', { name: 'Add a strategy' }).boundingBox())!;
  const said = (await words.boundingBox())!;
  const mark = (await page.getByRole('button', { name: 'Mark evidence' }).boundingBox())!;
  expect(add.y).toBeGreaterThanOrEqual(said.y + said.height);
  expect(add.x).toBeGreaterThanOrEqual(mark.x + mark.width);
});

test('a value can be typed: by click, and on the focused slider', async ({ app }) => {
  await app.open();
  const { page } = app;
  const slider = page.locator(lane('B')).getByRole('slider', { name: 'Window' });
  await page.locator(lane('B')).getByRole('button', { name: 'type a number for Window' }).click();
  const field = page.locator(lane('B')).getByRole('textbox', { name: 'Window' });
  await expect(field).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuenow', '12');

  await slider.focus();
  await page.keyboard.type('200000');
  await expect(field).toHaveValue('200000');
  await page.keyboard.press('Enter');
  // Whatever the rule takes can be typed, also what the conversation is too short for.
  await expect(page.locator(lane('B')).getByText('100,000 is the largest here.')).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuenow', '100000');
  await expect(slider).toBeFocused();

  await page.keyboard.press('7');
  await page.keyboard.press('Escape');
  await expect(slider).toHaveAttribute('aria-valuenow', '100000');
  await expect(slider).toBeFocused();
  // What was typed is one step to undo.
  await page.keyboard.press('Control+z');
  await expect(slider).toHaveAttribute('aria-valuenow', '12');
});
