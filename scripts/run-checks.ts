/**
 * `npm test`: everything that has to hold, one step after the other. A failing step does not stop the later ones, so
 * one run shows all that is wrong. Ends with the test runners' closing lines and `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/root';
import { runScript } from './lib/run-script';
import { addTotals, formatTotals, playwrightTotals, type Totals, vitestTotals } from './lib/totals';

interface Step {
  readonly title: string;
  /** A script of package.json. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Waits for nothing and leaves nothing behind: runs from the start, beside the others, and is told in its turn. */
  readonly early?: boolean;
  /** Scripts that must have passed; without them this step would fail for their reason, or test an old build. */
  readonly needs?: readonly string[];
  /** For test runners: reads their own report, and finds the lines they end with. */
  readonly runner?: {
    readonly report: string;
    readonly totals: (report: unknown, exitCode: number) => Totals;
    readonly closing: RegExp;
  };
}

const REPORTS = '.cache';
const VITEST_REPORT = `${REPORTS}/vitest.json`;

const STEPS: readonly Step[] = [
  { title: 'Model and examples', script: 'assets' },
  { title: 'Format and lint', script: 'lint', args: process.stdout.isTTY ? [] : ['--colors=off'] },
  { title: 'Import rules', script: 'imports' },
  { title: 'Third-party notices', script: 'notices', args: ['--check'] },
  { title: 'Types', script: 'types', early: true },
  {
    title: 'Unit and property tests',
    script: 'unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    runner: {
      report: VITEST_REPORT,
      totals: vitestTotals,
      closing: /^ *(Test Files|Tests|Errors|Start at|Duration) {2}/,
    },
  },
  { title: 'Build', script: 'build' },
  { title: 'Size of the first load', script: 'size', needs: ['build'] },
  { title: 'Browser', script: 'browser' },
  {
    title: 'End-to-end tests',
    script: 'e2e',
    needs: ['assets', 'build', 'browser'],
    runner: {
      report: `${REPORTS}/playwright.json`,
      totals: playwrightTotals,
      closing: /^ +\d+ (passed|failed|flaky|skipped|interrupted|did not run|error)/,
    },
  },
];

/** A runner that crashed before its report counts as one failure. */
function totalsOf({ runner }: Step, exitCode: number): Totals {
  if (!runner) return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  try {
    return runner.totals(JSON.parse(readFileSync(path.join(ROOT, runner.report), 'utf8')), exitCode);
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

interface Ran {
  readonly exitCode: number;
  readonly output: string;
  readonly seconds: number;
}

async function run({ script, args = [], early = false }: Step): Promise<Ran> {
  const started = performance.now();
  const { exitCode, output } = await runScript(script, args, !early);
  return { exitCode, output, seconds: (performance.now() - started) / 1000 };
}

mkdirSync(path.join(ROOT, REPORTS), { recursive: true });
const closingLines: string[] = [];
const summary: string[] = [];
const failed = new Set<string>();
let total: Totals = { passed: 0, failed: 0, skipped: 0 };
const early = new Map(STEPS.filter((step) => step.early).map((step) => [step, run(step)]));

for (const step of STEPS) {
  console.log(`\n=== ${step.title} (npm run ${step.script})`);
  const missing = step.needs?.filter((script) => failed.has(script)) ?? [];
  if (missing.length > 0) {
    console.log(`=== ${step.title}: FAILED, not run because of ${missing.join(', ')}`);
    summary.push(`FAILED  not run  ${step.title}`);
    failed.add(step.script);
    total = addTotals(total, { passed: 0, failed: 1, skipped: 0 });
    continue;
  }
  // An old report must not speak for a runner that crashes.
  if (step.runner) rmSync(path.join(ROOT, step.runner.report), { force: true });
  const ran = await (early.get(step) ?? run(step));
  if (step.early) process.stdout.write(ran.output);
  const { exitCode, output } = ran;
  const seconds = ran.seconds.toFixed(1);
  const totals = totalsOf(step, exitCode);
  total = addTotals(total, totals);
  if (totals.failed > 0) failed.add(step.script);
  const verdict = totals.failed > 0 ? 'FAILED' : 'passed';
  console.log(`=== ${step.title}: ${verdict} in ${seconds} s`);
  summary.push(`${verdict}  ${seconds.padStart(5)} s  ${step.title}`);
  if (step.runner) closingLines.push(...output.split('\n').filter((line) => step.runner!.closing.test(line)));
}

console.log(`\n${summary.join('\n')}\n`);
for (const line of closingLines) console.log(line);
console.log(formatTotals(total));
process.exitCode = total.failed > 0 ? 1 : 0;
