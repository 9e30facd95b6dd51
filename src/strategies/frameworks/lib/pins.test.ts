import { describe, expect, it } from 'vitest';
import { contextItems } from '../../../core/items';
import type { ParamValues } from '../../../core/params';
import { reasonsAt } from '../../../core/reasons';
import { simulateLane } from '../../../core/simulate';
import { loadAllStrategies, registry } from '../../registry';
import { prepareFor } from '../../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../../testing/talk';

await loadAllStrategies();

/** Every message is 10 words long. */
const nine = 'one two three four five six seven eight nine';
const prepared = prepareFor(
  talk(...Array.from({ length: 12 }, (_, i) => `${i % 2 === 0 ? 'u' : 'a'}: m${i + 1} ${nine}`)),
  { countTokens: words, tokens: { overhead: 0, includeReasoning: false } },
);

const at = (id: string, params: ParamValues, pin: string, step = 6, conversation = prepared) => {
  const lane = laneOf(id, params, 'turn', { pins: { messages: pin } });
  const run = simulateLane(conversation, lane, registry)!;
  const selection = run.selection(step)!;
  return {
    sent: contextItems(run.setup, selection).flatMap((item) =>
      item.kind === 'summary' ? [] : item.messages,
    ),
    cleared: selection.rewrites.map((r) => r.message),
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

/** Each turn asks, calls a tool, and has its result of 10 tokens: 31 a turn. */
const agent = prepareFor(
  [1, 2, 3, 4].flatMap((n) => [
    ...talk(`u: ask ${nine}`).map((m) => ({ ...m, id: `u${n}` })),
    toolCall(`call${n}`, `c${n}`),
    toolResult(`result${n}`, `c${n}`, `got ${nine}`),
  ]),
  { countTokens: words, tokens: { overhead: 0, includeReasoning: false } },
);

describe('pins and a trigger', () => {
  it('are part of the size that SummarizationMiddleware looks at, and no message of its counts', () => {
    const params = { triggerTokens: 105, keepMessages: 2 };
    const id = 'langchain-summarization-middleware';
    expect(at(id, params, '').sent).toEqual([9, 10]);
    expect(at(id, params, 'm1').sent).toEqual([0, 1, 9, 10]);
    expect(at(id, { ...params, triggerTokens: 111 }, 'm1').sent).toHaveLength(11);
    expect(at(id, { ...params, triggerTokens: 111 }, 'm1').reasons.join('\n')).toContain(
      'at 110 tokens and 9 messages (tokens of pinned turns counted): the trigger is 111 tokens',
    );
  });

  it('are charged to what SummarizationMiddleware keeps by tokens', () => {
    const params = { triggerTokens: 105, keepTokens: 40 };
    const id = 'langchain-summarization-middleware';
    expect(at(id, params, '').sent).toEqual([7, 8, 9, 10]);
    expect(at(id, params, 'm1').sent).toEqual([0, 1, 9, 10]);
    expect(at(id, params, 'm1').flags).toEqual([]);
    expect(at(id, { ...params, keepTokens: 15 }, 'm1').flags).toEqual([
      'over-budget: The pinned turns alone are 5 tokens over the limit.',
    ]);
  });

  it.each([
    ['langchain-clear-tool-uses', 'triggerTokens', { keepMessages: 1 }, 0],
    ['anthropic-clear-tool-uses', 'triggerValue', { keepToolUses: 1 }, -1],
  ])('are part of the size that %s looks at', (id, trigger, others, below) => {
    const all = agent.tokens.message.slice(0, 10).reduce((a, b) => a + b, 0);
    const params = { ...others, [trigger]: all + below };
    expect(at(id, params, '', 4, agent).cleared).toEqual([2, 5]);
    expect(at(id, params, 'u1', 4, agent).cleared).toEqual([5]);
    expect(at(id, { ...params, [trigger]: all + below + 1 }, 'u1', 4, agent).cleared).toEqual([]);
  });

  it('are charged to the tool results that ClearToolUsesEdit keeps by tokens', () => {
    const params = { triggerTokens: 1, keepTokens: 20 };
    const id = 'langchain-clear-tool-uses';
    expect(at(id, params, '', 4, agent).cleared).toEqual([2]);
    expect(at(id, params, 'u1', 4, agent).cleared).toEqual([5]);
    expect(at(id, { ...params, keepTokens: 9 }, 'u1', 4, agent).flags).toEqual([
      'over-budget: The pinned turns alone are 1 token over the limit.',
    ]);
  });
});
