import { describe, expect, it } from 'vitest';
import type { Message, Part } from './conversation';
import { findToolPairs } from './tool-pairs';

const message = (id: string, ...parts: Part[]): Message => ({ id, role: 'assistant', parts, time: null });
const call = (callId: string | null, name = 'read'): Part => ({
  type: 'tool-call',
  callId,
  name,
  arguments: {},
});
const result = (callId: string | null): Part => ({ type: 'tool-result', callId, text: 'x' });

describe('findToolPairs', () => {
  it('pairs by id, the nearest open call first', () => {
    const found = findToolPairs([
      message('a', call('1')),
      message('b', call('1')),
      message('c', result('1')),
    ]);
    expect(found.pairs.map((p) => [p.callMessage, p.resultMessage])).toEqual([[1, 2]]);
    expect(found.unansweredCalls).toEqual([0]);
  });

  it('pairs calls without ids in order', () => {
    const found = findToolPairs([
      message('a', call(null, 'one'), call(null, 'two')),
      message('b', result(null)),
      message('c', result(null)),
    ]);
    expect(found.pairs.map((p) => [p.name, p.resultMessage])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
  });

  it('an orphan result without an id uses up no later call', () => {
    const found = findToolPairs([
      message('a', call(null)),
      message('b', result(null)),
      message('c', result(null)),
      message('d', call(null)),
    ]);
    expect(found.orphanResults).toEqual([2]);
    expect(found.unansweredCalls).toEqual([3]);
    const answered = findToolPairs([
      message('a', result(null)),
      message('b', call(null)),
      message('c', result(null)),
    ]);
    expect(answered.pairs.map((p) => [p.callMessage, p.resultMessage])).toEqual([[1, 2]]);
  });
});
