/**
 * Opens huge files in the built app in Chromium and prints time, memory and long tasks:
 * `npm run bench:import [-- --json] [--conversations 5000,25000] [--zip]`. Memory of processes is read from /proc, so this
 * runs on Linux only. The files are made once, in .cache/bench.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { hugeExport, hugeZip, megabytesOf } from './bench/huge-export';
import { MemorySampler } from './bench/import-memory';
import { END_MARK, type FrameWork, START_MARK, type TraceEvent, taskWork } from './bench/trace';
import { CHROMIUM_ARGS, requireBrowser } from './lib/browser';
import { serveDist, untilSettled } from './lib/serve-dist';

const SETTLE_TIMEOUT_MS = 600_000;
const LONGEST_TASK_MS = 100;
const MEMORY_FACTOR = 3;

interface Row {
  readonly file: string;
  /** Unpacked. */
  readonly megabytes: number;
  /** Until it was open or listed. */
  readonly seconds: number;
  /** From the choice in the picker until the conversation was open. */
  readonly openSeconds: number | null;
  /** Above what the process had before, MB. */
  readonly processMb: number;
  readonly workersMb: number;
  readonly samples: number;
  /** On the page's thread until the conversation was open, ms. On a busy machine only the processor time says much. */
  readonly longestTask: FrameWork;
  readonly result: string;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    zip: { type: 'boolean', default: false },
    conversations: { type: 'string', default: '5000,25000' },
  },
});
const counts = options.conversations.split(',').map(Number);
if (counts.some((n) => !(n > 0))) throw new Error('--conversations needs numbers above 0.');

const mark = (page: Page, name: string) => page.evaluate((text) => performance.mark(text).name, name);

async function measure(browser: Browser, url: string, file: string, megabytes: number): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await untilSettled(page, SETTLE_TIMEOUT_MS);
  const sampler = await MemorySampler.of(browser, page);
  const idle = sampler.now();
  // Charts and the like come when the page is idle; they are not the import's.
  await page.waitForTimeout(2000);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await mark(page, START_MARK);
  sampler.start();
  const begun = performance.now();
  const secondsNow = () => (performance.now() - begun) / 1000;
  await page.getByTestId('file-input').setInputFiles(file);
  const opened = page.getByTestId('open-status').filter({ hasText: /^Opened / });
  const picker = page.getByRole('dialog', { name: 'Choose a conversation' });
  const refused = page.getByRole('dialog').getByRole('alert');
  await opened.or(picker).or(refused).first().waitFor({ timeout: SETTLE_TIMEOUT_MS });
  const seconds = secondsNow();
  const { process, workers, samples } = await sampler.stop();
  let result = (await opened.or(picker).or(refused).first().textContent()) ?? '';
  let openSeconds: number | null = null;
  if (await picker.isVisible()) {
    await picker.getByRole('listbox').getByRole('option').first().click();
    const chosen = performance.now();
    await picker.getByRole('button', { name: 'Open', exact: true }).click();
    await opened.waitFor({ timeout: SETTLE_TIMEOUT_MS });
    openSeconds = (performance.now() - chosen) / 1000;
    result = (await opened.textContent()) ?? '';
  }
  await mark(page, END_MARK);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = taskWork(trace.traceEvents);
  return {
    file: path.basename(file),
    megabytes,
    seconds,
    openSeconds,
    processMb: (process - idle) / 1e6,
    workersMb: workers / 1e6,
    samples,
    longestTask: {
      wall: Math.max(0, ...tasks.map(({ wall }) => wall)),
      cpu: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
    },
    result: result.slice(0, 160),
  };
}

function print(row: Row): void {
  const { wall, cpu } = row.longestTask;
  const verdict = (holds: boolean) => (holds ? 'holds' : 'EXCEEDED');
  const factor = row.processMb / row.megabytes;
  console.log(`${row.file}, ${row.megabytes.toFixed(0)} MB: ${row.result}`);
  const opening = row.openSeconds === null ? '' : `, ${row.openSeconds.toFixed(1)} s to open the chosen one`;
  console.log(`  ${row.seconds.toFixed(1)} s until it was open or listed${opening}`);
  console.log(
    `  memory of the page's process above idle: ${row.processMb.toFixed(0)} MB at most, ${factor.toFixed(2)} x the file (limit ${MEMORY_FACTOR} x ${verdict(factor < MEMORY_FACTOR)}); workers' heaps and buffers ${row.workersMb.toFixed(0)} MB; ${row.samples} samples`,
  );
  console.log(
    `  longest task on the page's thread: ${cpu.toFixed(0)} ms of processor time (limit ${LONGEST_TASK_MS} ms ${verdict(cpu <= LONGEST_TASK_MS)}), ${wall.toFixed(0)} ms on the clock`,
  );
}

const server = await serveDist();
const rows: Row[] = [];
try {
  for (const count of counts) {
    const json = await hugeExport(count);
    const files = [json, ...(options.zip ? [await hugeZip(count)] : [])];
    for (const file of files) {
      // A browser each: the process of a page that was closed may serve the next one.
      const browser = await chromium.launch({ executablePath: requireBrowser(), args: [...CHROMIUM_ARGS] });
      try {
        rows.push(await measure(browser, server.url, file, megabytesOf(json)));
      } finally {
        await browser.close();
      }
      if (!options.json) print(rows.at(-1)!);
    }
  }
  if (options.json) console.log(JSON.stringify({ rows }, null, 2));
} finally {
  await server.close();
}
