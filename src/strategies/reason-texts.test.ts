import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonsAt } from '../core/reasons';
import { type LaneRun, simulateLane } from '../core/simulate';
import { countedNumber, countedTokens, rankText } from '../core/strategy';
import { allStrategies, loadAllStrategies, registry } from './registry';
import { conversation, laneFor } from './testing/arbitraries';
import { prepareFor } from './testing/prepare';

await loadAllStrategies();

const NOUNS = 'turn|message|token|unit|hour|similarity|tool use|tool result|step|day';
const PLURALS = 'turns|messages|tokens|units|hours|similarities|tool uses|tool results|steps|days';
/** "1 turns", "5 message", "rank 7 of 6": what no sentence for people may say. */
const FAULTS: readonly (readonly [string, (text: string) => boolean])[] = [
  ['one of many', (text) => new RegExp(`(?<![\\d.,])1 (${PLURALS})\\b`).test(text)],
  ['many of one', (text) => new RegExp(`(?<![\\d.,])(0|[2-9]|[\\d,]{2,}) (${NOUNS})\\b`).test(text)],
  [
    'a place beyond the total',
    (text) =>
      [...text.matchAll(/(?:rank|number|tool use) (\d+) of (\d+)/g)].some((m) => Number(m[1]) > Number(m[2])),
  ],
  ['a negative amount', (text) => /-[\d,]+ (of|tokens?)\b/.test(text)],
  ['no number', (text) => /NaN|undefined|null|Infinity/.test(text.replace('[undefined]', ''))],
  ['nothing', (text) => text.trim() === ''],
];

/** A limit that somebody set is exact whatever counts the tokens. */
const LIMITS_ONLY = /to free [\d,]+ tokens?$|outside the last [\d,]+ tokens? that the summarizer read$/;

function textsOf(run: LaneRun): string[] {
  const out = new Set<string>();
  for (let step = 1; step <= run.steps; step++) {
    for (const reason of reasonsAt(run, step)) out.add(reason.text);
    for (const flag of run.selection(step)!.flags) out.add(flag.message);
  }
  return [...out];
}

describe.each(allStrategies().map((s) => s.id))('what %s says', (id) => {
  it('is correct English with possible numbers, whatever the parameters', () => {
    fc.assert(
      fc.property(conversation(), laneFor(id), fc.boolean(), (messages, lane, exact) => {
        const prepared = prepareFor(messages, { pinnedMessageIds: ['m3'] });
        const run = simulateLane({ ...prepared, tokens: { ...prepared.tokens, exact } }, lane, registry)!;
        for (const text of textsOf(run)) {
          for (const [what, isFault] of FAULTS) expect(isFault(text), `${what}: ${text}`).toBe(false);
          if (exact) expect(text).not.toMatch(/about [\d,]/);
          else if (/[\d,]+ tokens?\b/.test(text) && !LIMITS_ONLY.test(text))
            expect(text).toMatch(/about [\d,]/);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('numbers in reasons', () => {
  it('say what a rank counts, and how many are kept', () => {
    expect(rankText(16, 22, 6)).toBe('rank 16 of 22; the top 6 are kept');
    expect(rankText(2, 4, 6)).toBe('rank 2 of 4; up to 6 are kept');
    expect(rankText(2, 4, 1)).toBe('rank 2 of 4; the first is kept');
    expect(rankText(1, 1, 1)).toBe('rank 1 of 1; up to 1 is kept');
    expect(rankText(2, 4, 0)).toBe('rank 2 of 4; none is kept');
  });

  it('say "about" while tokens are estimates', () => {
    expect(countedTokens(1, true)).toBe('1 token');
    expect(countedTokens(1024, false)).toBe('about 1,024 tokens');
    expect(countedNumber(1024, false)).toBe('about 1,024');
  });
});
