import { describe, expect, it } from 'vitest';
import { addTotals, formatTotals, playwrightTotals, vitestTotals } from './totals';

const file = (status: string, ...results: string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
});
const vitest = (patch: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [file('passed', 'passed')],
  ...patch,
});

describe('vitestTotals', () => {
  it('counts passed, failed, skipped and todo tests', () => {
    const report = vitest({
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [file('failed', 'failed', 'passed')],
    });
    expect(vitestTotals(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  it('counts a file that did not load as one failure', () => {
    expect(vitestTotals(vitest({ testResults: [file('failed'), file('passed', 'passed')] }), 1).failed).toBe(
      1,
    );
  });

  it('does not count a failed file twice', () => {
    expect(
      vitestTotals(vitest({ numFailedTests: 2, testResults: [file('failed', 'failed', 'failed')] }), 1)
        .failed,
    ).toBe(2);
  });

  it('takes an error exit without a failed test for a failure', () => {
    expect(vitestTotals(vitest({}), 1).failed).toBe(1);
    expect(vitestTotals(vitest({}), 0).failed).toBe(0);
  });
});

describe('playwrightTotals', () => {
  const report = (patch: object, errors: unknown[] = []) => ({
    stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...patch },
    errors,
  });

  it('counts a flaky test as failed', () => {
    expect(playwrightTotals(report({ unexpected: 1, flaky: 1, skipped: 2 }), 1)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  it('counts errors outside tests, and an error exit without any', () => {
    expect(playwrightTotals(report({ expected: 0 }, [{}]), 1).failed).toBe(1);
    expect(playwrightTotals(report({}), 1).failed).toBe(1);
    expect(playwrightTotals(report({}), 0).failed).toBe(0);
  });
});

describe('formatTotals', () => {
  it('names skipped tests only when there are any', () => {
    const one = { passed: 1, failed: 0, skipped: 0 };
    expect(formatTotals(one)).toBe('1 passed, 0 failed');
    expect(formatTotals(addTotals(one, { passed: 2, failed: 3, skipped: 4 }))).toBe(
      '3 passed, 3 failed, 4 skipped',
    );
  });
});
