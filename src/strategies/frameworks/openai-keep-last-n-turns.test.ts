import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/openai-keep-last-n-turns.json';
import { goldens, strategy } from './openai-keep-last-n-turns.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({
  goldens,
  files: ['openaiKeepLastNTurns.json', 'openaiAgentsMemorySession.json'],
  read,
  kept,
});

const said = talk('s: rules', 'u: one', 'a: two', 'u: three', 'u: four', 'a: five', 'a: six', 'u: seven');
const last = (params: { max_turns: number; limit?: number | null }) =>
  fakeSteps(strategy, said, params).at(-1)!;

describe('The last N turns in a lane', () => {
  it('starts at the Nth-last user message', () => {
    expect(last({ max_turns: 1 }).picture).toBe('----+++');
    expect(last({ max_turns: 2 }).picture).toBe('---++++');
    expect(last({ max_turns: 2 }).reason(2)).toBe('before the last 2 user turns: dropped');
  });

  it('loses the system message as soon as there are N turns, not before', () => {
    expect(last({ max_turns: 3 }).picture).toBe('-++++++');
    expect(last({ max_turns: 4 }).picture).toBe('+++++++');
  });

  it('takes the limit of what is left, and 0 for none', () => {
    expect(last({ max_turns: 2, limit: 2 }).picture).toBe('-----++');
    expect(last({ max_turns: 2, limit: 0 }).picture).toBe('---++++');
    expect(last({ max_turns: 2, limit: 9 }).picture).toBe('---++++');
    expect(last({ max_turns: 2, limit: 2 }).reason(3)).toMatch(/before the last 2 messages: dropped/);
  });

  it('keeps 8 turns by default', () => {
    const long = talk(...Array.from({ length: 12 }, (_, i) => `u: ${i}`));
    expect(fakeSteps(strategy, long).at(-1)!.picture).toBe('---++++++++');
  });
});
