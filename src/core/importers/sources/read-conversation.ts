import type { Result } from '../../result';
import { fail } from '../../result';
import { openBytes, openText } from '../import-conversation';
import type { Imported } from '../importer';
import { openArchive } from '../zip/archive';
import type { SliceReader } from '../zip/directory';
import type { Inflate } from '../zip/read-entry';
import type { Input } from './list-sources';
import { collect, fileBytes } from './source-bytes';
import type { ConversationEntry } from './source-index';
import { gone, readWhole } from './whole-source';

/**
 * A listed conversation in full, along another branch where `leafId` names one. `input` is the file or text that it was
 * listed from. Errors: those of `importBytes`, `file-unreadable`, `conversation-gone`.
 */
export async function readConversation(
  input: Input,
  inflate: Inflate,
  { place }: ConversationEntry,
  leafId?: string,
): Promise<Result<Imported>> {
  if ('text' in input) return readWhole(openText(input.text, {}), place.conversation, leafId);
  const bytes = await bytesOf(input.name, input.file, inflate, place.inArchive);
  if (!bytes.ok) return bytes;
  return readWhole(
    openBytes(bytes.value, { name: place.inArchive ?? input.name }),
    place.conversation,
    leafId,
  );
}

async function bytesOf(
  name: string,
  file: SliceReader,
  inflate: Inflate,
  inArchive: string | null,
): Promise<Result<Uint8Array>> {
  if (inArchive === null) return collect(fileBytes(name, file));
  const archive = await openArchive(file, inflate);
  if (!archive.ok) return archive;
  const planned = archive.value.plan.files.find((f) => f.name === inArchive);
  return planned ? archive.value.read(planned) : fail(gone());
}
