/**
 * What reading costs must grow as the input does, whatever is long about it. Counted are executed blocks of our code, not
 * milliseconds: the same numbers on any machine.
 */
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../testing/executed-blocks';
import { LONG_INPUTS } from './testing/long-inputs';

const { importText } = await import('./import-conversation');
const { JsonSplitter } = await import('./stream/json-splitter');

const N = 400;
const split = (text: string): void => {
  const splitter = new JsonSplitter();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1000) splitter.push(bytes.subarray(at, at + 1000));
  splitter.end();
};

describe('twice as much costs about twice as much', () => {
  it.each(Object.entries(LONG_INPUTS))('%s', async (_, make) => {
    const read = (n: number) => () => {
      const imported = importText(make(n));
      if (!imported.ok) throw new Error(imported.error.message);
    };
    await blocksOf(read(N));
    const once = await blocksOf(read(N));
    expect((await blocksOf(read(2 * N))) / once).toBeLessThan(2.3);
  });

  it.each(Object.entries(LONG_INPUTS))('cutting %s', async (_, make) => {
    const once = await blocksOf(() => split(make(N)));
    expect((await blocksOf(() => split(make(2 * N)))) / once).toBeLessThan(2.3);
  });
});
