import { describe, expect, it } from 'vitest';
import type { Message, Supersession } from '../../core/conversation';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import type { ParamValues } from '../../core/params';
import type { makeRelevanceFacts } from '../../core/relevance-facts';
import { simulateLane } from '../../core/simulate';
import { MARK_TOKENS } from '../../core/supersession-links';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../testing/talk';

await loadAllStrategies();

const options = { countTokens: words, tokens: { overhead: 0, includeReasoning: false } };

/** Everything is about as relevant as can be. */
const allRelevant = (structure: Parameters<typeof makeRelevanceFacts>[0]) => ({
  method: 'lexical' as const,
  row: (step: number, kind: Lane['unit']) => ({
    method: 'lexical' as const,
    similarity: new Float32Array(structure.units(kind).pastCount[step]!).fill(1),
    pending: 0,
  }),
});

interface Ran {
  readonly messages: readonly Message[];
  readonly links?: readonly Supersession[];
  readonly strategyId?: string;
  readonly params?: ParamValues;
  readonly unit?: Lane['unit'];
  readonly modifiers?: Lane['modifiers'];
}

/** The items of the last step with everything recalled that can be. */
function lastItems({ messages, links = [], strategyId = 'window', unit = 'turn', ...rest }: Ran) {
  const prepared = prepareFor(messages, { ...options, relevance: allRelevant, supersessions: links });
  const params = rest.params ?? { k: 1 };
  const modifiers = { 'archive-recall': { m: 9, minRelevance: 0 }, ...rest.modifiers };
  const run = simulateLane(prepared, laneOf(strategyId, params, unit, modifiers), registry)!;
  return contextItems(run.setup, run.selection(run.steps)!);
}
const texts = (items: ReturnType<typeof lastItems>) =>
  items.map(({ parts }) => parts.map((p) => ('text' in p ? p.text : p.type)).join(' '));

describe('what is recalled behind a supersession', () => {
  const messages = talk('u: one', 'u: Blue buttons. Two tabs.', 'u: three', 'u: four', 'u: five');
  const linked = (link: Partial<Supersession>, unit: Lane['unit'] = 'turn') => ({
    messages,
    unit,
    links: [{ earlierMessageId: 'm2', laterMessageId: 'm3', ...link }],
    modifiers: { supersession: {} },
  });

  it('says of a replaced sentence that it was replaced, and the mark counts', () => {
    const items = lastItems(linked({ scope: 'sentence', sentence: 'Blue buttons.' }));
    expect(texts(items)[1]).toBe('Blue buttons. [superseded by turn 3] Two tabs.');
    expect(items[1]?.tokens).toBe(4 + MARK_TOKENS);
  });

  it('leaves a replaced turn out', () => {
    expect(texts(lastItems(linked({ scope: 'turn' })))).toEqual(['one', 'three', 'four', 'five']);
  });

  it.each(['turn', 'message'] as const)('leaves out a %s of which nothing is left', (unit) => {
    const sent = texts(lastItems(linked({ scope: 'message' }, unit)));
    expect(sent).toEqual(['one', 'three', 'four', 'five']);
  });

  it('sends only the mark of a message that was replaced, in a turn that says more', () => {
    const more = talk('u: one', 'u: blue', 'a: fine', 'u: green', 'u: four', 'u: five');
    const link = { earlierMessageId: 'm2', laterMessageId: 'm4', scope: 'message' } as const;
    const sent = texts(lastItems({ messages: more, links: [link], modifiers: { supersession: {} } }));
    expect(sent).toEqual(['one', '[superseded by turn 3]', 'fine', 'green', 'four', 'five']);
  });
});

describe('what is recalled behind a library that splits tool pairs', () => {
  const messages = [
    ...talk('u: go'),
    toolCall('m2', 'a'),
    toolResult('m3', 'a', 'one two three'),
    ...['m4', 'm5', 'm6'].map((id, i) => ({ ...talk(i % 2 === 0 ? 'u: on' : 'a: ok')[0]!, id })),
  ];
  const recalling = (params: ParamValues, m: number) => ({
    messages,
    strategyId: 'langchain-trim-messages',
    params,
    modifiers: { 'archive-recall': { m, minRelevance: 0 } },
  });

  it.each([1, 2, 3])('has both sides of a pair or none (m = %i)', (m) => {
    const sent = lastItems(recalling({ maxTokens: 3, startOn: '' }, m)).flatMap((item) => item.messages);
    expect(sent.includes(1)).toBe(sent.includes(2));
  });

  it('stays in the archive where the rule has taken the other side out of what it sends', () => {
    const asks: Message = {
      ...toolCall('m2', 'a'),
      parts: [{ type: 'text', text: 'looking' }, ...toolCall('m2', 'a').parts],
    };
    const sent = lastItems({
      messages: [messages[0]!, asks, ...messages.slice(2)],
      strategyId: 'ai-sdk-prune-messages',
      params: { toolCalls: 'all' },
    });
    expect(texts(sent)).toEqual(['go', 'looking', 'on', 'ok', 'on']);
  });
});
