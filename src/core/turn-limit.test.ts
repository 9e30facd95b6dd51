import { expect, it } from 'vitest';
import type { Message, Role } from './conversation';
import { checkTurns, MAX_TURNS } from './turn-limit';

const talk = (turns: number, answers = 1): Message[] =>
  Array.from({ length: turns * (1 + answers) }, (_, i) => {
    const role: Role = i % (1 + answers) === 0 ? 'user' : 'assistant';
    return { id: `m${i}`, role, parts: [{ type: 'text', text: 'x' }], time: null };
  });

it('refuses one turn more than the maps hold, with both numbers and what works', () => {
  expect(checkTurns(talk(MAX_TURNS), 'auto').ok).toBe(true);
  expect(checkTurns(talk(MAX_TURNS + 1), 'auto')).toMatchObject({
    error: {
      code: 'too-large',
      message: expect.stringMatching(/has 5,001 turns; .* 5,000\. Open a part .*decay simulate/),
    },
  });
});

it('counts turns as they are chosen, not messages', () => {
  expect(checkTurns(talk(1_000, 6), 'user').ok).toBe(true);
  expect(checkTurns(talk(1_000, 6), 'call').ok).toBe(false);
});
