import { describe, expect, it } from 'vitest';
import { contextItems } from '../../../core/items';
import type { ParamValues } from '../../../core/params';
import { reasonsAt } from '../../../core/reasons';
import { simulateLane } from '../../../core/simulate';
import { loadAllStrategies, registry } from '../../registry';
import { prepareFor } from '../../testing/prepare';
import { laneOf, talk, words } from '../../testing/talk';

await loadAllStrategies();

/** Every message is 10 words long. */
const nine = 'one two three four five six seven eight nine';
const prepared = prepareFor(
  talk(...Array.from({ length: 12 }, (_, i) => `${i % 2 === 0 ? 'u' : 'a'}: m${i + 1} ${nine}`)),
  { countTokens: words, tokens: { overhead: 0, includeReasoning: false } },
);

const at = (id: string, params: ParamValues, pin: string, step = 6) => {
  const lane = laneOf(id, params, 'turn', { pins: { messages: pin } });
  const run = simulateLane(prepared, lane, registry)!;
  const selection = run.selection(step)!;
  return {
    sent: contextItems(run.setup, selection).flatMap((item) =>
      item.kind === 'summary' ? [] : item.messages,
    ),
    flags: selection.flags.map(({ code, message }) => `${code}: ${message}`),
    reasons: reasonsAt(run, step).map(({ text }) => text),
  };
};

describe.each([
  ['langchain-token-buffer', 'maxTokenLimit', {}, 0],
  ['langchain-summary-buffer', 'maxTokenLimit', { rule: 'documented' }, 0],
  ['langchain-trim-messages', 'maxTokens', {}, 10],
  ['llamaindex-chat-memory-buffer', 'tokenLimit', {}, 0],
  ['llamaindex-memory', 'tokenLimit', { shortTermTokenLimitRatio: 1 }, 0],
])('pins and %s', (id, limit, others, current) => {
  // The last message is the current one; the limit has room for four others, or for it and four.
  const params = (tokens: number) => ({ ...others, [limit]: tokens + current });

  it('are charged to the limit first', () => {
    expect(at(id, params(40), '').sent).toEqual([6, 7, 8, 9, 10]);
    expect(at(id, params(40), 'm1').sent).toEqual([0, 1, 8, 9, 10]);
    expect(at(id, params(40), 'm1').flags).toEqual([]);
    expect(at(id, params(40), 'm1').reasons.join('\n')).toContain('with the pinned turns');
    expect(at(id, params(40), '').reasons.join('\n')).not.toContain('pinned');
  });

  it('of the current turn count once, as the current message', () => {
    expect(at(id, params(20), 'm9', 5).sent).toEqual([6, 7, 8]);
  });

  it('are flagged where they alone are over it', () => {
    const { sent, flags } = at(id, { ...others, [limit]: 15 }, 'm1');
    expect(sent.slice(0, 2)).toEqual([0, 1]);
    expect(flags).toEqual(['over-budget: The pinned turns alone are 5 tokens over the limit.']);
  });
});
