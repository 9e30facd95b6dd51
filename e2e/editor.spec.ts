import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app-test';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';

test.use({ modelArrives: false });

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const feed = (page: Page) => page.getByRole('feed', { name: 'Messages' });
const rows = (page: Page) => feed(page).getByRole('article');
const line = (page: Page) => page.locator('.conversation__line');
const undo = (page: Page) => line(page).getByRole('button', { name: /^Undo/ });
const redo = (page: Page) => line(page).getByRole('button', { name: /^Redo/ });
const field = (page: Page, n: number) =>
  page.getByRole('textbox', { name: `Text of message ${n}`, exact: true });

const PORTS = [
  'Which port does the server use?',
  'Port 8080, set in server.toml.',
  'Who may change it?',
  'Only the release crew: Ana and Luis.',
];

async function expectTexts(page: Page, wanted: readonly string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(wanted.length);
  await expect(rows(page).locator('.message-text')).toHaveText([...wanted]);
}

/** A fixture under another name, by which the second opening of it in a test is told from the first. */
const renamed = (name: string, to: string) => ({
  name: to,
  mimeType: 'application/json',
  buffer: readFileSync(fixture(name)),
});

async function open(
  page: Page,
  source: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [name, file] = typeof source === 'string' ? [source, fixture(source)] : [source.name, source];
  await page.getByTestId('file-input').setInputFiles(file);
  await expect(page.getByTestId('open-status')).toContainText(`Opened ${name}`);
  await page
    .getByRole('navigation', { name: 'Views' })
    .locator('visible=true')
    .first()
    .getByRole('button', { name: 'Conversation' })
    .click();
  await expect(feed(page)).toBeVisible();
}

const focusRow = (row: Locator) => row.evaluate((element: HTMLElement) => element.focus());
const chooseInMenu = async (page: Page, row: Locator, item: string) => {
  await row.hover();
  await row.getByRole('button', { name: /^More for message/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Undo and redo give back exactly what was before and after. */
async function expectUndoable(
  page: Page,
  label: string,
  before: readonly string[],
  after: readonly string[],
) {
  await expectTexts(page, after);
  await expect(undo(page)).toHaveText(`Undo: ${label}`);
  await undo(page).click();
  await expectTexts(page, before);
  await expect(redo(page)).toHaveText(`Redo: ${label}`);
  await redo(page).click();
  await expectTexts(page, after);
  await undo(page).click();
  await expectTexts(page, before);
}

test.beforeEach(async ({ app }) => {
  await app.open();
});

test.describe('while the model works', () => {
  test.use({ modelArrives: true });

  test('a message is edited in place with mouse and keyboard; a burst of typing is one undo step', async ({
    page,
  }) => {
    await open(page, 'ports.openai.json');
    await rows(page).nth(1).locator('.message-text').click();
    await expect(field(page, 2)).toBeFocused();
    await field(page, 2).press('ControlOrMeta+End');
    await page.keyboard.type(' And');
    // Long enough for the pause after which every view follows.
    await expect(undo(page)).toHaveText('Undo: edit message');
    await page.keyboard.type(' in docker.');
    await page.keyboard.press('Control+Enter');
    await expect(rows(page).nth(1)).toBeFocused();
    const edited = PORTS.with(1, 'Port 8080, set in server.toml. And in docker.');
    await expectUndoable(page, 'edit message', PORTS, edited);

    await focusRow(rows(page).nth(2));
    await page.keyboard.press('Enter');
    await page.keyboard.type(' Now?');
    await expect(undo(page)).toHaveText('Undo: edit message');
    await page.keyboard.press('Escape');
    await expectTexts(page, PORTS);
    await expect(undo(page)).toHaveText(/^Undo: open/);
    await expect(rows(page).nth(2)).toBeFocused();
    // The cancelled edit left no trace: redo still brings the edit from before.
    await redo(page).click();
    await expectTexts(page, edited);
    await undo(page).click();
    await expectTexts(page, PORTS);
    await focusRow(rows(page).nth(2));

    await page.keyboard.press('Enter');
    await page.keyboard.type(' Kept on leaving.');
    await rows(page).nth(0).locator('.message-text').click();
    await expect(field(page, 1)).toBeFocused();
    await expect(rows(page).nth(2)).toContainText('Who may change it? Kept on leaving.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expectTexts(page, PORTS);
    await page.keyboard.press('Control+Shift+z');
    await expect(rows(page).nth(2)).toContainText('Kept on leaving.');
  });
});

test('messages are inserted, split, moved, deleted; their roles, times, title and pins change and come back', async ({
  page,
}) => {
  await test.step('messages are inserted, split, moved and deleted, each with undo and redo', async () => {
    await open(page, renamed('ports.openai.json', 'moved.json'));

    await chooseInMenu(page, rows(page).nth(1), 'Insert below');
    await expect(field(page, 3)).toBeFocused();
    await expect(rows(page).nth(2).getByLabel('Role of message 3')).toHaveValue('user');
    await page.keyboard.type('Really?');
    await page.keyboard.press('Control+Enter');
    await expectUndoable(page, 'insert message', PORTS, PORTS.toSpliced(2, 0, 'Really?'));

    await chooseInMenu(page, rows(page).nth(0), 'Insert above');
    await expect(field(page, 1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectTexts(page, PORTS);

    await focusRow(rows(page).nth(3));
    await page.keyboard.press('Enter');
    await field(page, 4).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(22, 22));
    await page.getByRole('button', { name: 'Split at cursor' }).click();
    await expect(field(page, 5)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectUndoable(page, 'split message', PORTS, [
      ...PORTS.slice(0, 3),
      'Only the release crew:',
      'Ana and Luis.',
    ]);

    await focusRow(rows(page).nth(3));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(rows(page).nth(3)).toContainText('Put the cursor between two words');
    await page.keyboard.press('Escape');
    await expectTexts(page, PORTS);

    await focusRow(rows(page).nth(0));
    await page.keyboard.press('Alt+ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await expectUndoable(page, 'move message', PORTS, [PORTS[1]!, PORTS[0]!, PORTS[2]!, PORTS[3]!]);
    await rows(page).nth(3).hover();
    await rows(page).nth(3).getByRole('button', { name: 'Move up' }).click();
    await expectUndoable(page, 'move message', PORTS, [PORTS[0]!, PORTS[1]!, PORTS[3]!, PORTS[2]!]);

    await focusRow(rows(page).nth(1));
    await page.keyboard.press('Delete');
    await expectUndoable(page, 'delete message', PORTS, PORTS.toSpliced(1, 1));
    await focusRow(rows(page).nth(1));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('3 messages selected')).toBeVisible();
    await page.keyboard.press('Delete');
    await expectUndoable(page, 'delete 3 messages', PORTS, [PORTS[0]!]);
  });

  await test.step('the actions of an open one-line message stand above the next row, and a press splits', async () => {
    await open(page, renamed('ports.openai.json', 'one-line.json'));
    for (const n of [2, 4]) {
      await rows(page)
        .nth(n - 1)
        .locator('.message-text')
        .click();
      await expect(field(page, n)).toBeFocused();
      for (const part of ['.message-field__bar button', '.message-field__keys'])
        for (const element of await page.locator(part).all()) {
          const isOnTop = await element.evaluate((node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return node.contains(hit);
          });
          expect(isOnTop).toBe(true);
        }
      await field(page, n).press('Escape');
    }
    await rows(page).nth(1).locator('.message-text').click();
    await field(page, 2).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 10));
    await rows(page).nth(2).hover();
    await page.getByRole('button', { name: 'Split at cursor' }).click();
    await expect(field(page, 3)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectTexts(page, PORTS.toSpliced(1, 1, 'Port 8080,', 'set in server.toml.'));
  });

  await test.step('role, time, title and pin change and come back', async () => {
    await open(page, 'ports.openai.json');

    const role = rows(page).nth(1).getByLabel('Role of message 2');
    await role.selectOption('system');
    await expect(undo(page)).toHaveText('Undo: change role');
    await undo(page).click();
    await expect(role).toHaveValue('assistant');

    const time = rows(page)
      .nth(1)
      .getByRole('button', { name: /^Time:/ });
    await rows(page).nth(1).hover();
    await time.click();
    const input = page.getByRole('dialog', { name: 'Time of this message' }).getByLabel('Time');
    await input.fill('yesterday');
    await input.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This is not a time that can be read.');
    await input.fill('2026-03-11 09:02');
    await input.press('Enter');
    await expect(time).toHaveAccessibleName('Time: 2026-03-11T09:02:00');
    await expect(time).toBeFocused();
    await expect(undo(page)).toHaveText('Undo: set time');
    await time.click();
    await input.fill('');
    await input.press('Enter');
    await expect(time).toHaveAccessibleName('Time: none');
    await undo(page).click();
    await expect(time).toContainText('Wed 11 Mar');
    await undo(page).click();

    await page.getByRole('button', { name: 'Assume evenly spaced times' }).click();
    const form = page.getByRole('dialog', { name: 'Assumed times' });
    await form.getByLabel('First message (UTC)').fill('2026-03-11 09:00');
    await form.getByRole('button', { name: 'Assume times' }).click();
    await expect(
      rows(page)
        .nth(1)
        .getByRole('button', { name: /^Time:/ }),
    ).toHaveAccessibleName('Time: 2026-03-11T09:05:00Z, assumed');
    await expect(page.getByText('All times are assumed, evenly spaced: Wed 11 Mar.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove assumed times' }).click();
    await expect(page.getByText('No message has a time')).toBeVisible();
    await undo(page).click();
    await undo(page).click();

    const title = page.getByRole('textbox', { name: 'Title of the conversation' });
    await title.fill('Ports');
    await title.press('Enter');
    await expect(page.locator('.example-menu')).toContainText('Ports');
    await expect(undo(page)).toHaveText('Undo: change title');
    await undo(page).click();
    await expect(title).toHaveValue('ports.openai');

    await rows(page).nth(3).hover();
    await rows(page).nth(3).getByRole('button', { name: 'Pin turn 2' }).click();
    await page.mouse.move(10, 500);
    await expect(rows(page).nth(2)).toContainText('turn 2 pinned');
    await undo(page).click();
    await expect(feed(page)).not.toContainText('pinned');
    await redo(page).click();
    await expect(rows(page).nth(2)).toContainText('turn 2 pinned');
  });
});

test('speakers, questions of a data set, calls, pictures and right-to-left text are shown; axe finds nothing, light and dark', async ({
  page,
}) => {
  await test.step('a message names its speaker, and its role is there for the hand and the keys', async () => {
    const talk = [
      { role: 'user', name: 'Rosalind of the northern release crew', content: 'Which port?' },
      { role: 'assistant', content: 'Port 8080.' },
    ];
    const buffer = Buffer.from(JSON.stringify(talk));
    await open(page, { name: 'talk.json', mimeType: 'application/json', buffer });
    const name = rows(page).first().getByText('Rosalind of the northern release crew');
    await expect(name).toBeVisible();
    expect(await name.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
    await expect(rows(page).first().getByTitle('Rosalind of the northern release crew, user')).toBeVisible();
    await expect(rows(page).first()).toHaveAccessibleName(
      'Message 1 of 2, Rosalind of the northern release crew, user, turn 1: Which port?',
    );
    await expectAccessible(page, '.message-list');
    const role = page.getByLabel('Role of message 1');
    await role.hover();
    await expect(role).toHaveCSS('opacity', '1');
    await expect(name).toHaveCSS('opacity', '0');
    await role.selectOption('assistant');
    await expect(role).toHaveValue('assistant');
    await expect(name).toHaveCount(1);
  });

  await test.step("a data set's questions come with it; one at a time is asked at the end", async () => {
    const turn = (n: number, text: string) => ({ speaker: n % 2 ? 'Rin' : 'Sam', dia_id: `D1:${n}`, text });
    const data = [
      {
        sample_id: 'shop',
        conversation: {
          speaker_a: 'Rin',
          speaker_b: 'Sam',
          session_1_date_time: '9:00 am on 2 March, 2026',
          session_1: [turn(1, 'The port is 8080.'), turn(2, 'Noted.'), turn(3, 'Ana may change it.')],
        },
        qa: [
          { question: 'Which port is it?', evidence: ['D1:1', 'D9:9'] },
          { question: 'Who may change it?', evidence: ['D1:3'] },
          { question: 'Nothing to go by?', evidence: [] },
        ],
      },
    ];
    const buffer = Buffer.from(JSON.stringify(data));
    await open(page, { name: 'locomo.json', mimeType: 'application/json', buffer });
    const panel = page.getByRole('region', { name: 'Question in focus' });
    await expect(rows(page)).toHaveCount(4);
    await expect(panel).toContainText('Which port is it?');
    await expect(panel.getByRole('button', { name: /The port is 8080/ })).toBeVisible();
    await panel.getByRole('combobox', { name: '2 questions of the file' }).selectOption('Who may change it?');
    await expect(panel.getByRole('button', { name: /Ana may change it/ })).toBeVisible();
    await expectTexts(page, ['The port is 8080.', 'Noted.', 'Ana may change it.', 'Who may change it?']);
    await page.getByRole('button', { name: 'Import report' }).click();
    const report = page.getByRole('dialog');
    await expect(report).toContainText('The first question of this file is asked at the end');
    await expect(report).toContainText('1 question without evidence in this conversation is left out.');
    await expect(report).toContainText('1 evidence mark names no message of a turn.');
  });

  await test.step('calls, results, pictures, the preamble and right-to-left text are shown readably', async () => {
    await open(page, 'tools.json');
    await expect(rows(page).nth(0)).toContainText('preamble, part of no turn');
    await expect(rows(page).nth(2)).toContainText('weather(city: "Bergen", unit: "C")');
    await rows(page).nth(2).locator('summary').click();
    await expect(rows(page).nth(2).locator('details')).toContainText('"city": "Bergen"');
    await expect(rows(page).nth(3)).toContainText('7 degrees, rain until noon.');
    await expect(rows(page).nth(5)).toContainText('And what is this?');
    await expect(rows(page).nth(5)).toContainText(/image.*counted as 0 tokens/);
    await expect(line(page)).toContainText('1 message with attachments, not counted');
    const alignment = await rows(page)
      .nth(6)
      .locator('.message-text__prose')
      .evaluate((element) => {
        const text = element.querySelector('span')!.firstChild as Text;
        const box = element.getBoundingClientRect();
        const edge = (from: number, to: number) => {
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, to);
          const rect = range.getBoundingClientRect();
          return { left: rect.left - box.left, right: box.right - rect.right };
        };
        const lineBreak = text.data.indexOf('\n');
        return { hebrew: edge(0, lineBreak), english: edge(lineBreak + 1, text.data.length) };
      });
    expect(alignment.hebrew.right).toBeLessThan(2);
    expect(alignment.english.left).toBeLessThan(2);
  });

  await test.step('the editor is accessible, light and dark', async () => {
    await open(page, renamed('tools.json', 'checked.json'));
    await expectAccessibleInBoth(page, 'main');
    await rows(page).nth(4).locator('.message-text').click();
    await expectAccessibleInBoth(page, 'main');
    await page.keyboard.press('Escape');
    await rows(page)
      .nth(4)
      .getByRole('button', { name: /^More for message/ })
      .click();
    await expectAccessibleInBoth(page, '[popover]:popover-open');
  });
});

test('evidence is marked and a new question is made; turns are counted by user message or by model call', async ({
  page,
}) => {
  await test.step('evidence is marked for the question in focus, and a new question is made', async () => {
    await page
      .getByRole('navigation', { name: 'Views' })
      .first()
      .getByRole('button', { name: 'Conversation' })
      .click();
    const panel = page.getByRole('region', { name: 'Question in focus' });
    await expect(panel).toContainText('Question 7 of 7');
    await expect(rows(page).nth(5)).toContainText('evidence for turn 30');
    await expect(rows(page).nth(5).locator('mark')).toHaveText('never log customer e-mail addresses');

    await rows(page).nth(6).hover();
    await rows(page).nth(6).getByRole('button', { name: 'Evidence for turn 30' }).click();
    await page.mouse.move(10, 700);
    await expect(rows(page).nth(6)).toContainText('evidence for turn 30');
    await expect(undo(page)).toHaveText('Undo: mark evidence');
    await undo(page).click();
    await expect(rows(page).nth(6)).not.toContainText('evidence');

    await open(page, 'ports.openai.json');
    await expect(panel).toContainText('None yet.');
    await chooseInMenu(page, rows(page).nth(2), 'Use as the question');
    await expect(rows(page).nth(2)).toContainText('question, nothing marked yet');
    await chooseInMenu(page, rows(page).nth(0), 'Evidence for turn 2');
    await page.mouse.move(10, 700);
    await expect(rows(page).nth(2)).toContainText('question, needs turn 1');
    await expect(panel).toContainText('Question 1 of 1');
    await page
      .getByRole('navigation', { name: 'Views' })
      .first()
      .getByRole('button', { name: 'Compare' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Turn 2 needs turn 1');
  });

  await test.step('turns are counted by user message or by model call, with the reason', async () => {
    await page.locator('.example-menu').click();
    await page.getByRole('menuitemradio', { name: 'Air for 24 classrooms' }).click();
    await page
      .getByRole('navigation', { name: 'Views' })
      .first()
      .getByRole('button', { name: 'Conversation' })
      .click();
    const panel = page.getByRole('region', { name: 'A turn is' });
    await expect(panel).toContainText('One model call');
    await expect(panel).toContainText('more than 8');
    const counts = line(page);
    const byCall = Number(/, (\d+) turns/.exec((await counts.textContent()) ?? '')![1]);
    await panel.getByRole('button', { name: 'Count by user message instead' }).click();
    await expect(panel).toContainText('One user message and everything up to the next.');
    await expect
      .poll(async () => Number(/, (\d+) turns/.exec((await counts.textContent()) ?? '')![1]))
      .toBeLessThan(byCall);
    await undo(page).click();
    await expect(counts).toContainText(`${byCall} turns`);
  });
});

test('a conversation is written from scratch, and is there after a reload', async ({ page, app }) => {
  await page.getByRole('button', { name: 'Use your own conversation' }).click();
  await page.getByRole('button', { name: /^An empty conversation/ }).click();
  const composer = page.getByRole('textbox', { name: 'New message' });
  await expect(composer).toHaveAttribute('placeholder', 'Write the first message');
  await expect(line(page)).toContainText('0 messages, 0 turns, 0 tokens');
  await composer.click();
  await page.keyboard.type('What is a port?');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Role of the new message')).toHaveValue('assistant');
  await page.keyboard.type('A number');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('between 0 and 65535.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Thanks.');
  await page.keyboard.press('Enter');
  const written = ['What is a port?', 'A number\nbetween 0 and 65535.', 'Thanks.'];
  await expect(rows(page)).toHaveCount(3);
  expect(await rows(page).locator('.message-text').allInnerTexts()).toEqual(written);
  await expect(line(page)).toContainText('3 messages, 2 turns');
  await expect(undo(page)).toHaveText('Undo: add message');
  await expectAccessible(page, 'main');

  await composer.click();
  await page.keyboard.type('Begun, not added');
  await focusRow(rows(page).nth(2));
  await page.keyboard.press('Enter');
  await page.keyboard.type(' Typed just before the tab is left.');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForTimeout(500);
  await app.open();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(2)).toContainText('Thanks. Typed just before the tab is left.');
  await expect(composer).toHaveValue('Begun, not added');
  await composer.click();
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(3)).toContainText('Begun, not added');
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(composer).toHaveValue('');
});

test('two thousand messages: few rows in the page, every one reachable, edits arrive', async ({ page }) => {
  test.setTimeout(120_000);
  const messages = Array.from({ length: 2_000 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `Message number ${i + 1}. ${'Some words to fill a line or two. '.repeat(i % 7)}`.trim(),
  }));
  await open(page, {
    name: 'long.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(messages)),
  });
  await expect(line(page)).toContainText('2,000 messages, 1,000 turns');
  expect(await rows(page).count()).toBeLessThan(60);
  await focusRow(rows(page).nth(0));
  await page.keyboard.press('Control+End');
  const last = feed(page).locator('[aria-posinset="2000"]');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' The end.');
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('Message number 2000.');
  await expect(last).toContainText('The end.');
  await page.keyboard.press('Control+Home');
  const first = feed(page).locator('[aria-posinset="1"]');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await page.keyboard.press('Delete');
  await expect(line(page)).toContainText('1,999 messages');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('one column, the actions in a menu', async ({ page }) => {
    await open(page, 'ports.openai.json');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^More for message/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Move up' }).tap();
    await expectTexts(page, [PORTS[1]!, PORTS[0]!, PORTS[2]!, PORTS[3]!]);
    await page.getByRole('button', { name: /^Turns, questions, replaced turns, times/ }).tap();
    await expect(page.getByRole('region', { name: 'A turn is' })).toBeVisible();
    await expectAccessible(page, 'main');
  });
});
