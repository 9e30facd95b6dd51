import type { Imported } from '../core/importers/importer';
import type { ConversationEntry, SourceIndex } from '../core/importers/sources/source-index';
import type { Result } from '../core/result';
import { fail, ok } from '../core/result';
import {
  createImportClient,
  createImportWorker,
  type ImportClient,
  type ListOptions,
  type ReadOptions,
} from '../engines/importing/import-client';
import type { SourceInput } from '../engines/importing/import-contract';

/** Files or a text that were opened together: what they hold, and reading it. */
export interface Sources {
  readonly index: SourceIndex;
  /**
   * A conversation in full, along another branch where `leafId` names one (a `Branch.leafId` of what was read before).
   * Its warnings include those about the whole source. Errors: those of the importers, `file-unreadable` (moved or changed
   * since), `conversation-gone`, `cancelled`, `worker-crashed`.
   */
  read(
    entry: ConversationEntry,
    options?: ReadOptions & { readonly leafId?: string | undefined },
  ): Promise<Result<Imported>>;
  /** Ends the worker and keeps the files: the next reading starts another. */
  rest(): void;
  /** Ends the worker and lets go of the files. */
  close(): void;
}

export type OpenSourcesOptions = ListOptions & {
  /** Of a text, for sentences: "pasted text". */
  readonly name?: string;
};

/**
 * Lists the conversations of files (ZIP archives too), or of a text, as one index. At least one conversation on success.
 * Errors: the first source's when nothing was found, `cancelled`, `worker-crashed`, `code-missing`.
 */
export async function openSources(
  input: readonly File[] | string,
  options: OpenSourcesOptions = {},
  client: ImportClient = createImportClient(createImportWorker),
): Promise<Result<Sources>> {
  let inputs: readonly SourceInput[] =
    typeof input === 'string'
      ? [{ name: options.name ?? 'pasted text', text: input }]
      : input.map((file) => ({ name: file.name, blob: file }));
  const listed = await client.list(inputs, options);
  if (!listed.ok) {
    client.dispose();
    return listed;
  }
  const index = listed.value;
  return ok({
    index,
    async read(entry, readOptions = {}) {
      const from = inputs[entry.place.file];
      if (!from) return fail(closed);
      const read = await client.read(from, entry, readOptions);
      if (!read.ok) return read;
      const report = index.sources.find((source) => source.name === entry.source)?.report ?? [];
      const said = new Set(read.value.warnings.map((w) => w.message));
      return ok({
        ...read.value,
        otherConversations: index.conversations.length - 1,
        warnings: [...report.filter((w) => !said.has(w.message)), ...read.value.warnings],
      });
    },
    rest: () => client.dispose(),
    close() {
      inputs = [];
      client.dispose();
    },
  });
}

const closed = {
  code: 'conversation-gone',
  message: 'The file is no longer open here. Open it again to read another conversation.',
};
