/** The bytes that give JSON its structure; in UTF-8 they are never part of another character. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const LIST_END = 0x5d;
export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
export const NEWLINE = 0x0a;
const RETURN = 0x0d;

export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === RETURN || byte === 0x09;

/** Where the line ends that `from` is in: at its break, or at the end of the bytes. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === NEWLINE || byte === RETURN) return i;
  }
  return bytes.length;
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

export function withoutTrailingSpace(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1]!)) end--;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}
