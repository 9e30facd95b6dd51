/**
 * What all steps of a lane cost together must grow as the conversation does. Counted are executed blocks of our code, not
 * milliseconds: the same numbers on any machine.
 */
import { describe, expect, it } from 'vitest';
import type { Message } from '../core/conversation';
import type { Lane } from '../core/lane';
import type { ParamValues } from '../core/params';
import { takeBlocks } from '../core/testing/executed-blocks';

const { loadAllStrategies, allStrategies, allModifiers, registry } = await import('./registry');
await loadAllStrategies();
const { initialState } = await import('../core/choose');
const { setUpLane, worksOnMessages } = await import('../core/lane-context');
const { requestTokens, simulateStep } = await import('../core/simulate');
const { prepareFor } = await import('./testing/prepare');
const { toolCall, toolResult } = await import('./testing/talk');
const { tightParams } = await import('./testing/tight-params');

const said = (role: 'user' | 'assistant', id: string, text: string): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});

/** Turns of a question, a tool round and an answer; a pin and a replaced turn at the start stay in force. */
const conversation = (turns: number) =>
  prepareFor(
    Array.from({ length: turns }, (_, i) => [
      said('user', `u${i}`, `We must keep value ${i} of option ${i % 7}. Is it blue?`),
      toolCall(`c${i}`, `call ${i}`),
      toolResult(`r${i}`, `call ${i}`, `value ${i} `.repeat(10)),
      said('assistant', `a${i}`, `It is value ${i}.`),
    ]).flat(),
    {
      relevance: 'pseudo-random',
      pinnedMessageIds: ['u2'],
      supersessions: [
        { earlierMessageId: 'u3', laterMessageId: 'u5' },
        { earlierMessageId: 'u4', laterMessageId: 'u6', scope: 'message' },
      ],
    },
  );

const TURNS = 100;
const short = conversation(TURNS);
const long = conversation(2 * TURNS);

async function count(prepared: typeof short, lane: Lane): Promise<number> {
  const setup = setUpLane(prepared, lane, registry)!;
  let state = initialState(setup);
  await takeBlocks();
  for (let step = 1; step <= prepared.structure.turns.list.length; step++) {
    const { selection, after } = simulateStep(setup, state, step);
    requestTokens(setup, selection);
    state = after;
  }
  return takeBlocks();
}

/** How many times more all steps of twice the turns cost: 2 is linear, 4 is quadratic. */
async function growth(lane: Lane): Promise<number> {
  // Once for what is made only once: memos, indexes, inline caches.
  await count(short, lane);
  await count(long, lane);
  return (await count(long, lane)) / (await count(short, lane));
}

const COMPARES = 'compares the question of every step with the whole past';
const LISTS = 'every step lists all messages that it sends in another form';
const REREADS = 'its summary is made of all that went into it so far';

/** What cannot be linear, and why. */
const BY_NATURE: Readonly<Record<string, string>> = {
  'semantic-recency': COMPARES,
  'langchain-time-weighted': COMPARES,
  'generative-agents': COMPARES,
  'memory-bank': 'recalls by the question, and forgets by what was recalled',
  'archive-recall': COMPARES,
  'clear-tool-output': LISTS,
  'anthropic-clear-tool-uses': LISTS,
  'langchain-clear-tool-uses': LISTS,
  'ai-sdk-prune-messages': LISTS,
  'langchain-summary-buffer': REREADS,
  'langchain-summarization-middleware': REREADS,
  notes: 'a note is the best of all decisions that have left',
};
const QUADRATIC = 4.4;
const LINEAR = 2.3;

const windowParams = tightParams(registry.strategies.get('window')!.params);
const lanes: readonly (readonly [name: string, part: string, lane: Lane])[] = [
  ...allStrategies().flatMap((s) =>
    (worksOnMessages(s) ? (['message'] as const) : (['turn', 'message'] as const)).map((unit) => {
      const params: ParamValues = tightParams(s.params, 600);
      return [
        `${s.id}, ${unit}`,
        s.id,
        { id: 'lane', strategyId: s.id, params, unit, modifiers: {} },
      ] as const;
    }),
  ),
  ...allModifiers().map((m) => {
    const on = { [m.id]: tightParams(m.params) };
    const lane: Lane = {
      id: 'lane',
      strategyId: 'window',
      params: windowParams,
      unit: 'message',
      modifiers: on,
    };
    return [`window with ${m.id}`, m.id, lane] as const;
  }),
];

const compress = { strategyId: 'rolling-summary', params: { budget: 200 } };
const composed: Lane = {
  id: 'lane',
  strategyId: 'window',
  params: windowParams,
  unit: 'message',
  modifiers: {},
  compress,
};

describe('all steps together', () => {
  it.each([...lanes, ['window, then a rolling summary', 'window', composed] as const])(
    '%s',
    async (_, part, lane) => {
      expect(await growth(lane)).toBeLessThan(BY_NATURE[part] === undefined ? LINEAR : QUADRATIC);
    },
  );
});
