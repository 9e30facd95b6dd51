const HIGH_BASIS = 0xcbf29ce4;
const LOW_BASIS = 0x84222325;
const TWO_32 = 0x1_0000_0000;

/**
 * FNV-1a, 64 bit, over the UTF-8 bytes of `text` (lone surrogates as three bytes): 16 hexadecimal digits.
 * For content identity, not for security. Parameters: draft-eastlake-fnv, prime 2^40 + 0x1b3.
 * Two 32-bit halves in ordinary numbers, because BigInt needs seconds for a message of a few megabytes.
 */
export function hash64(text: string): string {
  let high = HIGH_BASIS;
  let low = LOW_BASIS;
  const add = (byte: number): void => {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / TWO_32);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  };
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
        i++;
      }
    }
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xc0 | (code >> 6));
      add(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      add(0xe0 | (code >> 12));
      add(0x80 | ((code >> 6) & 0x3f));
      add(0x80 | (code & 0x3f));
    } else {
      add(0xf0 | (code >> 18));
      add(0x80 | ((code >> 12) & 0x3f));
      add(0x80 | ((code >> 6) & 0x3f));
      add(0x80 | (code & 0x3f));
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
