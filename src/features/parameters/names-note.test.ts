import { describe, expect, it } from 'vitest';
import { namesIn, namesNote } from './names-note';

const known = new Set(['read_file', 'rin']);

describe('the note under a field of names', () => {
  it('lists what is named in the conversation', () => {
    expect(namesNote([], known)).toBe('Named here: read_file, rin.');
    expect(namesNote(['rin'], known)).toBe('Named here: read_file, rin.');
    expect(namesNote([], new Set())).toBe('No tool or speaker has a name here.');
  });

  it('says which typed names are of nothing', () => {
    expect(namesNote(['rin', 'raed_file'], known)).toBe(
      '“raed_file” names nothing in this conversation. Named here: read_file, rin.',
    );
    expect(namesNote(['a', 'b'], known)).toContain('“a”, “b” name nothing');
  });

  it('counts the names that it does not list', () => {
    const many = new Set(Array.from({ length: 15 }, (_, i) => `tool${i}`));
    expect(namesNote([], many)).toMatch(/tool11 and 3 more\.$/);
  });

  it('finds tools by their calls and speakers by their names, each once', () => {
    const call = { type: 'tool-call' as const, callId: 'c', name: 'search', arguments: {} };
    const messages = [
      { id: 'a', role: 'user' as const, name: 'rin', parts: [{ type: 'text' as const, text: 'hi' }] },
      { id: 'b', role: 'assistant' as const, parts: [call, call] },
      { id: 'c', role: 'user' as const, name: 'rin', parts: [] },
    ];
    expect([...namesIn({ messages } as never)]).toEqual(['rin', 'search']);
  });
});
