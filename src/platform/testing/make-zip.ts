import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../core/importers/zip/crc32';
import type { SliceReader } from '../../core/importers/zip/directory';

export interface ZipPart {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly stored?: boolean;
  readonly flags?: number;
  readonly method?: number;
  /** What the table of contents says instead of the truth. */
  readonly claims?: { readonly size?: number; readonly crc?: number; readonly offset?: number };
}

const u16 = (n: number): number[] => [n & 0xff, (n >>> 8) & 0xff];
const u32 = (n: number): number[] => [...u16(n & 0xffff), ...u16(n >>> 16)];
const u64 = (n: number): number[] => [...u32(n >>> 0), ...u32(Math.floor(n / 2 ** 32))];

/** An archive as zip programs write it; with `large` in the form for more than 4 GB. */
export function makeZip(
  parts: readonly ZipPart[],
  { comment = '', large = false } = {},
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder();
  const out: Uint8Array[] = [];
  let at = 0;
  const put = (bytes: ArrayLike<number>): void => {
    out.push(Uint8Array.from(bytes));
    at += bytes.length;
  };
  const directory: number[] = [];
  for (const { name, data, stored = false, flags = 0x800, method = stored ? 0 : 8, claims = {} } of parts) {
    const bytes = typeof data === 'string' ? text.encode(data) : data;
    const packed = stored ? bytes : new Uint8Array(deflateRawSync(bytes));
    const nameBytes = text.encode(name);
    const { size = bytes.length, crc = crc32(bytes), offset = at } = claims;
    const limits = large ? [u32(0xffffffff), u32(0xffffffff)] : [u32(packed.length), u32(size)];
    const extra = large ? [...u16(1), ...u16(24), ...u64(size), ...u64(packed.length), ...u64(offset)] : [];
    const shared = [
      ...u16(flags),
      ...u16(method),
      ...u32(0),
      ...u32(crc),
      ...limits.flat(),
      ...u16(nameBytes.length),
    ];
    put([...u32(0x04034b50), ...u16(20), ...shared, ...u16(0), ...nameBytes]);
    put(packed);
    directory.push(
      ...[
        ...u32(0x02014b50),
        ...u16(20),
        ...u16(20),
        ...shared,
        ...u16(extra.length),
        ...u16(0),
        ...u16(0),
        ...u16(0),
      ],
      ...[...u32(0), ...u32(large ? 0xffffffff : offset), ...nameBytes, ...extra],
    );
  }
  const start = at;
  put(directory);
  if (large) {
    const end64 = at;
    put([
      ...u32(0x06064b50),
      ...u64(44),
      ...u16(45),
      ...u16(45),
      ...u32(0),
      ...u32(0),
      ...u64(parts.length),
      ...u64(parts.length),
      ...u64(directory.length),
      ...u64(start),
    ]);
    put([...u32(0x07064b50), ...u32(0), ...u64(end64), ...u32(1)]);
  }
  const [count, size, offset] = large
    ? [0xffff, 0xffffffff, 0xffffffff]
    : [parts.length, directory.length, start];
  put([
    ...u32(0x06054b50),
    ...u16(0),
    ...u16(0),
    ...u16(count),
    ...u16(count),
    ...u32(size),
    ...u32(offset),
    ...u16(comment.length),
    ...text.encode(comment),
  ]);
  const whole = new Uint8Array(at);
  let to = 0;
  for (const piece of out) {
    whole.set(piece, to);
    to += piece.length;
  }
  return whole;
}

export const reader = (bytes: Uint8Array): SliceReader => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
});
