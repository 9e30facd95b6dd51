import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import type { ParamValues } from '../../core/params';
import { talk, toolResult } from '../testing/talk';
import kept from './fixtures/langchain-clear-tool-uses.json';
import { goldens, strategy } from './langchain-clear-tool-uses.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['langchainClearToolUsesEdit.json'], read, kept });

describe('ClearToolUsesEdit over a conversation', () => {
  const call = (id: string, name: string): Message => ({
    id: `call ${id}`,
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: id, name, arguments: { path: 'a b c' } }],
    time: null,
  });
  const result = (id: string) => toolResult(`result ${id}`, id, 'one two three four five');
  // Tokens: 5 | 9 | 8 9 8 9 8 9 | 5; a cleared result has 5, cleared arguments free 2.
  const messages = [
    ...talk('u: go'),
    result('gone'),
    ...[
      call('c1', 'read'),
      result('c1'),
      call('c2', 'write'),
      result('c2'),
      call('c3', 'read'),
      result('c3'),
    ],
    ...talk('u: on').map((m) => ({ ...m, id: 'last' })),
  ];
  const last = (params: ParamValues) =>
    fakeSteps(strategy, messages, { triggerTokens: 1, ...params }).at(-1)!;

  it('clears all but the newest results and removes those without a call', () => {
    expect(last({ keepMessages: 1 }).picture).toBe('+-+c+c+++');
    expect(last({ keepMessages: 1 }).rewrites).toEqual(
      ['c1', 'c2'].map((callId, k) => ({
        position: 3 + 2 * k,
        parts: [{ type: 'tool-result', callId, text: '[cleared]' }],
        tokens: 5,
      })),
    );
    expect(last({ keepMessages: 0 }).picture).toBe('+-+c+c+c+');
  });

  it('is triggered by what is left without orphans', () => {
    expect(last({ keepMessages: 0, triggerTokens: 61 }).picture).toBe('+-+c+c+c+');
    expect(last({ keepMessages: 0, triggerTokens: 62 }).picture).toBe('+-+++++++');
    expect(last({ keepMessages: 0, triggerMessages: 9 }).picture).toBe('+-+++++++');
    expect(last({ triggerTokens: 62 }).reason(3)).toBe(
      'nothing is cleared at 61 tokens and 8 messages: the trigger is 62 tokens',
    );
  });

  it('keeps by tokens, and counts excluded tools as kept', () => {
    expect(last({ keepTokens: 17 }).picture).toBe('+-+c+c+++');
    expect(last({ keepTokens: 18 }).picture).toBe('+-+c+++++');
    expect(last({ keepMessages: 1, excludeTools: 'write' }).picture).toBe('+-+c+++++');
    expect(last({ keepMessages: 1, excludeTools: 'write' }).reason(5)).toBe(
      'tool result 2 from the end: write is excluded',
    );
  });

  it('clears the arguments of the calls too', () => {
    const step = last({ keepMessages: 1, clearToolInputs: true });
    expect(step.picture).toBe('+-cccc+++');
    expect(step.rewrites![0]).toEqual({
      position: 2,
      parts: [{ type: 'tool-call', callId: 'c1', name: 'read', arguments: {} }],
      tokens: 6,
    });
    expect(step.reason(2)).toContain('its arguments go too');
  });

  it('clears kept results, newest first, where too little is freed', () => {
    expect(last({ keepMessages: 2, clearAtLeast: 4 }).picture).toBe('+-+c+++++');
    expect(last({ keepMessages: 2, clearAtLeast: 5 }).picture).toBe('+-+c+++c+');
    expect(last({ keepMessages: 2, clearAtLeast: 5 }).reason(7)).toBe(
      'tool result 1 from the end: cleared too, to free 5 tokens',
    );
    expect(last({ keepMessages: 3, clearAtLeast: 5 }).picture).toBe('+-+++++++');
  });

  it('says the same of an early step when later ones have been read', () => {
    const [first] = fakeSteps(strategy, messages, { triggerTokens: 1 });
    expect(first!.picture).toBe('+');
    expect(first!.reason(0)).toBe('no tool result: stays');
  });
});
