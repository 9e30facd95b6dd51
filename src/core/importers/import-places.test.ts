import { describe, expect, it } from 'vitest';
import { placeAt, placeText } from '../places';
import type { Problem } from '../result';
import { importText } from './import-conversation';
import { MAX_PLACES } from './import-report';

function warningsOf(text: string): readonly Problem[] {
  const result = importText(text);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value.warnings;
}
const placesOf = (text: string, code: string) => warningsOf(text).find((w) => w.code === code)?.places;

describe('places of a warning', () => {
  it('name the place in the file and the message it became part of, through what was left out', () => {
    const file = JSON.stringify([
      { role: 'user', content: '' },
      { role: 'user', content: 'q', id: 'ask' },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }, 7], tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'x', content: 'r\ud800' },
    ]);
    expect(placesOf(file, 'empty-skipped')).toEqual([{ path: '[0]' }]);
    expect(placesOf(file, 'mixed-shapes')).toEqual([
      { path: '[2].content[1]', messageId: 'm2' },
      { path: '[2].tool_calls[0]', messageId: 'm2' },
    ]);
    expect(placesOf(file, 'orphan-tool-result')).toEqual([{ path: '[3]', messageId: 'm3' }]);
    expect(placesOf(file, 'lone-surrogate-replaced')).toEqual([{ path: '[3]', messageId: 'm3' }]);
  });

  it('name lines', () => {
    const lines = [
      { role: 'user', content: 'a', timestamp: '2026-03-02T09:00:00Z' },
      { role: 'narrator', content: 'b' },
      { role: 'assistant', content: 'c', id: 'x' },
      { role: 'assistant', content: 'd', id: 'x' },
    ];
    const file = lines.map((l) => JSON.stringify(l)).join('\n\n');
    expect(placesOf(file, 'unknown-sender')).toEqual([{ line: 3, path: 'role', messageId: 'm2' }]);
    expect(placesOf(file, 'untimed')).toEqual([
      { line: 3, messageId: 'm2' },
      { line: 5, messageId: 'x' },
      { line: 7, messageId: 'x-2' },
    ]);
    expect(placesOf(file, 'duplicate-id')).toEqual([{ path: 'id "x"', messageId: 'x-2' }]);
    expect(placesOf(`${file}\n{"role": "user", "conte`, 'bad-line')).toEqual([{ line: 8 }]);
  });

  it('are kept up to a limit; the count goes on', () => {
    const one = { role: 'tool', tool_call_id: 'x', content: 'r' };
    const [warning] = warningsOf(JSON.stringify(Array.from({ length: MAX_PLACES + 50 }, () => one)));
    expect(warning).toMatchObject({ code: 'orphan-tool-result', count: MAX_PLACES + 50 });
    expect(warning?.places).toHaveLength(MAX_PLACES);
  });

  it('read and write the same', () => {
    for (const where of ['line 4', 'line 4, messages[2].role', 'messages[3]', 'id "a"']) {
      expect(placeText(placeAt(where))).toBe(where);
    }
    expect(placeText(placeAt('line 4.role'))).toBe('line 4, role');
    expect(placeAt('line 4 and more')).toEqual({ path: 'line 4 and more' });
  });
});
