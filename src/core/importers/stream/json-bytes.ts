/** The bytes that give JSON its structure; in UTF-8 they are never part of another character. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const LIST = 0x5b;
const BACKSLASH = 0x5c;
export const LIST_END = 0x5d;
export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
export const NEWLINE = 0x0a;
const RETURN = 0x0d;

export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === RETURN || byte === 0x09;

/** Where the string ends that goes on at `from`: at its closing quote, or at the end of the bytes. */
export function stringEnd(bytes: Uint8Array, from: number, isEscaped: boolean): number {
  let start = from;
  let escaped = isEscaped;
  for (let at = bytes.indexOf(QUOTE, start); at !== -1; at = bytes.indexOf(QUOTE, start)) {
    if (!endsEscaped(bytes, start, at, escaped)) return at;
    start = at + 1;
    escaped = false;
  }
  return bytes.length;
}

/** Whether what stands at `end` is escaped: behind an odd number of backslashes. `isEscaped`: what stands at `from` is. */
export function endsEscaped(bytes: Uint8Array, from: number, end: number, isEscaped: boolean): boolean {
  let at = end;
  while (at > from && bytes[at - 1] === BACKSLASH) at--;
  const backslashes = end - at + (at === from && isEscaped ? 1 : 0);
  return backslashes % 2 === 1;
}

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
