/**
 * A key for a text, the same in every visit: SHA-256 of its UTF-16 code units (unpaired surrogates stay distinct), or,
 * where `crypto.subtle` is missing (pages served over plain http), a 128-bit hash that is not cryptographic. The two
 * kinds have different lengths, so they never meet.
 */
export async function hashText(
  text: string,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<string> {
  if (!subtle) return murmur128(text);
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return [...new Uint8Array(await subtle.digest('SHA-256', units))].map((byte) => hex(byte, 2)).join('');
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, '0');

const SEEDS = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93] as const;
const MULTIPLIERS = [0x85ebca6b, 0xc2b2ae35, 0x9e3779b1, 0x27d4eb2f] as const;

/** Four MurmurHash3-style lanes over the code units, mixed into each other at the end. */
export function murmur128(text: string): string {
  const lanes = SEEDS.map((seed, lane) => {
    let h = seed ^ text.length;
    for (let i = 0; i < text.length; i++) {
      h = Math.imul(h ^ text.charCodeAt(i), MULTIPLIERS[lane]!);
      h = (h << 13) | (h >>> 19);
    }
    return h;
  });
  const [a, b, c, d] = lanes as [number, number, number, number];
  return [finish(a ^ (b + c)), finish(b ^ (c + d)), finish(c ^ (d + a)), finish(d ^ (a + b))]
    .map((h) => hex(h, 8))
    .join('');
}

/** MurmurHash3's final mix. */
function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
