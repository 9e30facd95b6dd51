import { describe, expect, it } from 'vitest';
import { talk, toolCall, toolResult } from '../strategies/testing/talk';
import { EMBEDDING_DIMENSIONS } from './relevance';
import { makeRelevanceFacts, queryMessages } from './relevance-facts';
import { makeStructure } from './structure';

describe('which messages ask', () => {
  it('is the newest user message of the step', () => {
    const structure = makeStructure(talk('u: one', 'a: reply', 'u: two', 'a: done', 'u: three'), 'user');
    expect([1, 2, 3].map((step) => queryMessages(structure, step, 'auto'))).toEqual([[0], [2], [4]]);
    const call = makeStructure(talk('u: one', 'u: more', 's: Be brief.', 'a: reply'), 'call');
    expect(queryMessages(call, 1, 'user')).toEqual([1]);
  });

  it('also is the last reply, where that is asked for', () => {
    const structure = makeStructure(talk('u: one', 'a: reply', 'u: two'), 'user');
    expect(queryMessages(structure, 2, 'user-and-assistant')).toEqual([2, 1]);
    expect(queryMessages(structure, 1, 'user-and-assistant')).toEqual([0]);
  });

  it('with one model call as a turn, `auto` adds the last assistant text: a call alone says nothing', () => {
    const messages = [
      ...talk('u: ask', 'a: I will look.'),
      toolCall('c1', 'x'),
      toolResult('r1', 'x'),
      ...talk('a: Found.').map((m) => ({ ...m, id: 'end' })),
    ];
    const structure = makeStructure(messages, 'call');
    expect(structure.turns.list).toHaveLength(3);
    expect([1, 2, 3].map((step) => queryMessages(structure, step, 'auto'))).toEqual([[0], [0, 1], [0, 1]]);
    expect(queryMessages(structure, 3, 'user')).toEqual([0]);
  });
});

it('what stands for a turn is the mean of its messages’ vectors, of length 1', () => {
  const axis = (i: number) => {
    const vector = new Float32Array(EMBEDDING_DIMENSIONS);
    vector[i] = 1;
    return vector;
  };
  const vectors = new Map([
    ['user: east', axis(0)],
    ['assistant: north', axis(1)],
    ['user: again east', axis(0)],
  ]);
  const structure = makeStructure(talk('u: east', 'a: north', 'u: again east'), 'user');
  const facts = makeRelevanceFacts(structure, (text) => vectors.get(text), 'embedding');
  expect(facts.row(2, 'turn', 'user').similarity[0]).toBeCloseTo(Math.SQRT1_2, 6);
  expect([...facts.row(2, 'message', 'user').similarity]).toEqual([1, 0]);
});
