import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../testing/talk';

await loadAllStrategies();

const call = (callId: string | null, path: string) =>
  ({ type: 'tool-call', callId, name: 'read', arguments: { path } }) as const;

/** Everything is cleared, and a result that answers no call any more is always left out. */
const clearAll = { triggerTokens: 1, keepMessages: 0, clearToolInputs: true };

const partsSent = (messages: readonly Message[], mode: 'drop' | 'pull') => {
  const lane = laneOf('langchain-clear-tool-uses', clearAll, 'message', { repair: { mode } });
  const run = simulateLane(prepareFor(messages), lane, registry)!;
  return contextItems(run.setup, run.selection(run.steps)!).map(({ parts }) => parts);
};

describe('repair behind a rule that changes what it sends', () => {
  it('drops one call of a message whose other call has lost its arguments', () => {
    const two: Message = { id: 'm2', role: 'assistant', time: null, parts: [call('a', '1'), call('b', '2')] };
    // The library leaves out the message that answers "a", because it begins with a result of nobody.
    const answers: Message = {
      ...toolResult('m3', 'z'),
      parts: [
        { type: 'tool-result', callId: 'z', text: 'of nobody' },
        { type: 'tool-result', callId: 'a', text: 'one' },
      ],
    };
    const messages = [
      ...talk('u: go'),
      two,
      answers,
      toolResult('m4', 'b', 'two'),
      { ...talk('u: on')[0]!, id: 'm5' },
    ];
    const sent = partsSent(messages, 'drop');
    expect(sent.flat().filter((p) => p.type === 'tool-call')).toEqual([{ ...call('b', '2'), arguments: {} }]);
    expect(sent.flat().filter((p) => p.type === 'tool-result')).toEqual([
      { type: 'tool-result', callId: 'b', text: '[cleared]' },
    ]);
  });

  it('knows a cleared result again in a message that has lost its other words', () => {
    const spoken: Message = {
      id: 'm3',
      role: 'tool',
      time: null,
      parts: [
        { type: 'text', text: 'Here it is.' },
        { type: 'tool-result', callId: 'a', text: 'one' },
      ],
    };
    const asks: Message = { id: 'm2', role: 'assistant', time: null, parts: [call('a', '1')] };
    const messages = [...talk('u: go'), asks, spoken, { ...talk('u: on')[0]!, id: 'm4' }];
    for (const mode of ['drop', 'pull'] as const)
      expect(partsSent(messages, mode)).toEqual([
        messages[0]!.parts,
        [{ ...call('a', '1'), arguments: {} }],
        [{ type: 'tool-result', callId: 'a', text: '[cleared]' }],
        messages[3]!.parts,
      ]);
  });
});

describe('repair behind a rule with a token limit', () => {
  const messages = [
    ...talk('u: go'),
    toolCall('m2', 'a'),
    toolResult('m3', 'a', 'one two'),
    ...talk('u: on').map((m) => ({ ...m, id: 'm4' })),
  ];
  /** Without overheads: a call is its name and its arguments. */
  const prepared = prepareFor(messages, {
    countTokens: words,
    tokens: { overhead: 0, includeReasoning: false },
  });
  const flagsWith = (maxTokens: number, modifiers: Lane['modifiers']) => {
    const lane = laneOf('langchain-trim-messages', { maxTokens }, 'message', modifiers);
    return simulateLane(prepared, lane, registry)!.selection(2)!.flags;
  };
  const over = 'the messages are 2 tokens over the rule’s limit of 3 tokens.';

  it('says that what it pulled in is over the limit', () => {
    expect(flagsWith(3, {})).toEqual([]);
    expect(flagsWith(3, { repair: { mode: 'pull' } })).toEqual([
      { code: 'over-budget', message: `With what the repair brought in, ${over}` },
    ]);
    expect(flagsWith(3, { repair: { mode: 'drop' } })).toEqual([]);
    expect(flagsWith(99, { repair: { mode: 'pull' } })).toEqual([]);
  });
});
