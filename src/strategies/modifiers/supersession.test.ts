import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import { worksOnMessages } from '../../core/lane-context';
import { lineagesAt } from '../../core/lineage';
import { defaultParams, type ParamValues } from '../../core/params';
import { reasonsAt } from '../../core/reasons';
import { simulateLane } from '../../core/simulate';
import { MARK_TOKENS } from '../../core/supersession-links';
import { allStrategies, loadAllStrategies, registry } from '../registry';
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

/** Turn 3 replaces an earlier one as a whole. */
const replacing = (earlierMessageId: string) =>
  prepareFor(
    talk('u: one', 'a: a', 'u: two', 'a: b', 'u: three', 'a: c', 'u: four', 'a: d', 'u: five', 'a: e'),
    {
      countTokens: words,
      tokens: { overhead: 0, includeReasoning: false },
      supersessions: [{ earlierMessageId, laterMessageId: 'm5' }],
    },
  );

describe('a replaced turn under a rule on messages', () => {
  const rules = allStrategies().filter(worksOnMessages);
  const at = (strategyId: string, params: ParamValues, modifiers: Lane['modifiers'], earlier = 'm1') => {
    const run = simulateLane(replacing(earlier), laneOf(strategyId, params, 'turn', modifiers), registry)!;
    return {
      run,
      sent: (step: number) => contextItems(run.setup, run.selection(step)!).flatMap((item) => item.messages),
    };
  };

  it.each(rules.map((s) => [s.id, s] as const))('is never sent by %s, pinned or not', (id, rule) => {
    const generous = Object.fromEntries(
      Object.keys(rule.params.shape).flatMap((key) => (/tokens?|limit/i.test(key) ? [[key, 3000]] : [])),
    );
    const params = { ...defaultParams(rule.params), ...generous };
    for (const modifiers of [{ supersession: {} }, { supersession: {}, pins: { messages: 'm1' } }]) {
      const { run, sent } = at(id, params, modifiers);
      expect(sent(4), 'after').not.toContain(0);
      expect(sent(5)).not.toContain(1);
      expect(reasonsAt(run, 4)[0]?.text).toBe('superseded by turn 3');
    }
  });

  it('frees its slot where the rule has no memory', () => {
    const sent = (modifiers: Lane['modifiers']) =>
      at('langchain-buffer-window', { k: 3 }, modifiers, 'm3').sent(5);
    expect(sent({})).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(sent({ supersession: {} })).toEqual([0, 1, 4, 5, 6, 7, 8]);
  });

  it('frees its place among the messages that the middleware keeps', () => {
    const sent = (modifiers: Lane['modifiers']) => {
      const { run } = at(
        'langchain-summarization-middleware',
        { triggerTokens: 7, keepMessages: 6 },
        modifiers,
        'm3',
      );
      return contextItems(run.setup, run.selection(5)!).flatMap((item) =>
        item.kind === 'summary' ? [] : item.messages,
      );
    };
    expect(sent({})).not.toContain(1);
    expect(sent({ supersession: {} })).toEqual([1, 4, 5, 6, 7, 8]);
  });

  it.each([
    ['langchain-token-buffer', { maxTokenLimit: 6 }],
    ['langchain-summary-buffer', { maxTokenLimit: 6, rule: 'documented' }],
    ['langchain-summarization-middleware', { triggerTokens: 9, keepMessages: 5 }],
  ])('costs nothing of the tokens that %s remembers', (id, params) => {
    // Every message is one token; turns 3 and 4 are two messages each, and step 5 adds one.
    const sent = (modifiers: Lane['modifiers']) => {
      const { run } = at(id, params, modifiers, 'm3');
      return contextItems(run.setup, run.selection(5)!).flatMap((item) =>
        item.kind === 'summary' ? [] : item.messages,
      );
    };
    expect(sent({})).not.toContain(0);
    expect(sent({ supersession: {} })).toEqual([0, 1, 4, 5, 6, 7, 8]);
  });
});

describe('what was replaced in a part under a rule on messages', () => {
  const colour = 'We must always use green buttons.';
  const talkOf = (scope: 'turn' | 'message' | 'sentence') =>
    prepareFor(
      talk(
        `u: ${colour} Never use Comic Sans.`,
        'a: a',
        'u: Two more things we decided to do.',
        'a: b',
        'u: three',
        'a: c',
        'u: four',
        'a: d',
        'u: five',
        'a: e',
        'u: six',
      ),
      {
        countTokens: words,
        tokens: { overhead: 0, includeReasoning: false },
        supersessions: [
          {
            earlierMessageId: 'm1',
            laterMessageId: 'm9',
            scope,
            ...(scope === 'sentence' && { sentence: colour }),
          },
        ],
      },
    );

  it.each([
    ['turn', 'Earlier context: Two more things we decided to do.'],
    ['message', 'Earlier context: Two more things we decided to do.'],
    ['sentence', 'Earlier context: Never use Comic Sans. Two more things we decided to do.'],
  ] as const)('leaves a summary that was made before (%s)', (scope, left) => {
    const params = { triggerTokens: null, triggerMessages: 9, keepMessages: 2 };
    const run = simulateLane(
      talkOf(scope),
      laneOf('langchain-summarization-middleware', params, 'turn', { supersession: {} }),
      registry,
    )!;
    const summary = (step: number) => run.selection(step)!.summaries.map(({ text }) => text);
    expect(summary(5)).toEqual([
      `Earlier context: ${colour} Never use Comic Sans. Two more things we decided to do.`,
    ]);
    expect(summary(6)).toEqual([left]);
    if (scope === 'turn') expect(lineagesAt(run, 6)[0]?.turns.map(({ turn }) => turn)).toEqual([2, 3, 4]);
  });

  it.each([
    ['llamaindex-memory', { tokenLimit: 30, shortTermTokenLimitRatio: 1 }],
    ['llamaindex-chat-memory-buffer', { tokenLimit: 30 }],
    ['langchain-token-buffer', { maxTokenLimit: 30 }],
    ['langchain-trim-messages', { maxTokens: 30 }],
  ])('counts with its mark for %s', (id, params) => {
    const sent = (modifiers: Lane['modifiers']) => {
      const run = simulateLane(talkOf('sentence'), laneOf(id, params, 'turn', modifiers), registry)!;
      return contextItems(run.setup, run.selection(6)!).flatMap((item) => item.messages);
    };
    expect(sent({})).toContain(0);
    expect(sent({ supersession: {} })).not.toContain(0);
    expect(sent({ supersession: {} })).toContain(2);
  });
});

describe('what a library rewrites', () => {
  const colour = 'We must always use green buttons.';
  const prepared = (scope: 'message' | 'sentence') =>
    prepareFor(
      [
        { role: 'user', parts: [{ type: 'text', text: 'one' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'thinking aloud' },
            { type: 'text', text: `${colour} And nothing else.` },
          ],
        },
        { role: 'user', parts: [{ type: 'text', text: 'blue then' }] },
        { role: 'assistant', parts: [{ type: 'text', text: 'yes' }] },
        { role: 'user', parts: [{ type: 'text', text: 'next' }] },
        { role: 'assistant', parts: [{ type: 'text', text: 'done' }] },
      ].map((m, i) => ({ ...talk('u: x')[0]!, ...m, id: `m${i + 1}` }) as Message),
      {
        countTokens: words,
        tokens: { overhead: 0, includeReasoning: true },
        supersessions: [
          {
            earlierMessageId: 'm2',
            laterMessageId: 'm3',
            scope,
            ...(scope === 'sentence' && { sentence: colour }),
          },
        ],
      },
    );
  const sentAt = (scope: 'message' | 'sentence', modifiers: Lane['modifiers']) => {
    const lane = laneOf('ai-sdk-prune-messages', { reasoning: 'all' }, 'turn', modifiers);
    const run = simulateLane(prepared(scope), lane, registry)!;
    return run.selection(3)!.rewrites.find(({ message }) => message === 1)!;
  };

  it('still says of a sentence that is left that it was replaced', () => {
    const plain = sentAt('sentence', {});
    const marked = sentAt('sentence', { supersession: {} });
    expect(plain.parts).toEqual([{ type: 'text', text: `${colour} And nothing else.` }]);
    expect(marked.parts).toEqual([
      { type: 'text', text: `${colour} [superseded by turn 2] And nothing else.` },
    ]);
    expect(marked.tokens).toBe(plain.tokens + MARK_TOKENS);
    expect(marked.kind).toBe('shortened');
  });

  it('says nothing of a message that was replaced', () => {
    const { kind, parts } = sentAt('message', { supersession: {} });
    expect([kind, parts]).toEqual(['cleared', [{ type: 'text', text: '[superseded by turn 2]' }]]);
  });
});
