import { describe, expect, it } from 'vitest';
import { hashText, murmur128 } from './text-hash';

describe('hashText', () => {
  it('tells unpaired surrogates apart, which UTF-8 would not', async () => {
    const hashes = await Promise.all(
      ['a', 'b', '', '\uD800', '\uD801', '\uFFFD'].map((text) => hashText(text)),
    );
    expect(new Set(hashes).size).toBe(6);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('works where crypto.subtle is missing, with keys of another length', async () => {
    const before = globalThis.crypto;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await hashText('a')).toBe(murmur128('a'));
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: before, configurable: true });
    }
    expect(murmur128('a')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has no collision among 100,000 similar texts in any half of the fallback', () => {
    const texts = Array.from({ length: 100_000 }, (_, i) => `user: message ${i}`);
    for (const half of [0, 16]) {
      expect(new Set(texts.map((text) => murmur128(text).slice(half, half + 16))).size).toBe(texts.length);
    }
  });
});
