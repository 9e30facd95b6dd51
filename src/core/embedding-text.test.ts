import { expect, it } from 'vitest';
import type { Message, Part } from './conversation';
import { embeddingText, lexicalText } from './embedding-text';

const message = (parts: readonly Part[], name?: string): Message => ({
  id: 'm',
  role: 'assistant',
  parts,
  time: null,
  ...(name === undefined ? {} : { name }),
});
const said: Part = { type: 'text', text: 'Hello.' };

it('names the speaker: the name where there is one, else the role', () => {
  expect(embeddingText(message([said]))).toBe('assistant: Hello.');
  expect(embeddingText(message([said], 'Ana'))).toBe('Ana: Hello.');
});

it('embeds calls and results, but neither reasoning nor attachments', () => {
  const parts: readonly Part[] = [
    { type: 'reasoning', text: 'Hm.' },
    said,
    { type: 'tool-call', callId: 'c', name: 'read', arguments: { path: 'a.py' } },
    { type: 'tool-result', callId: 'c', text: 'done' },
  ];
  expect(embeddingText(message(parts))).toBe('assistant: Hello.\nread({"path":"a.py"})\ndone');
  expect(embeddingText(message([{ type: 'reasoning', text: 'Hm.' }]))).toBeNull();
  expect(embeddingText(message([{ type: 'text', text: ' \n' }], 'Ana'))).toBeNull();
});

it('names no role to the lexical stand-in: all turns would share it with every question', () => {
  expect(lexicalText(message([said]))).toBe('Hello.');
  expect(lexicalText(message([said], 'Ana'))).toBe('Ana: Hello.');
  expect(lexicalText(message([]))).toBeNull();
});
