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
import { CHROMIUM_ARGS, requireBrowser } from './lib/browser';
import { serveDist, untilSettled } from './lib/serve-dist';

const SETTLE_TIMEOUT_MS = 600_000;
const LONGEST_TASK_MS = 100;
const MEMORY_FACTOR = 3;

interface Row {
  readonly file: string;
  /** Unpacked. */
  readonly megabytes: number;
  readonly seconds: number;
  /** Above what the process had before, MB. */
  readonly processMb: number;
  readonly workersMb: number;
  readonly samples: number;
  /** Tasks of 50 ms and more on the page's thread until the conversation was open, ms. */
  readonly longTasks: readonly number[];
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

interface TaskWatch extends Window {
  tasks?: number[];
}

const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = [];
    (window as TaskWatch).tasks = tasks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });

async function measure(browser: Browser, url: string, file: string, megabytes: number): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await untilSettled(page, SETTLE_TIMEOUT_MS);
  const sampler = await MemorySampler.of(browser, page);
  const idle = sampler.now();
  await watchTasks(page);
  sampler.start();
  const begun = performance.now();
  await page.getByTestId('file-input').setInputFiles(file);
  const opened = page.getByTestId('open-status').filter({ hasText: /^Opened / });
  const listed = page.getByRole('dialog').filter({ hasText: /Chat 0/ });
  const refused = page.getByRole('dialog').getByRole('alert');
  await opened.or(listed).or(refused).first().waitFor({ timeout: SETTLE_TIMEOUT_MS });
  const seconds = (performance.now() - begun) / 1000;
  const peak = await sampler.stop();
  const longTasks = await page.evaluate(() => (window as TaskWatch).tasks ?? []);
  const result = (await opened.or(listed).or(refused).first().textContent())?.slice(0, 120) ?? '';
  return {
    file: path.basename(file),
    megabytes,
    seconds,
    processMb: (peak.process - idle) / 1e6,
    workersMb: peak.workers / 1e6,
    samples: peak.samples,
    longTasks,
    result,
  };
}

function print(row: Row): void {
  const longest = Math.max(0, ...row.longTasks);
  const verdict = (holds: boolean) => (holds ? 'holds' : 'EXCEEDED');
  const factor = row.processMb / row.megabytes;
  console.log(`${row.file}, ${row.megabytes.toFixed(0)} MB: ${row.result}`);
  console.log(`  ${row.seconds.toFixed(1)} s until it was open or listed`);
  console.log(
    `  memory of the page's process above idle: ${row.processMb.toFixed(0)} MB at most, ${factor.toFixed(2)} x the file (limit ${MEMORY_FACTOR} x ${verdict(factor < MEMORY_FACTOR)}); workers' heaps and buffers ${row.workersMb.toFixed(0)} MB; ${row.samples} samples`,
  );
  console.log(
    `  longest task on the page's thread: ${longest === 0 ? 'under 50' : longest} ms (limit ${LONGEST_TASK_MS} ms ${verdict(longest <= LONGEST_TASK_MS)}), ${row.longTasks.length} of 50 ms or more`,
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
