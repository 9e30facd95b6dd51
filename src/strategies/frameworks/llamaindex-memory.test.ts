import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/llamaindex-memory.json';
import { goldens, strategy } from './llamaindex-memory.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['llamaindexMemory.json'], read, kept });

/** 5, 5, 5, 24 and 5 tokens. */
const said = talk('s: rules', 'u: one', 'a: two', `u: ${'long '.repeat(20)}`, 'a: four', 'u: five');
const last = (params: { tokenLimit: number; shortTermTokenLimitRatio?: number }) =>
  fakeSteps(strategy, said, params).at(-1)!;

describe('Memory in a lane', () => {
  it('keeps the newest messages within the share, rounded up', () => {
    expect(last({ tokenLimit: 8 }).picture).toBe('----+'); // ceil(5.6) = 6
    expect(last({ tokenLimit: 6 }).picture).toBe('----+'); // ceil(4.2) = 5
    expect(last({ tokenLimit: 5 }).picture).toBe('-----'); // ceil(3.5) = 4
    expect(last({ tokenLimit: 44, shortTermTokenLimitRatio: 1 }).picture).toBe('+++++');
    expect(last({ tokenLimit: 43, shortTermTokenLimitRatio: 1 }).picture).toBe('-++++');
  });

  it('stops at the first that does not fit, though older ones would', () => {
    const { picture, reason } = last({ tokenLimit: 28, shortTermTokenLimitRatio: 1 });
    expect(picture).toBe('----+');
    expect(reason(3)).toMatch(/1 token over the short-term limit of 28 tokens/);
    expect(reason(4)).toBe('within the last 1 message: 5 of at most 28 tokens');
  });
});
