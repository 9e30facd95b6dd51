import { describe, expect, it } from 'vitest';
import type { Message, Part, Role } from './conversation';
import { makeStructure } from './structure';
import { shortTurnLabel, turnLabel } from './turn-label';

const text = (value: string): Part => ({ type: 'text', text: value });
const message = (role: Role, ...parts: Part[]): Message => ({
  id: `${role}-${parts.length}`,
  role,
  parts,
  time: null,
});
const label = (...messages: Message[]) => turnLabel(makeStructure(messages, 'user'), 1);
const userSays = (...parts: Part[]) => label(message('user', ...parts));

describe('the label of a turn', () => {
  it('is the first line of what the user said, without the stop that ends its only sentence', () => {
    expect(userSays(text('Fix auth.py.\nThen payments.'))).toBe('Fix auth.py');
    expect(userSays(text('Fix it. Then test it.'))).toBe('Fix it. Then test it.');
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \t\n\u00a0\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['control characters', '\u0000\u0007\u001b'],
    ['direction marks', '\u200e\u202e'],
    ['fillers', '\u3164\u115f\u2800\u00ad'],
  ])('of a message of %s says that it is empty', (_, value) => {
    expect(userSays(text(value))).toBe('empty message');
    expect(shortTurnLabel(makeStructure([message('user', text(value))], 'user'), 1)).toBe('empty message');
  });

  it('passes what is not seen in front of the words, however long', () => {
    expect(userSays(text(`\u200b\n${'\u200b'.repeat(500)}Hello`))).toBe('Hello');
    expect(userSays(text('👩‍💻 writes'))).toBe('👩‍💻 writes');
  });

  it('is the reply where the question is blank', () => {
    expect(label(message('user', text('\u200b')), message('assistant', text('Sure')))).toBe('Sure');
  });

  it('names attachments, alone or several', () => {
    const image: Part = { type: 'attachment', kind: 'image', name: 'cat.png' };
    expect(userSays(image)).toBe('[image cat.png]');
    expect(userSays({ type: 'attachment', kind: 'image', name: '\u200b' })).toBe('[image]');
    expect(userSays(text(' '), image, image, image)).toBe('[3 images]');
  });

  it('names a tool call, a tool result and reasoning where nothing else was said', () => {
    const call: Part = { type: 'tool-call', callId: 'c', name: 'read', arguments: { path: 'a' } };
    expect(label(message('user', text('')), message('assistant', call))).toBe('read({"path":"a"})');
    expect(label(message('assistant', { ...call, name: ' ' }))).toBe('unnamed tool({"path":"a"})');
    expect(label(message('tool', { type: 'tool-result', callId: 'c', text: 'found\nmore' }))).toBe(
      'result: found',
    );
    expect(label(message('tool', { type: 'tool-result', callId: 'c', text: '\u200b' }))).toBe(
      'result: empty',
    );
    expect(label(message('assistant', { type: 'reasoning', text: 'hm' }))).toBe('reasoning only');
  });
});
