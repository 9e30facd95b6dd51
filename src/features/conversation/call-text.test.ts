import { describe, expect, it } from 'vitest';
import { callSummary, prettyJson } from './call-text';

describe('tool calls as text', () => {
  it('puts a call on one line, from an object or from its JSON text', () => {
    expect(callSummary('search', { query: 'keys', limit: 5 })).toBe('search(query: "keys", limit: 5)');
    expect(callSummary('search', '{"query": "keys"}')).toBe('search(query: "keys")');
    expect(callSummary('run', 'ls -la\n/tmp')).toBe('run(ls -la /tmp)');
    expect(callSummary('now', {})).toBe('now()');
  });

  it('cuts a long call', () => {
    expect(callSummary('f', 'x'.repeat(300))).toBe(`f(${'x'.repeat(90)}…)`);
  });

  it('indents JSON and leaves everything else alone', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson('{"a":')).toBeNull();
    expect(prettyJson('12')).toBeNull();
    expect(prettyJson('plain')).toBeNull();
  });
});
