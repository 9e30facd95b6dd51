import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/langchain-token-buffer.json';
import { goldens, strategy } from './langchain-token-buffer.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['tokenBuffer.json'], read, kept });

describe('ConversationTokenBufferMemory over a conversation', () => {
  // Tokens: 6 5 5, then 5 5 7, then 5.
  const messages = talk('s: be kind', 'u: one', 'a: 1', 'u: two', 't: result', 'a: 2 and more', 'u: three');
  const steps = (maxTokenLimit: number) => fakeSteps(strategy, messages, { maxTokenLimit });
  const pictures = (maxTokenLimit: number) => steps(maxTokenLimit).map((s) => s.picture);

  it('drops single messages, the oldest and so the system message first', () => {
    expect(pictures(33)).toEqual(['+', '+++', '++++++']);
    expect(pictures(32)).toEqual(['+', '+++', '-+++++']);
    expect(pictures(12)).toEqual(['+', '-++', '----++']);
  });

  it('may drop the newest message too, down to nothing', () => {
    expect(pictures(6)).toEqual(['+', '--+', '------']);
  });

  it('prunes nothing before the first turn has been saved', () => {
    expect(pictures(0)).toEqual(['+', '---', '------']);
    expect(steps(0)[0]!.reason(0)).toBe('nothing is pruned before the first turn has been saved');
  });

  it('never lets a dropped message come back', () => {
    const starts = steps(12).map((s) => s.picture.indexOf('+'));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('gives the tokens that decided', () => {
    const last = steps(12)[2]!;
    expect(last.reason(3)).toBe('from here on 5 tokens over maxTokenLimit: dropped');
    expect(last.reason(4)).toBe('from here on 12 of 12 tokens');
  });
});
