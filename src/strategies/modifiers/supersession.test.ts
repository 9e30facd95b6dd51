import { describe, expect, it } from 'vitest';
import { contextItems } from '../../core/items';
import { simulateLane } from '../../core/simulate';
import { MARK_TOKENS } from '../../core/supersession-links';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, words } from '../testing/talk';

await loadAllStrategies();

/** Turn 2 replaces a sentence of turn 1, which is sent with a mark from step 3 on. */
const messages = talk('u: One two. Three four.', 'u: five six', 'u: seven eight', 'u: nine ten');
const prepared = prepareFor(messages, {
  countTokens: words,
  tokens: { overhead: 0, includeReasoning: false },
  supersessions: [
    { earlierMessageId: 'm1', laterMessageId: 'm2', scope: 'sentence', sentence: 'Three four.' },
  ],
});

describe('a mark', () => {
  const keptAt = (budget: number, step: number) => {
    const run = simulateLane(
      prepared,
      laneOf('token-window', { budget }, 'turn', { supersession: {} }),
      registry,
    )!;
    return contextItems(run.setup, run.selection(step)!).flatMap((item) => item.messages);
  };

  it('counts towards a budget', () => {
    // Words of turns 1 and 2; from step 3 on the mark stands in turn 1.
    expect(keptAt(6 + MARK_TOKENS - 1, 3)).toEqual([1, 2]);
    expect(keptAt(6 + MARK_TOKENS, 3)).toEqual([0, 1, 2]);
    expect(keptAt(8 + MARK_TOKENS - 1, 4)).toEqual([1, 2, 3]);
    expect(keptAt(8 + MARK_TOKENS, 4)).toEqual([0, 1, 2, 3]);
  });

  it('costs nothing before it stands there', () => {
    expect(keptAt(4, 2)).toEqual([0, 1]);
  });
});
