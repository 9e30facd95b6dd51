import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../../core/conversation';
import { finish } from '../../../core/slices';
import { findMatches, firstFrom, matchAt, sameMatch } from './matches';

const message = (id: string, role: Message['role'], ...parts: (string | Part)[]): Message => ({
  id,
  role,
  parts: parts.map((p) => (typeof p === 'string' ? { type: 'text', text: p } : p)),
  time: null,
});
const find = (messages: readonly Message[], text: string, matchCase = false) =>
  finish(findMatches(messages, { text, matchCase }, new WeakMap()));
const count = (text: string, query: string, matchCase = false) =>
  find([message('m', 'user', text)], query, matchCase).count;

describe('matches', () => {
  const hits = `[${Array.from({ length: 60 }, (_, i) => `{"port":${8000 + i}}`)}]`;
  const messages = [
    message('m1', 'user', 'Which Port?'),
    message(
      'm2',
      'assistant',
      'Let me look for the port.',
      { type: 'tool-call', callId: null, name: 'find_port', arguments: { port: 'any', deep: ['port'] } },
      { type: 'reasoning', text: 'A port is asked for.' },
    ),
    message(
      'm3',
      'tool',
      { type: 'tool-result', callId: null, text: hits },
      { type: 'tool-result', callId: null, text: 'no port' },
    ),
    message('m4', 'user', { type: 'attachment', kind: 'file', text: 'port list' }),
  ];

  it('are in texts, tool names, arguments, results, reasoning and attachments, in the order of the list', () => {
    const matches = find(messages, 'port');
    expect(matches.messages.map((m) => m.surfaces.map((s) => [s.key, s.offsets.length / 2]))).toEqual([
      [['m1', 1]],
      [
        ['m2', 1],
        ['m2/1/name', 1],
        ['m2/1/args', 2],
        ['m2/2', 1],
      ],
      [
        ['m3', 60],
        ['m3/1', 1],
      ],
      [['m4/0', 1]],
    ]);
    expect(matches.count).toBe(68);
    expect(matchAt(matches, 0)).toMatchObject({ index: 0, start: 6, end: 10 });
    expect(matchAt(matches, 67)).toMatchObject({ index: 3, key: 'm4/0' });
    expect(matchAt(matches, 68)).toBeNull();
    expect(firstFrom(matches, 2)).toBe(6);
    expect(firstFrom(find(messages, 'which'), 1)).toBe(0);
  });

  it('stay the same one after an edit elsewhere, and go on behind one that is gone', () => {
    const before = matchAt(find(messages, 'port'), 2)!;
    const longer = [message('m0', 'user', 'port port'), ...messages];
    expect(matchAt(find(longer, 'port'), sameMatch(find(longer, 'port'), before))).toMatchObject({
      key: 'm2/1/name',
    });
    const without = messages.toSpliced(1, 1);
    expect(matchAt(find(without, 'port'), sameMatch(find(without, 'port'), before))).toMatchObject({
      id: 'm3',
    });
  });

  it('read an edited message alone again', () => {
    const found = new WeakMap();
    const query = { text: 'port', matchCase: false };
    finish(findMatches(messages, query, found));
    const kept = found.get(messages[1]!);
    const edited = messages.with(0, message('m1', 'user', 'Port, port'));
    expect(finish(findMatches(edited, query, found)).count).toBe(69);
    expect(found.get(edited[1]!)).toBe(kept);
  });

  it('take every sign as it stands, and case only on request', () => {
    expect(count('a.b a-b (a) [x] $1 ^ a.b', 'a.b')).toBe(2);
    expect(count('a.b a-b', 'a-b')).toBe(1);
    expect(count('c++ C++', 'c++')).toBe(2);
    expect(count('c++ C++', 'c++', true)).toBe(1);
    expect(count('x', '')).toBe(0);
    expect(count('İstanbul ISTANBUL', 'stan')).toBe(2);
  });

  it('are not in the lines that fence code: those are not on screen', () => {
    expect(count('ts\n```ts\nlet ts = 1\n```\nts', 'ts')).toBe(3);
  });

  it('are whole emoji, and any script', () => {
    expect(count('👩‍👩‍👧 and 👩', '👩')).toBe(1);
    expect(count('👋🏽 and 👋', '👋')).toBe(1);
    expect(count('❤️ and ❤', '❤')).toBe(2);
    expect(count('👩‍👩‍👧', '👩‍👩‍👧')).toBe(1);
    expect(count('שלום עולם שלום', 'שלום')).toBe(2);
    expect(count('مرحبا بالعالم', 'بالعالم')).toBe(1);
  });
});
