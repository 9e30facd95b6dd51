import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import { contextItems } from '../../core/items';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, toolResult } from '../testing/talk';

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
