/**
 * Reading a file must cost what its length does. Counted are executed blocks of our code, not milliseconds: the same
 * numbers on any machine. What a pattern does inside is not counted; `any-bytes.test.ts` has the same files for that.
 */
import { describe, expect, it } from 'vitest';
import { takeBlocks } from '../testing/executed-blocks';
import { STRANGE_FILES } from './testing/strange-files';

const { importAllBytes, importBytes } = await import('./import-conversation');
const { htmlToText } = await import('./html-text');
const { shortestInputs } = await import('./testing/inputs');

async function countOf(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  await takeBlocks();
  importBytes(bytes);
  const all = importAllBytes(bytes);
  if (all.ok) for (const _ of all.value);
  return takeBlocks();
}

/** Twice the work and a little for what every file costs; a walk over all pairs is four times the work. */
const MOST = 2.3;

async function expectLinear(short: string, long: string): Promise<void> {
  await countOf(short);
  const [once, twice] = [await countOf(short), await countOf(long)];
  const times = long.length / short.length;
  expect(twice / once, `${once} blocks, then ${twice}`).toBeLessThan((MOST / 2) * times);
}

describe('reading costs what the length does', () => {
  it.each(Object.entries(STRANGE_FILES))('%s', async (_, make) => {
    await expectLinear(make(8000), make(16_000));
  });

  it.each(['<a "', '<!--', '<p', '<br>', '<ul>', '&', '<script>'])('markup: %s', async (piece) => {
    const count = async (times: number): Promise<number> => {
      await takeBlocks();
      htmlToText(piece.repeat(times));
      return takeBlocks();
    };
    await count(4_000);
    const [once, twice] = [await count(4_000), await count(8_000)];
    expect(twice / once, `${once} blocks, then ${twice}`).toBeLessThan(MOST);
  });

  const texts = shortestInputs().flatMap(({ id, bytes, path }): [string, string, string][] => {
    if (/\.(?:zip|html)$/.test(path)) return [];
    return [[id, path, new TextDecoder().decode(bytes)]];
  });
  it.each(texts)('a long file of %s', async (_, path, text) => {
    const longer = (times: number): string => {
      if (!path.endsWith('.json')) return `${text}\n`.repeat(times);
      return JSON.stringify(lengthened(JSON.parse(text), times));
    };
    await expectLinear(longer(4), longer(8));
  });
});

/** The longest list of a value, `times` as long; objects by id get as many more entries. */
function lengthened(value: unknown, times: number): unknown {
  const holder = longestList(value);
  const copies = Array.from({ length: times }, () => holder.list).flat();
  return replaced(value, holder.list, copies);
}

interface Found {
  readonly list: readonly unknown[];
}

function longestList(value: unknown): Found {
  let best: readonly unknown[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node) && node.length > best.length) best = node;
    for (const child of Object.values(node)) walk(child);
  };
  walk(value);
  return { list: best };
}

function replaced(node: unknown, list: readonly unknown[], by: readonly unknown[]): unknown {
  if (node === list) return by;
  if (Array.isArray(node)) return node.map((child) => replaced(child, list, by));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, replaced(child, list, by)]));
}
