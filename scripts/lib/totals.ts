export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of vitest's json report that is read. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The part of Playwright's json report that is read; a flaky test failed at least once. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** A run that exits with an error failed, even when no single test did: unhandled errors, no tests, a hung server. */
const atLeastOneFailure = (totals: Totals, exitCode: number): Totals =>
  exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;

/** A file that failed outside its tests (it does not load, a hook throws) counts as one failure. */
export function vitestTotals(report: unknown, exitCode: number): Totals {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    report as VitestReport;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return atLeastOneFailure(
    { passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped: numPendingTests + numTodoTests },
    exitCode,
  );
}

export function playwrightTotals(report: unknown, exitCode: number): Totals {
  const { stats, errors } = report as PlaywrightReport;
  return atLeastOneFailure(
    {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    },
    exitCode,
  );
}

export const addTotals = (a: Totals, b: Totals): Totals => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** `N passed, N failed`, with `, N skipped` when there are any. */
export const formatTotals = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
