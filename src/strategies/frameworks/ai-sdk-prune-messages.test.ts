import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../core/conversation';
import { talk, toolCall, toolResult } from '../testing/talk';
import { goldens, strategy } from './ai-sdk-prune-messages.strategy';
import kept from './fixtures/ai-sdk-prune-messages.json';
import { fakeSteps } from './testing/fake-lane';
import { goldenFailures, goldenTools } from './testing/golden-cases';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['pruneMessages.json'], read, kept });

it('answers as version 6.0.326 where a case names it', () => {
  const cases: typeof kept = JSON.parse(read('pruneMessages.json') ?? JSON.stringify(kept));
  const version6 = cases.map(({ outputV6_0_326, ...golden }) => ({
    ...golden,
    version: '6.0.326',
    output: outputV6_0_326 ?? golden.output,
  }));
  expect(goldenFailures(goldens, version6, goldenTools('shipped'))).toEqual([]);
});

const assistant = (id: string, ...parts: Part[]): Message => ({ id, role: 'assistant', parts, time: null });
const thought: Part = { type: 'reasoning', text: 'hm' };
const text: Part = { type: 'text', text: 'reading' };
const call = (callId: string, name = 'read'): Part => ({ type: 'tool-call', callId, name, arguments: {} });
/** Positions 0 to 7. */
const said: readonly Message[] = [
  ...talk('s: rules', 'u: go'),
  assistant('a1', thought, text, call('c1')),
  toolResult('r1', 'c1'),
  assistant('a2', thought, call('c2', 'write')),
  toolResult('r2', 'c2'),
  assistant('a3', { type: 'text', text: 'done' }),
  ...talk('u: more').map((m) => ({ ...m, id: 'more' })),
];
const last = (params = {}, messages = said) => fakeSteps(strategy, messages, params).at(-1)!;

describe('pruneMessages in a lane', () => {
  it('prunes nothing by default', () => {
    expect(last().picture).toBe('++++++++');
    expect(last().rewrites).toEqual([]);
  });

  it('removes calls with their results, and reasoning that led to nothing else', () => {
    const { picture, rewrites, reason } = last({ toolCalls: 'all' });
    expect(picture).toBe('++c---++');
    expect(rewrites).toEqual([{ position: 2, parts: [thought, text], tokens: 5 }]);
    expect(reason(2)).toBe('2 of its 3 parts are left: reasoning or tool calls are removed');
    expect(reason(4)).toBe('0 of its 2 parts are left: removed');
  });

  it('leaves the last messages alone, and the calls that they refer to', () => {
    const sparing = (messages: number) => last({ toolCalls: 'before-last-n-messages', messages }).picture;
    expect(sparing(2)).toBe('++c---++');
    // The last three begin with the second result: its call stays.
    expect(sparing(3)).toBe('++c-++++');
    expect(sparing(6)).toBe('++++++++');
    expect(last({ toolCalls: 'before-last-message' }).picture).toBe('++c---++');
  });

  it('takes the last 0 messages for none in version 7 and for all in version 6', () => {
    const none = { toolCalls: 'before-last-n-messages', messages: 0 };
    expect(last(none).picture).toBe('++c---++');
    expect(last({ ...none, version: '6' }).picture).toBe('++++++++');
  });

  it('removes the calls of named tools only; a result goes by the name of its call', () => {
    expect(last({ toolCalls: 'all', tools: 'write' }).picture).toBe('++++--++');
    expect(last({ toolCalls: 'all', tools: 'read' }).picture).toBe('++c-++++');
  });

  it('removes reasoning from assistant messages', () => {
    expect(last({ reasoning: 'all' }).picture).toBe('++c+c+++');
    const ending = [...said.slice(0, 3), ...talk('u: x').map((m) => ({ ...m, id: 'x' }))];
    expect(last({ reasoning: 'before-last-message' }, ending).picture).toBe('++c+');
  });

  it('removes messages that were empty from the start, unless they are kept', () => {
    const empty = [
      ...talk('u: go'),
      assistant('none'),
      ...talk('u: more', 'u: last').map((m, i) => ({ ...m, id: `n${i}` })),
    ];
    expect(last({}, empty).picture).toBe('+-++');
    expect(last({}, empty).reason(1)).toBe('empty from the start: removed');
    expect(last({ emptyMessages: 'keep' }, empty).picture).toBe('++++');
    expect(last({ emptyMessages: 'keep', toolCalls: 'all' }).picture).toBe('++cccc++');
  });

  it('knows calls without ids by their order', () => {
    const unnamed = [
      ...talk('u: go'),
      toolCall('a', null, 'read'),
      toolResult('ra', null),
      toolCall('b', null, 'write'),
      toolResult('rb', null),
      ...talk('u: more').map((m) => ({ ...m, id: 'more' })),
    ];
    expect(last({ toolCalls: 'all', tools: 'write' }, unnamed).picture).toBe('+++--+');
    expect(last({ toolCalls: 'before-last-n-messages', messages: 2 }, unnamed).picture).toBe('+--+++');
  });
});
