/**
 * Splitting must cost what the length does. Counted are executed blocks of our code, not milliseconds. What a pattern
 * does inside is not counted; `sentences.test.ts` has the same texts at 5 MB for that.
 */
import { describe, expect, it } from 'vitest';
import { takeBlocks } from '../testing/executed-blocks';
import { LONG_TEXTS } from './testing/long-texts';

const { splitSentences } = await import('./sentences');

async function countOf(text: string): Promise<number> {
  await takeBlocks();
  splitSentences(text);
  return takeBlocks();
}

describe('splitting costs what the length does', () => {
  it.each(Object.entries(LONG_TEXTS))('%s', async (_, make) => {
    const [half, whole] = [make(20_000), make(40_000)];
    await countOf(half);
    const [once, twice] = [await countOf(half), await countOf(whole)];
    // Twice the work and a little for what every text costs; a walk over all pairs is four times the work.
    expect(twice, `${once} blocks, then ${twice}`).toBeLessThan(2.3 * once + 50);
  });
});
