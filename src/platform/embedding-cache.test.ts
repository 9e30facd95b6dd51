import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddedText } from '../core/ports';
import { createEmbeddingCache } from './embedding-cache';

const embedded = (value: number): EmbeddedText => ({
  vector: Float32Array.of(value, 0),
  tokens: 3,
  estimated: false,
  chunks: 1,
  chunksUsed: 1,
});

describe('embedding cache', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps vectors for the next visit and leaves absent keys out', async () => {
    const first = createEmbeddingCache('kept');
    expect(
      await first.putMany(
        new Map([
          ['v1:a', embedded(1)],
          ['v1:b', embedded(2)],
        ]),
      ),
    ).toEqual({
      ok: true,
      value: undefined,
    });
    const found = await createEmbeddingCache('kept').getMany(['v1:b', 'v1:c', 'v1:a', 'v2:a']);
    expect([...found.keys()].sort()).toEqual(['v1:a', 'v1:b']);
    expect(found.get('v1:b')).toEqual(embedded(2));
  });

  it('gives a full store as a value, and stores nothing of that write', async () => {
    const cache = createEmbeddingCache('full');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    expect(await cache.putMany(new Map([['v1:a', embedded(1)]]))).toMatchObject({
      ok: false,
      error: { code: 'cache-full' },
    });
    vi.restoreAllMocks();
    expect((await cache.getMany(['v1:a'])).size).toBe(0);
  });

  it('is empty where IndexedDB is forbidden, says so on writing, and works once it is allowed', async () => {
    const cache = createEmbeddingCache('forbidden');
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect((await cache.getMany(['v1:a'])).size).toBe(0);
    expect(await cache.putMany(new Map([['v1:a', embedded(1)]]))).toMatchObject({
      ok: false,
      error: { code: 'cache-unavailable' },
    });
    vi.restoreAllMocks();
    expect((await cache.putMany(new Map([['v1:a', embedded(1)]]))).ok).toBe(true);
  });
});
