/** The pattern's tiers as CPython slices them, for the conformance tests (golden/README.md, tieredPython). */
import type { Golden } from '../core/message-rule';
import { numberOf, objectOf } from './frameworks/lib/golden-input';
import { tiersOf } from './tiered.strategy';

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

export const goldens: readonly Golden[] = [
  {
    function: 'tiered',
    run(input, { mode }) {
      const raw = objectOf(input.params, 'params');
      const n = numberOf(input.n, 'n');
      const { summaryFrom, summaryTo, recentFrom } = tiersOf(n, {
        recentN: numberOf(raw.recent_n, 'recent_n'),
        summaryN: numberOf(raw.summary_n, 'summary_n'),
        resummarizeEvery: 1,
        overflow: 'drop',
        literalSlices: mode === 'shipped',
      });
      const summarized = range(summaryFrom, Math.min(summaryTo, recentFrom));
      const kept = new Set([...summarized, ...range(recentFrom, n)]);
      return {
        summary_of: summarized.length > 0 ? summarized : null,
        recent: range(recentFrom, n),
        dropped: range(0, n).filter((i) => !kept.has(i)),
      };
    },
  },
];
