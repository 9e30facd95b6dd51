import type { Result } from '../../result';
import { fail, ok } from '../../result';
import { openBytes, openText } from '../import-conversation';
import type { Imported } from '../importer';
import { openArchive } from '../zip/archive';
import type { SliceReader } from '../zip/directory';
import type { Inflate } from '../zip/read-entry';
import type { Input } from './list-sources';
import { collect, entryBytes, fileBytes, type SourceBytes } from './source-bytes';
import type { ConversationEntry } from './source-index';
import { readPart } from './streamed-source';
import { gone, readWhole } from './whole-source';

/**
 * A listed conversation in full, along another branch where `leafId` names one. `input` is the file or text that it was
 * listed from; `onProgress` gets the bytes read so far and all that will be. Errors: those of `importBytes`,
 * `file-unreadable`, `conversation-gone`.
 */
export async function readConversation(
  input: Input,
  inflate: Inflate,
  entry: ConversationEntry,
  leafId: string | undefined,
  onProgress: (read: number, total: number) => void,
): Promise<Result<Imported>> {
  const { inArchive, part, conversation } = entry.place;
  if ('text' in input) return readWhole(openText(input.text, {}), conversation, leafId);
  const source = await bytesOf(input.name, input.file, inflate, inArchive);
  if (!source.ok) return source;
  const { start, end } = part ?? { start: 0, end: source.value.size };
  if (end > source.value.size) return fail(gone());
  let read = 0;
  const bytes = await collect(source.value, start, end, (length) => {
    read += length;
    onProgress(read, end - start);
  });
  if (!bytes.ok) return bytes;
  if (part) return readPart(bytes.value, part, entry, leafId) ?? fail(gone());
  const name = inArchive ?? input.fileName;
  return readWhole(openBytes(bytes.value, name === undefined ? {} : { name }), conversation, leafId);
}

async function bytesOf(
  name: string,
  file: SliceReader,
  inflate: Inflate,
  inArchive: string | null,
): Promise<Result<SourceBytes>> {
  if (inArchive === null) return ok(fileBytes(name, file));
  const archive = await openArchive(file, inflate);
  if (!archive.ok) return archive;
  const { plan } = archive.value;
  const planned = [...plan.files, ...plan.fallback].find((f) => f.name === inArchive);
  const [entry] = planned?.entries ?? [];
  if (!planned || !entry) return fail(gone());
  if (planned.kind === 'file') return ok(entryBytes(archive.value, entry));
  const whole = await archive.value.read(planned);
  return whole.ok ? ok(memoryBytes(whole.value)) : whole;
}

const memoryBytes = (bytes: Uint8Array): SourceBytes => ({
  size: bytes.length,
  async stream(sink, start = 0) {
    await sink(bytes.subarray(start));
    return ok(bytes.length - start);
  },
});
