import { describe, expect, it } from 'vitest';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { spySummaries } from '../testing/spy-summarizer';
import { laneOf, talk, words } from '../testing/talk';

await loadAllStrategies();

/** 5 words of instructions, 7 tokens of tools, turns of one message of 10 words: a request has 12 + 10 per turn. */
const ten = 'u: one two three four five six seven eight nine ten';
const plain = prepareFor(talk('s: be kind and be brief', ...Array.from({ length: 8 }, () => ten)), {
  countTokens: words,
  tokens: { overhead: 0, includeReasoning: false },
  toolDefinitionTokens: 7,
});

function simulate(trigger: number, keepLast?: number, summaryTokens = 4) {
  const { prepared, calls } = spySummaries(plain, summaryTokens);
  const params = { trigger, ...(keepLast === undefined ? {} : { keepLast }) };
  const run = simulateLane(prepared, laneOf('compress-restart', params), registry)!;
  const picture = (step: number) =>
    run
      .selection(step)!
      .runs.map((r) => (r.as === 'summarized' ? 's' : '+').repeat(r.to - r.from))
      .join('');
  return { run, calls, picture };
}

describe('compress & restart', () => {
  it('looks at the whole request, and acts above the trigger only', () => {
    expect(simulate(62).picture(5)).toBe('++++');
    expect(simulate(61).picture(5)).toBe('ss++');
  });

  it('makes one summary of all but the last two, and lets the window grow again', () => {
    const { picture, calls, run } = simulate(56);
    expect([4, 5, 6, 7, 8].map(picture)).toEqual(['+++', 'ss++', 'ss+++', 'ssss++', 'ssss+++']);
    // 12 + 4 of the summary + 30 + 10 is the trigger itself: step 6 waits.
    expect([5, 6, 7].map((step) => run.tokens[step - 1])).toEqual([46, 56, 46]);
    expect(calls.map(({ of, previous }) => [of, previous])).toEqual([
      [[1, 2], null],
      [[3, 4], 'summary 1'],
    ]);
  });

  it('keeps as many as it is told, down to none', () => {
    expect(simulate(61, 3).picture(5)).toBe('s+++');
    expect(simulate(61, 0).picture(5)).toBe('ssss');
  });

  it('acts at most once a step, however far it is over, and says so', () => {
    const { calls, run, picture } = simulate(1);
    expect(calls.map(({ of }) => of)).toEqual([[1], [2], [3], [4], [5]]);
    expect(picture(8)).toBe('sssss++');
    expect(run.selection(8)!.flags.map((f) => f.message)).toEqual([
      'Compressed as far as it goes, the request is 45 tokens over the limit.',
    ]);
  });
});
