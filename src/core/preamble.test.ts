import { describe, expect, it } from 'vitest';
import { registry } from '../strategies/registry';
import { prepareFor } from '../strategies/testing/prepare';
import { laneOf, talk, words } from '../strategies/testing/talk';
import { contextItems } from './items';
import { simulateLane } from './simulate';

// Overhead 4 and two words each: every message is 6 tokens.
const said = talk('s: Be brief.', 's: Speak plainly.', 'u: turn one', 'a: answer one', 'u: turn two');

function request(options: { keepPreamble: boolean; toolDefinitionTokens?: number }) {
  const run = simulateLane(prepareFor(said, { countTokens: words, ...options }), laneOf('window'), registry)!;
  return { items: contextItems(run.setup, run.selection(2)!), tokens: run.tokens[1] };
}

describe('the preamble', () => {
  it('stands first in every request, whatever the window is', () => {
    const { items, tokens } = request({ keepPreamble: true });
    expect(items.map((i) => [i.kind, i.messages[0], i.turns])).toEqual([
      ['preamble', 0, []],
      ['preamble', 1, []],
      ['message', 2, [1]],
      ['message', 3, [1]],
      ['current', 4, [2]],
    ]);
    expect(tokens).toBe(5 * 6);
  });

  it('is left out with its tokens when it is switched off', () => {
    const { items, tokens } = request({ keepPreamble: false });
    expect(items.map((i) => i.messages[0])).toEqual([2, 3, 4]);
    expect(tokens).toBe(3 * 6);
    expect(items.at(-1)!.runningTokens).toBe(3 * 6);
  });

  it('comes with the tools a request defines, which cost what the user says', () => {
    const { items, tokens } = request({ keepPreamble: true, toolDefinitionTokens: 100 });
    expect(tokens).toBe(100 + 5 * 6);
    expect(items.at(-1)!.runningTokens).toBe(tokens);
  });
});
