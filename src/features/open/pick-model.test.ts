import { describe, expect, it } from 'vitest';
import type { ConversationEntry } from '../../core/importers/sources/source-index';
import { parseTimestamp } from '../../core/timestamps';
import { daysText, found, sorted } from './pick-model';

const entry = (
  id: string,
  title: string,
  from: string | null,
  to: string | null,
  turns = 1,
): ConversationEntry => ({
  id,
  source: 'a.json',
  format: 'chatgpt-export',
  title,
  firstWords: `words of ${id}`,
  from: parseTimestamp(from),
  to: parseTimestamp(to),
  turns,
  messages: turns * 2,
  place: { file: 0, inArchive: null, conversation: 0, part: null },
});
const entries = [
  entry('none', 'Without times', null, null, 3),
  entry('long', 'chat 10', '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', 9),
  entry('late', 'Chat 9', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 3),
];
const ids = (list: readonly ConversationEntry[]) => list.map((e) => e.id).join(' ');

describe('the order of the picker', () => {
  it('goes by the last message, the first, the title, or the length; what has no time is last', () => {
    expect(ids(sorted(entries, 'newest'))).toBe('long late none');
    expect(ids(sorted(entries, 'oldest'))).toBe('long late none');
    expect(ids(sorted(entries, 'title'))).toBe('late long none');
    expect(ids(sorted(entries, 'longest'))).toBe('long none late');
    expect(ids(sorted(entries, 'file'))).toBe('none long late');
  });
});

it('finds every word, in any case, in title, first words and file', () => {
  expect(ids(found(entries, ' CHAT '))).toBe('long late');
  expect(ids(found(entries, 'words none'))).toBe('none');
  expect(found(entries, 'a.json')).toHaveLength(3);
  expect(found(entries, 'nothing')).toHaveLength(0);
});

it('finds beginnings of words first, and the middle of a word only where nothing begins so', () => {
  const titled = (...titles: string[]) => titles.map((title, i) => entry(`e${i}`, title, null, null));
  const some = titled('Export to CSV', 'Which port?', 'Importing', 'Ports, again', 'Straße', '東京の天気');
  expect(ids(found(some, 'port'))).toBe('e1 e3');
  expect(ids(found(some, 'xpor'))).toBe('e0');
  expect(ids(found(some, 'again port'))).toBe('e3');
  expect(ids(found(some, '天気'))).toBe('e5');
  expect(ids(found(some, ', ag'))).toBe('e3');
});

it('says days once', () => {
  const at = (text: string) => parseTimestamp(text);
  expect(daysText(null, null)).toBe('');
  expect(daysText(at('2026-03-02T09:00:00Z'), at('2026-03-02T10:00:00Z'))).toBe('2 Mar 2026');
  expect(daysText(at('2026-03-02T09:00:00Z'), at('2026-03-04T10:00:00Z'))).toBe('2 to 4 Mar 2026');
  expect(daysText(at('2026-02-28T09:00:00Z'), at('2026-03-04T10:00:00Z'))).toBe('28 Feb to 4 Mar 2026');
  expect(daysText(at('2025-12-31T09:00:00Z'), at('2026-01-01T10:00:00Z'))).toBe('31 Dec 2025 to 1 Jan 2026');
});
