import { describe, expect, it } from 'vitest';
import { type ContextItem, contextItems } from '../core/items';
import { simulateLane } from '../core/simulate';
import { countTokensInNode } from '../engines/tokens/node-token-counter';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf, talk, toolCall } from './testing/talk';

await loadAllStrategies();

const said = [
  ...talk(
    's@2026-01-12T06:00:00Z: Be brief.',
    'u@2026-01-12T07:00:00Z: Never log addresses.',
    'a@2026-01-12T08:30:00Z: Understood.',
    'u: Without a time.',
    'a@2026-01-12T10:00:00Z: Fine.',
    'u@2026-01-12T10:05:00Z: Write the helper.',
  ),
];
const prepared = prepareFor(said, { countTokens: countTokensInNode });
const items = (lane: ReturnType<typeof laneOf>, step: number): ContextItem[] => {
  const run = simulateLane(prepared, lane, registry)!;
  return contextItems(run.setup, run.selection(step)!);
};
const texts = (list: ContextItem[]) => list.map((i) => ('text' in i.parts[0]! ? i.parts[0].text : ''));

describe('explicit timestamps', () => {
  it('starts every timed message with its age at the step, the preamble and untimed ones not', () => {
    expect(texts(items(laneOf('timestamps'), 3))).toEqual([
      'Be brief.',
      '[3 hours ago] Never log addresses.',
      '[1 hour ago] Understood.',
      'Without a time.',
      '[5 minutes ago] Fine.',
      '[0 seconds ago] Write the helper.',
    ]);
    // At step 2 the turn's time is that of its first timed message, the reply at 10:00.
    expect(texts(items(laneOf('timestamps'), 2))[2]).toBe('[1 hour ago] Understood.');
  });

  it('writes absolute times, or both', () => {
    expect(texts(items(laneOf('timestamps', { format: 'absolute' }), 3))[1]).toBe(
      '[2026-01-12T07:00:00Z] Never log addresses.',
    );
    expect(texts(items(laneOf('timestamps', { format: 'both' }), 3))[1]).toBe(
      '[2026-01-12T07:00:00Z, 3 hours ago] Never log addresses.',
    );
  });

  it.each(['relative', 'absolute', 'both'])(
    '%s: each item’s tokens are the tokenizer’s for what is sent',
    (format) => {
      for (const item of items(laneOf('timestamps', { format }), 3)) {
        const [part] = item.parts;
        expect(item.tokens).toBe(4 + countTokensInNode('text' in part! ? part.text! : ''));
      }
    },
  );

  it('stamps a message that has only a tool call with a text of its own', () => {
    const call = { ...toolCall('c', 'x'), time: said[1]!.time };
    const messages = [...talk('u: go'), call];
    const run = simulateLane(
      prepareFor([...messages, ...talk('u: on').map((m) => ({ ...m, id: 'z' }))]),
      laneOf('timestamps'),
      registry,
    )!;
    expect(contextItems(run.setup, run.selection(2)!)[1]!.parts[0]).toEqual({
      type: 'text',
      text: '[0 seconds ago]',
    });
  });
});

describe('timestamps over another strategy', () => {
  it('counts stamps before a budget selects, so that a token window holds less', () => {
    const long = talk(
      ...Array.from(
        { length: 12 },
        (_, i) => `u@2026-01-12T0${i % 10}:0${Math.floor(i / 10)}:00Z: Some message here.`,
      ),
    );
    const facts = prepareFor(long, { countTokens: countTokensInNode });
    const kept = (modifiers: Parameters<typeof laneOf>[3]) => {
      const run = simulateLane(facts, laneOf('token-window', { budget: 60 }, 'turn', modifiers), registry)!;
      return contextItems(run.setup, run.selection(12)!).filter((i) => i.kind === 'message');
    };
    const plain = kept({});
    const stamped = kept({ timestamps: { format: 'relative' } });
    // "Some message here." is 4 + 4 tokens; the stamp adds 5.
    expect(plain).toHaveLength(7);
    expect(stamped).toHaveLength(4);
    expect(stamped.reduce((n, i) => n + i.tokens, 0)).toBe(4 * 13);
  });
});

describe('stamps without a time to show', () => {
  const flagsOf = (messages: typeof said, lane: ReturnType<typeof laneOf>) => {
    const run = simulateLane(prepareFor(messages), lane, registry)!;
    return Array.from({ length: run.steps }, (_, i) => run.selection(i + 1)!.flags);
  };
  const missing = [
    { code: 'times-missing', message: 'Some times are missing: a message without one carries no stamp.' },
  ];
  const stamping = { timestamps: { format: 'relative' } };
  const untimed = talk('u: one', 'a: a', 'u: two');

  it.each([
    laneOf('timestamps'),
    laneOf('window', {}, 'turn', stamping),
    laneOf('langchain-buffer-window', {}, 'message', stamping),
  ])('are said by $strategyId', (lane) => {
    expect(flagsOf(untimed, lane)).toEqual([missing, missing]);
    // From the step on at which the first such message is known.
    expect(flagsOf(said, lane)).toEqual([[], missing, missing]);
  });

  it('are nothing to say where nothing is stamped, or the preamble alone has no time', () => {
    expect(flagsOf(untimed, laneOf('window')).flat()).toEqual([]);
    const [, ...timed] = talk('s: x', 'u@2026-01-12T07:00:00Z: a', 'u@2026-01-12T07:01:00Z: b');
    expect(flagsOf([...talk('s: Be brief.'), ...timed], laneOf('timestamps')).flat()).toEqual([]);
  });
});
