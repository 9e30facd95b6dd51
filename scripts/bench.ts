/**
 * Measures dragging in the built app in Chromium: `npm run bench [-- --json] [--seconds N] [--only example|long]`.
 * Prints figures and their limits; a busy machine spoils them, so this is no test.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type DragMeasurement, type DragPath, measureDrag, pathOf } from './bench/drag';
import { longConversation } from './bench/long-conversation';
import { type Distribution, distribution, shareAbove } from './bench/statistics';
import { CHROMIUM_ARGS, requireBrowser } from './lib/browser';
import { serveDist, untilSettled } from './lib/serve-dist';

const LONG_TURNS = 300;
/** A frame that comes later than this after the last one missed a deadline at 60 Hz. */
const MISSED_AFTER_MS = 25;
const MISSED_SHARE_ABOVE_EMPTY = 0.01;
/** Embedding 600 messages takes a minute or two on two processors. */
const SETTLE_TIMEOUT_MS = 600_000;
const VIEWPORT = { width: 1440, height: 900 };

const CONTROLS = [
  { name: 'slider', selector: '[data-lane="window"] [role="slider"]' },
  { name: 'scrubber', selector: '[data-testid="scrubber"]' },
];
const SCENARIOS = [
  { id: 'example', title: 'bundled example', p95LimitMs: 16 },
  { id: 'long', title: `${LONG_TURNS} turns`, p95LimitMs: 33 },
] as const;

interface Row {
  readonly scenario: string;
  readonly control: string;
  /** Main-thread work per frame, ms. */
  readonly work: Distribution;
  /** The same in processor time. */
  readonly cpu: Distribution;
  /** Share of frames, 0..1. */
  readonly missedShare: number;
  readonly changes: number | null;
  readonly p95LimitMs: number | null;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
if (!(seconds > 0)) throw new Error('--seconds needs a number above 0.');
const scenarios = SCENARIOS.filter(({ id }) => options.only === undefined || options.only === id);
if (scenarios.length === 0) throw new Error('--only takes example or long.');

const say = (text: string) => console.error(text);

const rowOf = (
  scenario: string,
  control: string,
  { work, intervals, changes }: DragMeasurement,
  p95LimitMs: number | null,
): Row => ({
  scenario,
  control,
  work: distribution(work.map(({ wall }) => wall)),
  cpu: distribution(work.map(({ cpu }) => cpu)),
  missedShare: shareAbove(intervals, MISSED_AFTER_MS),
  changes: p95LimitMs === null ? null : changes,
  p95LimitMs,
});

async function openScenario(page: Page, url: string, id: string): Promise<void> {
  await page.goto(url);
  await untilSettled(page, SETTLE_TIMEOUT_MS);
  if (id !== 'long') return;
  await page.getByTestId('file-input').setInputFiles({
    name: 'long-conversation.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(longConversation(LONG_TURNS))),
  });
  say(`Waiting until ${LONG_TURNS} turns are embedded.`);
  await page.locator(`[data-testid="scrubber"][aria-valuemax="${LONG_TURNS}"]`).waitFor();
  await untilSettled(page, SETTLE_TIMEOUT_MS);
}

async function measureEmpty(browser: Browser, path: DragPath): Promise<DragMeasurement> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const measurement = await measureDrag(browser, page, null, path, seconds);
  await page.close();
  return measurement;
}

async function run(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, title, p95LimitMs } of scenarios) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await openScenario(page, url, id);
    for (const { name, selector } of CONTROLS) {
      say(`Dragging the ${name}, ${title}.`);
      const path = await pathOf(page, selector);
      const measurement = await measureDrag(browser, page, selector, path, seconds);
      if (measurement.changes < 2)
        throw new Error(`Dragging the ${name} (${title}) did not change its value.`);
      // Right after it, so that both see the same machine.
      const empty = await measureEmpty(browser, path);
      rows.push(rowOf(title, name, measurement, p95LimitMs), rowOf('empty page', `as ${name}`, empty, null));
    }
    await page.close();
  }
  return rows;
}

const HEADINGS = [
  'scenario',
  'control',
  'frames',
  'p50 ms',
  'p95 ms',
  'max ms',
  'p95 cpu ms',
  'missed',
  'p95 to empty',
  'p95 limit',
  'missed above empty',
];

/** Each measurement is followed by the empty page's beside it. */
function cellsOf(row: Row, next: Row | undefined): string[] {
  const ms = (value: number) => value.toFixed(1);
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  const verdict = (holds: boolean) => (holds ? 'holds' : 'EXCEEDED');
  const { work, cpu } = row;
  const cells = [
    row.scenario,
    row.control,
    String(work.count),
    ms(work.p50),
    ms(work.p95),
    ms(work.max),
    ms(cpu.p95),
    percent(row.missedShare),
  ];
  if (row.p95LimitMs === null || !next) return cells;
  const above = row.missedShare - next.missedShare;
  return [
    ...cells,
    `${(work.p95 / next.work.p95).toFixed(1)} x`,
    `${row.p95LimitMs} ms ${verdict(work.p95 <= row.p95LimitMs)}`,
    `${percent(above)} (limit ${percent(MISSED_SHARE_ABOVE_EMPTY)}) ${verdict(above <= MISSED_SHARE_ABOVE_EMPTY)}`,
  ];
}

function printTable(rows: readonly Row[]): void {
  const lines = [HEADINGS, ...rows.map((row, i) => cellsOf(row, rows[i + 1]))];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  }
}

const server = await serveDist();
const browser = await chromium.launch({ executablePath: requireBrowser(), args: [...CHROMIUM_ARGS] });
try {
  const rows = await run(browser, server.url);
  const machine = { processors: cpus().length, load: loadavg()[0]!, chromium: browser.version() };
  if (options.json) {
    console.log(JSON.stringify({ machine, seconds, missedAfterMs: MISSED_AFTER_MS, rows }, null, 2));
  } else {
    console.log(`Main-thread work per frame while dragging for ${seconds} s (wall time, whole tasks).`);
    console.log(
      `Chromium ${machine.chromium}, ${machine.processors} processors, load ${machine.load.toFixed(1)}; missed: over ${MISSED_AFTER_MS} ms.`,
    );
    printTable(rows);
  }
} finally {
  await browser.close();
  await server.close();
}
