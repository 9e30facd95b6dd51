import type { Result } from '../../result';
import { fail, ok } from '../../result';
import { MAX_BYTES } from '../../text-decode';
import type { Archive } from '../zip/archive';
import type { ArchiveEntry, SliceReader } from '../zip/directory';
import type { Sink } from '../zip/read-entry';

/** The bytes of a file, or of a file within an archive, in order. */
export interface SourceBytes {
  /** Unpacked, as the file or the archive says. */
  readonly size: number;
  /** Gives the bytes from `start` on, chunk by chunk; the number given. `sink` ends it with false. */
  stream(sink: Sink, start?: number): Promise<Result<number>>;
}

/** Small enough that what a chunk becomes (text, values) is small beside the file, large enough to be fast. */
const CHUNK = 1024 * 1024;

/** Error `file-unreadable`: a folder, or a file that was moved or changed. */
export const fileBytes = (name: string, file: SliceReader): SourceBytes => ({
  size: file.size,
  async stream(sink, start = 0) {
    let at = start;
    while (at < file.size) {
      let chunk: Uint8Array;
      try {
        chunk = await file.read(at, Math.min(at + CHUNK, file.size));
      } catch {
        return fail(unreadable(name));
      }
      at += chunk.length;
      if ((await sink(chunk)) === false) break;
    }
    return ok(at - start);
  },
});

export const unreadable = (name: string) => ({
  code: 'file-unreadable',
  message: `“${name}” could not be read. Is it a folder, or was it moved?`,
});

export const entryBytes = (archive: Archive, entry: ArchiveEntry): SourceBytes => ({
  size: entry.size,
  stream(sink, start = 0) {
    let before = 0;
    return archive.stream(entry, (chunk) => {
      const from = Math.max(0, start - before);
      before += chunk.length;
      return from < chunk.length ? sink(from === 0 ? chunk : chunk.subarray(from)) : true;
    });
  },
});

/** All bytes from `start` up to `end`. Error `too-large` above 256 MB. */
export async function collect(
  bytes: SourceBytes,
  start = 0,
  end = bytes.size,
  onChunk?: (length: number) => void,
): Promise<Result<Uint8Array>> {
  if (end - start > MAX_BYTES) return fail(tooLarge(end - start));
  const out = new Uint8Array(end - start);
  let at = 0;
  const read = await bytes.stream((chunk) => {
    const part = chunk.length > out.length - at ? chunk.subarray(0, out.length - at) : chunk;
    out.set(part, at);
    at += part.length;
    onChunk?.(part.length);
    return at < out.length;
  }, start);
  return read.ok ? ok(at < out.length ? out.subarray(0, at) : out) : read;
}

const tooLarge = (size: number) => ({
  code: 'too-large',
  message: `This has ${Math.round(size / 1024 / 1024)} MB in one piece; pieces up to ${MAX_BYTES / 1024 / 1024} MB can be opened. Split it and load one part.`,
});
