import type { Problem, Result } from '../../result';
import type { Imported } from '../importer';
import { type Input, listSources } from '../sources/list-sources';
import { readConversation } from '../sources/read-conversation';
import type { ConversationEntry, IndexedSource } from '../sources/source-index';
import type { SliceReader } from '../zip/directory';
import type { Inflate } from '../zip/read-entry';

/** Bytes in memory, read as a file is. */
export const memoryFile = (bytes: Uint8Array): SliceReader => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.slice(start, end)),
});

export const fileInput = (name: string, bytes: Uint8Array): Input & { file: SliceReader } => ({
  name,
  fileName: name,
  file: memoryFile(bytes),
});

export interface ListedAll {
  readonly sources: readonly IndexedSource[];
  readonly entries: readonly ConversationEntry[];
  readonly only: Imported | undefined;
  read(entry: ConversationEntry | undefined, leafId?: string): Promise<Result<Imported>>;
}

const noInflate: Inflate = () => {
  throw new Error('This test has no archive.');
};

/** Lists inputs as the worker does: the index, or the problem. */
export async function listAll(
  inputs: readonly Input[],
  inflate: Inflate = noInflate,
): Promise<ListedAll | Problem> {
  const entries: ConversationEntry[] = [];
  const listed = await listSources(inputs, inflate, {
    progress: () => undefined,
    found: (found) => void entries.push(...found),
  });
  if (!listed.ok) return listed.error;
  return {
    sources: listed.value.sources,
    entries,
    only: listed.value.only,
    read: (entry, leafId) =>
      readConversation(inputs[entry!.place.file]!, inflate, entry!, leafId, () => undefined),
  };
}

export async function listed(inputs: readonly Input[], inflate?: Inflate): Promise<ListedAll> {
  const all = await listAll(inputs, inflate);
  if ('code' in all) throw new Error(`${all.code}: ${all.message}`);
  return all;
}
