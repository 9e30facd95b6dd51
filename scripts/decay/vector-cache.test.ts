import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { captureIo, tempFolder } from './testing/capture';
import { openVectorCache } from './vector-cache';

const manifest = { id: 'model', version: 'v1', dimensions: 3, files: [] };
const vector = Float32Array.of(0.1, -2, 3e-9);

describe('the cache of vectors on disk', () => {
  let temp = tempFolder();
  beforeEach(() => {
    temp = tempFolder();
  });
  afterEach(() => temp.remove());

  const open = (model = manifest) => {
    const captured = captureIo({ root: temp.folder });
    return { cache: openVectorCache(captured.io, model), err: captured.err };
  };
  const files = () =>
    readdirSync(path.join(temp.folder, '.cache'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  it('keeps vectors for later runs, by text and model', () => {
    open().cache.put('a text', vector);
    expect(open().cache.get('a text')).toEqual(vector);
    expect(open().cache.get('another text')).toBeUndefined();
    expect(open({ ...manifest, version: 'v2' }).cache.get('a text')).toBeUndefined();
    expect(open().err()).toBe('');
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => bytes.map((b, i) => (i === 2 ? b ^ 1 : b))],
  ])('takes no damaged file (%s) for a vector, says so once, and mends it', (_, damage) => {
    const first = open().cache;
    first.put('a', vector);
    first.put('b', vector);
    for (const file of files()) writeFileSync(file, damage(readFileSync(file)));
    const { cache, err } = open();
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
    expect(err().match(/damaged files/g)).toHaveLength(1);
    cache.put('a', vector);
    expect(open().cache.get('a')).toEqual(vector);
  });

  it('can be written by two runs at once, and leaves nothing unfinished', () => {
    const [one, two] = [open().cache, open().cache];
    for (let i = 0; i < 50; i++) {
      one.put(`text ${i}`, Float32Array.of(i, 0, 0));
      two.put(`text ${i}`, Float32Array.of(i, 0, 0));
      expect(two.get(`text ${i}`)).toEqual(Float32Array.of(i, 0, 0));
    }
    expect(files()).toHaveLength(50);
  });

  it('goes without where it cannot write, and says so once', () => {
    mkdirSync(path.join(temp.folder, '.cache'));
    writeFileSync(path.join(temp.folder, '.cache', 'vectors'), 'a file where the folder would be');
    const { cache, err } = open();
    cache.put('a', vector);
    cache.put('b', vector);
    expect(cache.get('a')).toBeUndefined();
    expect(err().match(/Vectors are not kept/g)).toHaveLength(1);
  });
});
