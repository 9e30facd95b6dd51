import { expect, it } from 'vitest';
import { words } from '../strategies/testing/talk';
import type { Message, Part } from './conversation';
import { DEFAULT_TOKEN_OPTIONS, makeTokenFacts, type TokenOptions } from './token-facts';

const message = (...parts: Part[]): Message => ({ id: 'm', role: 'assistant', parts, time: null });
const facts = (m: Message, options: Partial<TokenOptions> = {}) =>
  makeTokenFacts([m], words, () => 1_000, { ...DEFAULT_TOKEN_OPTIONS, ...options });
const tokens = (m: Message, options: Partial<TokenOptions> = {}) => facts(m, options).message[0];

const text: Part = { type: 'text', text: 'three words here' };

it('are 4 and the text, the 4 adjustable', () => {
  expect(tokens(message())).toBe(4);
  expect(tokens(message(text))).toBe(4 + 3);
  expect(tokens(message(text), { overhead: 7 })).toBe(7 + 3);
});

it('count tool-call names, JSON arguments and tool results', () => {
  const call: Part = { type: 'tool-call', callId: 'c', name: 'read file', arguments: { path: 'a b c' } };
  expect(tokens(message(call))).toBe(4 + 2 + 3);
  expect(tokens(message({ type: 'tool-result', callId: 'c', text: 'it is done' }))).toBe(4 + 3);
});

it('leave reasoning out, unless it is switched on', () => {
  const thought = message(text, { type: 'reasoning', text: 'a long thought' });
  expect(tokens(thought)).toBe(4 + 3);
  expect(tokens(thought, { includeReasoning: true })).toBe(4 + 3 + 3);
});

it('are 0 for an attachment, which is flagged', () => {
  const picture = message(text, { type: 'attachment', kind: 'image', name: 'a.png' });
  expect(tokens(picture)).toBe(4 + 3);
  expect(facts(picture).uncountedAttachments).toBe(1);
  expect(facts(message(text)).uncountedAttachments).toBe(0);
});

it('are exact only when every text has been counted', () => {
  expect(facts(message(text)).exact).toBe(true);
  const some = makeTokenFacts(
    [message(text)],
    () => undefined,
    () => 9,
    DEFAULT_TOKEN_OPTIONS,
  );
  expect(some.exact).toBe(false);
  expect(some.message[0]).toBe(4 + 9);
});
