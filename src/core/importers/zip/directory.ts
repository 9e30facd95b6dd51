import type { Problem, Result } from '../../result';
import { fail, ok } from '../../result';

/** A file or blob that is read in slices, so that an archive with gigabytes of pictures costs nothing. */
export interface SliceReader {
  readonly size: number;
  /** The bytes from `start` up to `end`, which both lie within the file. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface ArchiveEntry {
  /** With folders, as the archive has it. */
  readonly name: string;
  /** Unpacked, as the archive says. */
  readonly size: number;
  readonly packedSize: number;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  /** Where the entry's own header is. */
  readonly offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 200_000;
const MAX_DIRECTORY = 128 * 1024 * 1024;
const IN_EXTRA = 0xffffffff;

export const damagedArchive = (what: string): Problem => ({
  code: 'zip-archive',
  message: `This ZIP archive is damaged or incomplete (${what}). Download it again, or unpack it with another program and load the files.`,
});

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const big = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** The archive's table of contents, without folders. Errors: `zip-archive` when it is damaged, split or too long. */
export async function readDirectory(file: SliceReader): Promise<Result<readonly ArchiveEntry[]>> {
  if (file.size < END_SIZE) return fail(damagedArchive('it is too short'));
  const tailStart = Math.max(0, file.size - END_SIZE - MAX_COMMENT);
  const tail = await file.read(tailStart, file.size);
  const at = findEnd(tail);
  if (at === -1)
    return fail(damagedArchive('its table of contents is missing, as when a download stops early'));
  const view = viewOf(tail);
  let place = {
    count: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  };
  if (view.getUint16(at + 4, true) !== 0 && view.getUint16(at + 4, true) !== 0xffff) return fail(inParts());
  if (place.count === 0xffff || place.size === IN_EXTRA || place.offset === IN_EXTRA) {
    const large = await readEnd64(file, tailStart + at);
    if (large) place = large;
  }
  if (place.count > MAX_ENTRIES || place.size > MAX_DIRECTORY) {
    return fail({
      code: 'too-large',
      message: `This ZIP archive holds ${place.count} files, which is too many to open. Unpack it and load conversations.json from it.`,
    });
  }
  if (place.offset + place.size > file.size) return fail(damagedArchive('its table of contents is cut off'));
  return readEntries(await file.read(place.offset, place.offset + place.size), place.count, file.size);
}

const inParts = (): Problem => ({
  code: 'zip-archive',
  message:
    'This ZIP archive is one part of several. Join or unpack them with another program and load conversations.json.',
});

/** From behind, because the comment in front of which it stands may hold anything. */
function findEnd(tail: Uint8Array): number {
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= tail.length)
      return at;
  }
  return -1;
}

async function readEnd64(
  file: SliceReader,
  endAt: number,
): Promise<{ count: number; size: number; offset: number } | null> {
  if (endAt < 20) return null;
  const locator = viewOf(await file.read(endAt - 20, endAt));
  const at = big(locator, 8);
  if (locator.getUint32(0, true) !== LOCATOR_64 || at + 56 > file.size) return null;
  const view = viewOf(await file.read(at, at + 56));
  if (view.getUint32(0, true) !== END_64) return null;
  return { count: big(view, 32), size: big(view, 40), offset: big(view, 48) };
}

function readEntries(bytes: Uint8Array, count: number, fileSize: number): Result<readonly ArchiveEntry[]> {
  const view = viewOf(bytes);
  const entries: ArchiveEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) {
      return fail(damagedArchive(`its table of contents breaks off after ${i} of ${count} files`));
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > bytes.length) return fail(damagedArchive('a name in its table of contents is cut off'));
    const flags = view.getUint16(at + 8, true);
    const entry = {
      name: nameOf(bytes.subarray(at + 46, nameEnd)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 0x2041) !== 0,
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, nameEnd, extraEnd),
    };
    if (entry.offset + 30 + entry.packedSize > fileSize) {
      return fail(damagedArchive(`"${entry.name.slice(0, 100)}" lies beyond its end`));
    }
    if (!entry.name.endsWith('/')) entries.push(entry);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return overlapping(entries) ? fail(damagedArchive('its files overlap')) : ok(entries);
}

/** Names beyond ASCII only matter for showing them; old archives have them in the code page of some system. */
function nameOf(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += 4096)
    pieces.push(String.fromCharCode(...bytes.subarray(i, i + 4096)));
  const raw = pieces.join('');
  try {
    return decodeURIComponent(
      raw.replace(/[%\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`),
    );
  } catch {
    return raw;
  }
}

function sizesOf(view: DataView, at: number, extraStart: number, extraEnd: number) {
  let packedSize = view.getUint32(at + 20, true);
  let size = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  for (let x = extraStart; x + 4 <= extraEnd; x += 4 + view.getUint16(x + 2, true)) {
    if (view.getUint16(x, true) !== 1) continue;
    // Only the fields that did not fit are there, in this order.
    const end = Math.min(extraEnd, x + 4 + view.getUint16(x + 2, true));
    let field = x + 4;
    const next = (): number | null => {
      field += 8;
      return field <= end ? big(view, field - 8) : null;
    };
    if (size === IN_EXTRA) size = next() ?? size;
    if (packedSize === IN_EXTRA) packedSize = next() ?? packedSize;
    if (offset === IN_EXTRA) offset = next() ?? offset;
  }
  return { packedSize, size, offset };
}

/** Archives made to explode use the same packed bytes for many files. */
function overlapping(entries: readonly ArchiveEntry[]): boolean {
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  return sorted.some(
    (entry, i) => i > 0 && entry.offset < sorted[i - 1]!.offset + 30 + sorted[i - 1]!.packedSize,
  );
}
