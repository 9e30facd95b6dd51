import type { Problem, Result } from '../../result';
import { fail, ok } from '../../result';
import { crc32 } from './crc32';
import { type ArchiveEntry, damagedArchive, type SliceReader } from './directory';

/**
 * Raw deflate as the platform has it: takes chunks, gives chunks as they are asked for, throws on damaged data.
 * `src/engines/importing/inflate.ts` is the browser's and Node's.
 */
export type Inflate = (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Takes a chunk, awaited before the next one; false stops the reading. */
export type Sink = (chunk: Uint8Array) => unknown;

export interface ReadLimits {
  /** Unpacked bytes of one entry. */
  readonly maxBytes?: number;
  /** How many times larger than packed an entry may become, once it is larger than `freeBytes`. */
  readonly maxRatio?: number;
  readonly freeBytes?: number;
}

const CHUNK = 256 * 1024;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

const GIGABYTE = 1024 ** 3;
/** Chats full of repetitions pack 200 times; an archive made to explode, a thousand times. */
const DEFAULTS: Required<ReadLimits> = { maxBytes: 2 * GIGABYTE, maxRatio: 600, freeBytes: GIGABYTE / 4 };

/**
 * An entry's unpacked bytes, chunk by chunk, in bounded memory; the number of bytes, or why it can not be read.
 * Errors: `zip-archive` (encrypted, damaged, another compression), `too-large`. What was given to `sink` before an error
 * is to be thrown away.
 */
export async function readEntry(
  file: SliceReader,
  entry: ArchiveEntry,
  inflate: Inflate,
  sink: Sink,
  limits: ReadLimits = {},
): Promise<Result<number>> {
  const { maxBytes, maxRatio, freeBytes } = { ...DEFAULTS, ...limits };
  const name = entry.name.slice(0, 100);
  const allowed = Math.min(maxBytes, Math.max(freeBytes, entry.packedSize * maxRatio));
  if (entry.isEncrypted) return fail(encrypted(name));
  if (entry.method !== STORED && entry.method !== DEFLATED) return fail(otherMethod(name));
  if (entry.size > allowed) return fail(tooLarge(name, maxBytes, entry.size > maxBytes));
  let total = 0;
  let crc = 0;
  try {
    const start = await dataStart(file, entry);
    if (start === null) return fail(damagedArchive(`"${name}" is not where it should be`));
    const packed = slices(file, start, start + entry.packedSize);
    for await (const chunk of entry.method === STORED ? packed : inflate(packed)) {
      total += chunk.length;
      // Whatever the table of contents says: what comes out decides.
      if (total > allowed) return fail(tooLarge(name, maxBytes, total > maxBytes));
      if (total > entry.size) return fail(damagedArchive(`"${name}" is larger than it says`));
      crc = crc32(chunk, crc);
      if ((await sink(chunk)) === false) return ok(total);
    }
  } catch {
    return fail(damagedArchive(`"${name}" can not be unpacked`));
  }
  if (total !== entry.size || crc !== entry.crc)
    return fail(damagedArchive(`"${name}" is not what it was when it was packed`));
  return ok(total);
}

const encrypted = (name: string): Problem => ({
  code: 'zip-archive',
  message: `"${name}" in this ZIP archive is protected with a password. Unpack it and load the file.`,
});

const otherMethod = (name: string): Problem => ({
  code: 'zip-archive',
  message: `"${name}" in this ZIP archive is compressed in a way that is not supported. Unpack it and load the file.`,
});

const tooLarge = (name: string, maxBytes: number, isLimit: boolean): Problem => ({
  code: 'too-large',
  message: isLimit
    ? `"${name}" in this ZIP archive unpacks to more than ${Math.round((maxBytes / GIGABYTE) * 10) / 10} GB. Unpack it, split it and load one part.`
    : `"${name}" in this ZIP archive unpacks to a suspiciously large file and was not opened. If you trust it, unpack it and load the file.`,
});

/** Behind the entry's own header, whose extra field may differ from the one in the table of contents. */
async function dataStart(file: SliceReader, { offset, packedSize }: ArchiveEntry): Promise<number | null> {
  if (offset + 30 > file.size) return null;
  const bytes = await file.read(offset, offset + 30);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return null;
  const start = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  return start + packedSize <= file.size ? start : null;
}

async function* slices(file: SliceReader, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += CHUNK) yield await file.read(at, Math.min(end, at + CHUNK));
}
