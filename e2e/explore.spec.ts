/** What follows the hand on the maps (crosshair, speed, less motion), what comes late, and what settings and forms do. */
import { expect, test } from './support/app-test';

test.use({ modelArrives: false });

const LANES = ['lane-1', 'lane-2', 'lane-3', 'lane-4'];

test('the crosshair stands on the same cell in every lane and names its turn, by pointer and by keys', async ({
  app,
  page,
}) => {
  await app.open();
  const map = page.getByTestId('map-B');
  const { width, height } = (await map.boundingBox())!;
  const cursors = () =>
    page.locator('section.lane .lane-map').evaluateAll((maps) =>
      maps.map((map) => {
        const cursor = map.querySelector('.map-overlay__cursor')?.getBoundingClientRect();
        if (!cursor) return null;
        const box = map.getBoundingClientRect();
        return [(cursor.left + cursor.right) / 2 - box.left, (cursor.top + cursor.bottom) / 2 - box.top].map(
          Math.round,
        );
      }),
    );
  const middleOf = (turn: number, step: number) => [
    Math.round(((step - 0.5) / 30) * width),
    Math.round(((turn - 0.5) / 30) * height),
  ];
  const expectAt = async (turn: number, step: number) => {
    await expect.poll(async () => (await cursors()).every((cursor) => cursor !== null)).toBe(true);
    const wanted = middleOf(turn, step);
    const found = await cursors();
    expect(found).toHaveLength(4);
    for (const cursor of found)
      for (const axis of [0, 1]) expect(Math.abs(cursor![axis]! - wanted[axis]!)).toBeLessThanOrEqual(1);
    await expect(page.locator('.turn-list__row--hover')).toHaveAttribute('data-turn', String(turn));
  };

  await map.hover({ position: { x: (24.5 / 30) * width, y: (7.5 / 30) * height } });
  await expectAt(8, 25);
  // Nothing is said yet of a turn that is still to come.
  await map.hover({ position: { x: (4.5 / 30) * width, y: (20.5 / 30) * height } });
  await expect.poll(cursors).toEqual([null, null, null, null]);

  await page.getByTestId('map-D').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expectAt(24, 30);
  await page.keyboard.press('ArrowLeft');
  await expectAt(24, 29);
  await page.keyboard.press('Escape');
  await expect.poll(cursors).toEqual([null, null, null, null]);
});

test('the speed is changed by one press, goes round, and stays with the playback', async ({ app, page }) => {
  await app.open();
  const speed = page.getByRole('button', { name: /^Speed / });
  for (const [heard, seen] of [
    ['Speed 2 times; click to change', '2×'],
    ['Speed 4 times; click to change', '4×'],
    ['Speed 0.5 times; click to change', '0.5×'],
    ['Speed 1 times; click to change', '1×'],
    ['Speed 2 times; click to change', '2×'],
  ]) {
    await speed.click();
    await expect(speed).toHaveAccessibleName(heard!);
    await expect(speed).toHaveText(seen!);
  }
});

test('the chart’s code is fetched when it comes near the screen, not before', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await app.open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turn 30 needs turn 3.');
  const chart = () => app.requests.filter((url) => url.includes('tokens-chart'));
  // What is near at first has been found by now.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(chart()).toEqual([]);
  await page.getByRole('heading', { name: 'Tokens in context, all strategies' }).scrollIntoViewIfNeeded();
  await expect(page.locator('.recharts-line-curve')).toHaveCount(4);
  expect(chart().length).toBeGreaterThan(0);
});

test('what a request is counted as follows the settings, and comes back after a reload', async ({
  app,
  page,
}) => {
  await app.open();
  await expect(page.getByText('Tokens: o200k_base, exact')).toBeVisible();
  const tokens = async () =>
    Number(/[\d,]+/.exec((await page.getByTestId('tokens-lane-1').textContent())!)![0].replaceAll(',', ''));
  const first = await tokens();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const open = () => page.getByRole('button', { name: 'Settings', exact: true }).click();
  const shut = async () => {
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
  };

  await open();
  await settings.getByRole('textbox', { name: 'Tool definitions per request' }).fill('1000');
  await shut();
  await expect.poll(tokens).toBe(first + 1_000);

  // 30 questions and 29 answers, and the preamble.
  await open();
  await settings.getByRole('textbox', { name: 'Added per message' }).fill('0');
  await shut();
  await expect.poll(tokens).toBe(first + 1_000 - 4 * 60);

  await open();
  await settings.getByRole('switch', { name: 'Send the preamble' }).click();
  await shut();
  await expect.poll(tokens).toBeLessThan(first + 1_000 - 4 * 60);
  const bare = await tokens();
  await page.waitForTimeout(700);
  await app.open();
  await expect.poll(tokens).toBe(bare);

  await open();
  await settings.getByRole('button', { name: 'Reset to defaults' }).click();
  await shut();
  await expect.poll(tokens).toBe(first);
});

/** What each strategy of the pattern can be told at first, by the words on its controls. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  'Full history': [],
  'Sliding window': ['Window', 'What falls out', 'Trim in blocks of'],
  'Token window': ['Budget'],
  'Tiered context': [
    'Verbatim, then summarized',
    'Verbatim, then summarized: Summarized up to age',
    'What falls out',
    'Summarize again every',
    'Literal slices',
  ],
  'Semantic recency': [
    'Half-life',
    'Retrieved',
    'Always recent',
    'Minimum relevance',
    'Formula',
    'Floor',
    'Half-life counts',
    'Budget',
    'Query',
  ],
  'Explicit timestamps': ['Time stamps'],
};

test('every parameter of the pattern’s strategies has a control, those of each formula too', async ({
  app,
  page,
}) => {
  await app.open();
  await page.getByRole('button', { name: 'Actions for D Semantic recency' }).click();
  await page.getByRole('menuitem', { name: 'All parameters…' }).click();
  const panel = page.getByRole('complementary', { name: /^Parameters of D/ });
  const form = panel.locator('.parameter-panel__body > .parameter-panel__form');
  const control = (name: string) =>
    ['slider', 'switch', 'radiogroup', 'group']
      .map((role) => form.getByRole(role as 'slider', { name, exact: true }))
      .reduce((any, one) => any.or(one));
  const more = form.locator('details:not([open]) > summary');
  for (const [strategy, names] of Object.entries(CONTROLS)) {
    await panel.getByRole('combobox', { name: 'Strategy' }).selectOption({ label: strategy });
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(strategy);
    // What is folded out stays so from one strategy to the next.
    if ((await more.count()) > 0) await more.click();
    for (const name of names) await expect(control(name).first(), `${strategy}: ${name}`).toBeVisible();
    if (names.length === 0) await expect(panel.getByText('It has no parameters.')).toBeVisible();
  }
  await panel.getByRole('combobox', { name: 'Strategy' }).selectOption({ label: 'Semantic recency' });
  for (const [formula, names] of [
    ['Additive', ['Decay rate']],
    ['Weighted', ['Weight of recency', 'Weight of relevance', 'Weight of importance']],
  ] as const) {
    await form.getByRole('radio', { name: formula }).check();
    for (const name of names) await expect(control(name).first(), `${formula}: ${name}`).toBeVisible();
  }
});

test.describe('where less motion is wanted', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a step is on screen as a whole with the first frame', async ({ app, page }) => {
    await app.open();
    await expect(page.getByText('Tokens: o200k_base, exact')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const pictures = () =>
      page.evaluate(
        (lanes) =>
          lanes.map((lane) =>
            document.querySelector<HTMLCanvasElement>(`[data-testid="picture-${lane}"]`)!.toDataURL(),
          ),
        LANES,
      );
    const before = await pictures();
    // The frame after the step, taken before any later one can be painted.
    const first = await page.evaluate(
      (lanes) =>
        new Promise<string[]>((resolve) => {
          document.querySelector<HTMLButtonElement>('[aria-label="Step back"]')!.click();
          resolve(
            lanes.map((lane) =>
              document.querySelector<HTMLCanvasElement>(`[data-testid="picture-${lane}"]`)!.toDataURL(),
            ),
          );
        }),
      LANES,
    );
    await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '29');
    await page.waitForTimeout(800);
    const rest = await pictures();
    for (const i of LANES.keys()) {
      expect(first[i] === before[i], `${LANES[i]} moved`).toBe(false);
      expect(first[i] === rest[i], `${LANES[i]} stands still after its first frame`).toBe(true);
    }
  });
});
