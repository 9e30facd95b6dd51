import { describe, expect, it } from 'vitest';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../testing/talk';

await loadAllStrategies();

/** Turn 1 calls, turn 3 is answered: until then turn 1 can be folded alone. */
const LONG = Array.from({ length: 12 }, (_, i) => `Part ${i} of the plan.`).join(' ');
const messages = [
  ...talk(`u: ${LONG}`),
  toolCall('m2', 'c1'),
  ...talk('u: second', 'u: third').map((m, i) => ({ ...m, id: `m${i + 3}` })),
  toolResult('m5', 'c1'),
  ...talk('u: fourth', 'u: fifth').map((m, i) => ({ ...m, id: `m${i + 6}` })),
];
const prepared = prepareFor(messages, {
  countTokens: words,
  tokens: { overhead: 0, includeReasoning: false },
});

describe.each([
  // 60 words and the call (2) leave 40 and 50; what stands beside them is a few words.
  ['rolling-summary', { budget: 40 }],
  ['compress-restart', { trigger: 50, keepLast: 1 }],
])('%s', (id, params) => {
  const run = simulateLane(prepared, laneOf(id, params), registry)!;

  it('charges a folded call that comes back beside its result', () => {
    expect(run.selection(3)!.runs.map((r) => r.as)).toEqual(['summarized', 'verbatim']);
    const { runs, flags } = run.selection(4)!;
    // Turn 3 is the one that stays, so its call is sent with it, and that is too much.
    expect(runs.map(({ from, to, as, cause }) => [from, to, as, cause])).toEqual([
      [0, 1, 'verbatim', 'partner'],
      [1, 2, 'summarized', undefined],
      [2, 3, 'verbatim', undefined],
    ]);
    expect(flags.map((f) => f.code)).toEqual(['over-budget']);
  });

  it('lets both go together at the next step', () => {
    const { runs, flags } = run.selection(5)!;
    expect(runs.map(({ from, to, as }) => [from, to, as])).toEqual([
      [0, 3, 'summarized'],
      [3, 4, 'verbatim'],
    ]);
    expect(flags).toEqual([]);
  });
});
