import type { SliceReader } from '../../core/importers/zip/directory';
import type { Inflate } from '../../core/importers/zip/read-entry';

/** Raw deflate by the platform's own decompressor: browsers, workers and Node have it. */
export const inflate: Inflate = async function* (packed) {
  const chunks = packed[Symbol.asyncIterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(Uint8Array.from(next.value));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
};

/** A file or blob of the page, read in slices. */
export const sliceReader = (blob: Blob): SliceReader => ({
  size: blob.size,
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
});
