import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash64 } from './hash';

const slowReference = (text: string): string => {
  let h = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    h = ((h ^ BigInt(byte)) * 0x100000001b3n) & ((1n << 64n) - 1n);
  return h.toString(16).padStart(16, '0');
};

describe('hash64', () => {
  it('gives the published FNV-1a 64 values', () => {
    expect(hash64('')).toBe('cbf29ce484222325');
    expect(hash64('a')).toBe('af63dc4c8601ec8c');
    expect(hash64('foobar')).toBe('85944171f73967e8');
  });

  it('equals an arbitrary-precision reference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(hash64(text)).toBe(slowReference(text));
      }),
    );
  });

  it('tells a lone surrogate from its replacement', () => {
    expect(hash64('\ud800')).not.toBe(hash64('\ufffd'));
  });
});
