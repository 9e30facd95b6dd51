import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/langchain-buffer-window.json';
import { goldens, strategy } from './langchain-buffer-window.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['bufferWindow.json'], read, kept });

describe('BufferWindowMemory over a conversation', () => {
  const messages = talk('s: be kind', 'u: one', 'a: 1', 'u: two', 't: result', 'a: 2', 'u: three', 'a: 3');
  const pictures = (params = {}) => fakeSteps(strategy, messages, params).map((s) => s.picture);

  it('keeps the last 2k messages of the past, tool results and the system message counted', () => {
    expect(pictures({ k: 1 })).toEqual(['+', '-++', '----++']);
    expect(pictures({ k: 2 })).toEqual(['+', '+++', '--++++']);
  });

  it('keeps everything at k = 0 as shipped, nothing as documented', () => {
    expect(pictures({ k: 0 })).toEqual(['+', '+++', '++++++']);
    expect(pictures({ k: 0, rule: 'documented' })).toEqual(['-', '---', '------']);
  });

  it('says where the window ends', () => {
    const last = fakeSteps(strategy, messages, { k: 1 })[2]!;
    expect(last.reason(3)).toBe('number 3 from the end, outside the last 2k = 2 messages');
    expect(last.reason(4)).toBe('number 2 from the end, within the last 2k = 2 messages');
    expect(fakeSteps(strategy, messages, { k: 0 })[2]!.reason(0)).toContain('slice(-0)');
  });
});
