import type { Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { centreOfCell } from './support/map-pixels';

const WIDTHS = [390, 600, 719, 720, 800, 959, 960, 1024, 1100, 1199, 1280, 1440, 1920];

/** What a person would call broken at a glance: sideways scrolling, controls over each other, labels cut without a sign. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const out: string[] = [];
    const wide = document.scrollingElement!.scrollWidth - window.innerWidth;
    if (wide > 0) out.push(`scrolls sideways by ${wide} px`);
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? element.className;
    const controls = [...document.querySelectorAll('button, input, select, [role=slider]')].flatMap(
      (element) => {
        const style = getComputedStyle(element);
        if (style.visibility === 'hidden' || style.opacity === '0') return [];
        const box = element.getBoundingClientRect();
        // Under a dock that sticks, content scrolls by.
        if (box.width < 4 || box.height < 4 || element.closest('.phone-dock, .app__tabs-dock')) return [];
        return [{ element, box }];
      },
    );
    controls.forEach((a, i) => {
      for (const b of controls.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        // A thumb may pass the bubble and the other thumb of its own slider.
        const slider = a.element.closest('.slider');
        if (slider !== null && slider === b.element.closest('.slider')) continue;
        const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (x > 2 && y > 2)
          out.push(
            `"${nameOf(a.element)}" lies over "${nameOf(b.element)}" (${x.toFixed()} x ${y.toFixed()} px)`,
          );
      }
    });
    const words = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].filter((box) => box.width > 0);
    };
    // What is seen must be what a press reaches; text may stand over a control that has no box of its own there.
    for (const control of document.querySelectorAll('.compare button:not(:disabled)')) {
      const box = control.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const style = getComputedStyle(control);
      if (box.width < 4 || box.height < 4 || style.visibility === 'hidden' || style.opacity === '0') continue;
      const hit = document.elementFromPoint(x, y);
      // Out of the window, or scrolled under a dock.
      if (hit === null || hit.closest('.phone-dock, .app__tabs-dock, .top-bar')) continue;
      if (!control.contains(hit) && !hit.contains(control))
        out.push(`"${nameOf(control)}" cannot be clicked: "${hit.className}" is in front`);
    }
    const turnsHead = document.querySelector('.compare__turns-title');
    const side = document.querySelector('.compare__side')?.getBoundingClientRect();
    if (turnsHead && side && words(turnsHead).some((word) => word.right > side.right + 1))
      out.push('the title of the turns leaves its column');
    for (const label of document.querySelectorAll('.turn-list__label')) {
      const list = label.closest('.turn-list')!.getBoundingClientRect();
      const { right } = label.getBoundingClientRect();
      if (right > list.right + 8)
        out.push(`turn label "${label.textContent}" is cut by ${(right - list.right).toFixed()} px`);
    }
    const bar = document.querySelector('.example-menu__title')!;
    if (bar.clientWidth < Math.min(bar.scrollWidth, 60))
      out.push('the conversation has no title in the top bar');
    for (const value of document.querySelectorAll('.slider__value')) {
      const call = value.closest('.slider')!.querySelector('.slider__call');
      if (
        call &&
        call.getBoundingClientRect().right > value.getBoundingClientRect().left + 2 &&
        call.getBoundingClientRect().bottom > value.getBoundingClientRect().top + 2
      )
        out.push(`the call to action covers the value "${value.textContent}"`);
    }
    // The lane's number stands in the map's empty triangle, clear of its cells.
    for (const text of document.querySelectorAll('.lane-number:not(.lane-number--inline) > span')) {
      const map = text.closest('.lane__plot')!.querySelector('.lane-map')!.getBoundingClientRect();
      for (const box of words(text)) {
        const free = (map.width * (box.top - map.top)) / map.height;
        if (box.right - map.left > free + 2) out.push(`"${text.textContent}" lies on the map's cells`);
      }
    }
    for (const option of document.querySelectorAll('.segmented__text')) {
      const box = option.closest('.segmented__option')!.getBoundingClientRect();
      if (words(option).some((word) => word.left < box.left - 1 || word.right > box.right + 1))
        out.push(`the choice "${option.textContent}" leaves its box`);
    }
    for (const title of document.querySelectorAll('.lane-head__title')) {
      // Names are of any length; what is cut of these is said by a sign, and enough is left to know them by.
      if (title.scrollWidth > title.clientWidth + 1 && title.clientWidth < 100)
        out.push(`the name "${title.textContent}" is cut to ${title.clientWidth} px`);
    }
    const table = document.querySelector('.metrics')!;
    const heads = [...table.querySelectorAll('thead th')].slice(1);
    const maps = [...document.querySelectorAll('.lane .lane-map')];
    heads.forEach((head, i) => {
      const left = head.closest('thead')!.classList.contains('visually-hidden')
        ? table.querySelectorAll('tbody tr:first-child td')[i]!.getBoundingClientRect().left
        : null;
      const map = maps[i]?.getBoundingClientRect().left ?? null;
      if (left !== null && (map === null || Math.abs(left - map) > 1))
        out.push(`column ${i + 1} of the table has no name and stands under no map`);
    });
    for (const cell of table.querySelectorAll('td')) {
      const box = cell.getBoundingClientRect();
      if (words(cell).some((word) => word.right > box.right + 1))
        out.push(`the value "${cell.textContent}" is cut`);
    }
    if (table.scrollWidth > table.clientWidth + 1 && getComputedStyle(table).maskImage === 'none')
      out.push('the table scrolls and does not say so');
    const tabs = document.querySelector('.top-bar .view-tabs')!.getBoundingClientRect();
    const name = bar.getBoundingClientRect();
    if (tabs.width > 0 && name.left - tabs.right < 12)
      out.push(`${(name.left - tabs.right).toFixed()} px between the views and the conversation's name`);
    const turnsTitle = document.querySelector('.compare__turns-title')?.getBoundingClientRect();
    for (const item of document.querySelectorAll('.legend__item')) {
      const box = item.getBoundingClientRect();
      if (box.right > window.innerWidth || (turnsTitle && box.bottom > turnsTitle.top + 1))
        out.push(`"${item.textContent}" leaves the legend`);
    }
    const quote = document.querySelector('.question__quote');
    const question = quote?.parentElement?.getBoundingClientRect();
    if (
      quote &&
      question &&
      words(quote).some((w) => w.right > question.right + 1 || w.bottom > question.bottom + 4)
    )
      out.push('the quote cannot be read');
    const verdicts = document.querySelectorAll('.verdict-text__word');
    if (quote && verdicts.length === 0) out.push('no lane has a verdict');
    for (const word of verdicts) {
      const line = word.closest('.verdict-text')!.getBoundingClientRect();
      const box = word.getBoundingClientRect();
      if (box.width < 8 || box.right > line.right + 1 || box.top > line.bottom - 4)
        out.push(`the verdict "${word.textContent}" cannot be read`);
    }
    for (const lane of document.querySelectorAll('.phone-lane, .lane'))
      if (!lane.querySelector('h2')!.textContent.startsWith(lane.getAttribute('aria-label')![0]!))
        out.push(`${lane.getAttribute('aria-label')} has no letter`);
    return out;
  });

test('nothing overlaps and nothing is cut at any width, and long sentences wrap, four and six strategies', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await expect(page.getByRole('heading', { level: 1 })).toContainText('needs');
  for (const lanes of [4, 6]) {
    // One with a choice in its head, and one with a long name: the longest headline of the example.
    for (const name of ['Explicit timestamps', 'Token window'].slice(0, lanes - 4)) {
      await page.getByRole('button', { name: 'Add a strategy' }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('button', { name: /Undo|Nothing to undo/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /Redo|Nothing to redo/ })).toBeVisible();
      await expect.poll(() => faults(page), { message: `${lanes} strategies at ${width} px` }).toEqual([]);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toBeVisible();
      const [cut, below] = await title.evaluate((h1) => [
        h1.scrollHeight > h1.clientHeight + 1 || h1.scrollWidth > h1.clientWidth + 1,
        document.querySelector('.compare__question')!.getBoundingClientRect().top >=
          h1.getBoundingClientRect().bottom - 1,
      ]);
      expect([width, cut, below]).toEqual([width, false, true]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('nothing overlaps where the turns have a long title', async ({ app }) => {
  await app.open();
  const { page } = app;
  await page.locator('.example-menu__title').click();
  await page.getByRole('menuitemradio', { name: 'Air for 24 classrooms' }).click();
  await expect(page.getByRole('button', { name: /suggestion/ })).toBeVisible();
  for (const lanes of [4, 5, 6]) {
    if (lanes > 4) {
      await page.getByRole('button', { name: 'Add a strategy' }).click();
      await page.getByRole('menuitem', { name: lanes === 5 ? 'Fading memory' : 'Token window' }).click();
    }
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => faults(page), { message: `${lanes} lanes at ${width} px` }).toEqual([]);
    }
  }
  await page.getByRole('button', { name: /suggestion/ }).click();
  await expect(page.getByRole('heading', { name: /replace/i }).first()).toBeVisible();
});

test('nothing that moves with the step is painted over words', async ({ app }) => {
  await app.open();
  const { page } = app;
  for (const width of [390, 760, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const step of [1, 3, 12]) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Home');
      for (let i = 1; i < step; i++) await page.keyboard.press('ArrowRight');
      await expect(page.locator('.lane-number__unit').first()).toHaveText(`tokens at step ${step}`);
      await expect.poll(() => wordsPaintedOver(page), { message: `step ${step} at ${width} px` }).toEqual([]);
    }
  }
});

/** The lanes' numbers and captions that have the needle's colour in their box: words are black and grey. */
async function wordsPaintedOver(page: Page): Promise<(string | null)[]> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    })!;
    context.drawImage(bitmap, 0, 0);
    const scale = bitmap.width / window.innerWidth;
    const out: (string | null)[] = [];
    for (const text of document.querySelectorAll('.lane-number > span')) {
      const { left, top, width, height } = text.getBoundingClientRect();
      if (width < 1 || height < 1 || top < 0 || (top + height) * scale > bitmap.height) continue;
      const { data } = context.getImageData(left * scale, top * scale, width * scale, height * scale);
      for (let i = 0; i < data.length; i += 4)
        if (data[i]! > Math.max(data[i + 1]!, data[i + 2]!) + 60) {
          out.push(text.textContent);
          break;
        }
    }
    return out;
  }, picture);
}

test('names, the legend, cards, the settings and the focus of the steps are as they should be, at their widths', async ({
  app,
}) => {
  await app.open();
  const { page } = app;
  await test.step('names are said as they read: legend, and each thumb of a range', async () => {
    await expect(
      page.getByRole('heading', { name: 'What became of each turn + 3 not in use', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Verbatim, then summarized', exact: true })).toBeVisible();
    await expect(
      page.getByRole('slider', { name: 'Verbatim, then summarized: Summarized up to age', exact: true }),
    ).toBeVisible();
  });

  await test.step('the legend shows what the maps show, at every density', async () => {
    const dropped = page.locator('.legend__item', { hasText: 'dropped' }).locator('svg rect');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(dropped).toHaveAttribute('fill', 'none');
    expect(await centreOfCell(page, 'B', 30, 1, 30)).toBeNull();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(dropped).not.toHaveAttribute('fill', 'none');
    for (const [fate, lane, step, turn] of [
      ['dropped', 'B', 30, 1],
      ['verbatim', 'A', 30, 1],
    ] as const) {
      const swatch = page.locator('.legend__item', { hasText: fate }).locator('svg rect');
      const fill = await swatch.evaluate((rect) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')!;
        context.fillStyle = getComputedStyle(rect).fill;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      });
      const cell = await centreOfCell(page, lane, step, turn, 30);
      expect(Math.max(...fill.map((value, i) => Math.abs(value - cell![i]!))), fate).toBeLessThan(3);
    }
  });

  await test.step('the card of a cell stands in the window, above the dock, its button beside its words', async () => {
    for (const [width, height] of [
      [390, 844],
      [760, 700],
      [1440, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      const map = page.getByTestId('map-C');
      await map.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const { width: mapWidth, height: mapHeight } = (await map.boundingBox())!;
      await map.click({ position: { x: mapWidth * 0.9, y: mapHeight * 0.85 } });
      const card = (await page.locator('.cell-card').boundingBox())!;
      const dock = (await page.locator('.phone-dock').count())
        ? (await page.locator('.phone-dock').boundingBox())!.y
        : height;
      expect(card.y + card.height, `bottom at ${width} px`).toBeLessThanOrEqual(Math.min(dock, height));
      expect(card.x + card.width, `right at ${width} px`).toBeLessThanOrEqual(width);
      const overlap = await page.locator('.cell-card').evaluate((element) => {
        const button = element.querySelector('.cell-card__close')!.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(element.querySelector('.cell-card__title')!);
        return [...range.getClientRects()].some(
          (w) => w.right > button.left + 8 && w.top < button.bottom - 8,
        );
      });
      expect(overlap, `close over the title at ${width} px`).toBe(false);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('the settings dialog has room for all it shows', async () => {
    for (const width of [390, 720, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const inside = await dialog.evaluate((element) => {
        const outer = element.getBoundingClientRect();
        const fields = [...element.querySelectorAll('input, button, select')].map((f) =>
          f.getBoundingClientRect(),
        );
        return {
          sideways: element.scrollWidth - element.clientWidth,
          outside: fields.filter((f) => f.width > 4 && (f.left < outer.left || f.right > outer.right)).length,
        };
      });
      expect(inside).toEqual({ sideways: 0, outside: 0 });
      await page.keyboard.press('Escape');
    }
  });

  await test.step("the focus of the context view's steps covers none of their words", async () => {
    await page.getByRole('button', { name: 'Context', exact: true }).click();
    const steps = page.locator('.context-axis__track');
    await page.keyboard.press('Tab');
    await steps.focus();
    const drawn = await steps.evaluate((track) => ({
      track: getComputedStyle(track).outlineStyle,
      mark: getComputedStyle(track.querySelector('.context-axis__now')!).outlineStyle,
    }));
    expect(drawn).toEqual({ track: 'none', mark: 'solid' });
  });
});
