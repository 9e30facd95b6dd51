/** The same two tests for every library: its golden files where they lie beside the repository, and the cases kept with it. */
import { describe, expect, it } from 'vitest';
import type { Golden, GoldenTools, RuleMode } from '../../../core/message-rule';
import type { Json } from '../lib/golden-input';
import { goldenFailures, goldenTools } from './golden-cases';

interface GoldenSuite {
  readonly goldens: readonly Golden[];
  readonly files: readonly string[];
  /** The text of a golden file, or null where the files are not there. */
  readonly read: (file: string) => string | null;
  /** Cases copied from those files. */
  readonly kept: readonly unknown[];
  readonly o200k?: GoldenTools['o200k'];
}

const MODES: readonly RuleMode[] = ['shipped', 'documented'];

export function describeGoldens({ goldens, files, read, kept, o200k }: GoldenSuite): void {
  describe.each(MODES)('golden cases as %s', (mode) => {
    const failures = (cases: readonly Json[]) => goldenFailures(goldens, cases, goldenTools(mode, o200k));

    it('passes the cases kept with the repository', () => {
      expect(failures(kept as readonly Json[])).toEqual([]);
    });

    for (const file of files) {
      const text = read(file);
      it.skipIf(text === null)(`passes ${file}${text === null ? ' (skipped: not there)' : ''}`, () => {
        const cases = JSON.parse(text ?? '[]') as Json[];
        expect(cases.length).toBeGreaterThan(0);
        expect(failures(cases)).toEqual([]);
      });
    }
  });
}
