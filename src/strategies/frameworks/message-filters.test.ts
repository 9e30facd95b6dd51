import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import kept from './fixtures/message-filters.json';
import { filterMessages, mergeMessageRuns } from './lib/message-filters';
import { goldens } from './message-filters.goldens';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['filterMessages.json', 'mergeMessageRuns.json'], read, kept });

describe('filterMessages', () => {
  const messages = [
    { role: 'user', name: null, id: 'a' },
    { role: 'tool', name: 'read', id: null },
    { role: 'assistant', name: '', id: 'c' },
  ] as const;
  const ids = (filter: Parameters<typeof filterMessages>[1]) =>
    filterMessages(messages, filter).map((m) => m.role);

  it('keeps everything without a filter, nothing with an empty list to include', () => {
    expect(ids({})).toEqual(['user', 'tool', 'assistant']);
    expect(ids({ includeIds: new Set() })).toEqual([]);
    expect(ids({ excludeNames: new Set() })).toEqual(['user', 'tool', 'assistant']);
  });

  it('lets in what matches any list, and keeps out first', () => {
    expect(ids({ includeNames: new Set(['read']), includeIds: new Set(['a']) })).toEqual(['user', 'tool']);
    expect(ids({ includeTypes: new Set(['human', 'ai']), excludeIds: new Set(['a']) })).toEqual([
      'assistant',
    ]);
  });

  it('matches no name or id where a message has none', () => {
    expect(ids({ excludeNames: new Set(['']), excludeIds: new Set(['']) })).toEqual([
      'user',
      'tool',
      'assistant',
    ]);
  });
});

describe('mergeMessageRuns', () => {
  it('joins neighbours of one role, and never tool results', () => {
    const message = (role: 'user' | 'tool', content: string) => ({ role, content, toolCalls: [] });
    const runs = mergeMessageRuns([
      message('user', ''),
      message('user', 'x'),
      message('tool', '1'),
      message('tool', '2'),
    ]);
    expect(runs.map((run) => run.content)).toEqual(['\nx', '1', '2']);
    expect(mergeMessageRuns([])).toEqual([]);
  });
});
