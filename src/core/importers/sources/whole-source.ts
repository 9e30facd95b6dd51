import type { Result } from '../../result';
import { fail, ok } from '../../result';
import { withId } from '../build-conversation';
import { guarded, type OpenedSource, withWarnings } from '../import-conversation';
import type { Imported } from '../importer';
import { withOwnText } from '../own-text';
import { EntryMaker } from './describe';
import type { ConversationEntry, ConversationPlace, IndexedSource } from './source-index';

export interface ListedSource {
  readonly source: IndexedSource;
  /** Absent where they were given while they were found. */
  readonly conversations?: readonly ConversationEntry[];
  /** The only conversation, where there is one: it need not be read again. */
  readonly only?: Imported;
}

export interface SourceName {
  /** As the index has it. */
  readonly name: string;
  readonly file: number;
  readonly inArchive: string | null;
}

/** What a source is that was decoded as a whole. Errors: those of `importBytes`. */
export function listWhole(
  opened: Result<OpenedSource>,
  { name, file, inArchive }: SourceName,
  bytes: number,
): Result<ListedSource> {
  return guarded(() => {
    if (!opened.ok) return opened;
    const { importer, source, warnings } = opened.value;
    const first = importer.parse(source);
    if (!first.ok) return first;
    const maker = new EntryMaker(name);
    const conversations: ConversationEntry[] = [];
    for (const imported of importer.parseAll?.(source) ?? [first.value]) {
      const place: ConversationPlace = { file, inArchive, conversation: conversations.length, part: null };
      conversations.push(maker.make(imported, place));
    }
    if (conversations.length === 0)
      conversations.push(maker.make(first.value, { file, inArchive, conversation: 0, part: null }));
    return ok({
      source: {
        name,
        file,
        bytes,
        format: importer.id,
        conversations: conversations.length,
        report: [...warnings, ...first.value.warnings.filter((w) => w.code === 'empty-conversation')],
      },
      conversations,
      ...(conversations.length === 1
        ? { only: withId(withOwnText(withWarnings(first.value, warnings), opened.value, 0)) }
        : {}),
    });
  });
}

/** A conversation by its number among those that `listWhole` found; its warnings include those about the whole source. */
export function readWhole(
  opened: Result<OpenedSource>,
  conversation: number,
  leafId: string | undefined,
): Result<Imported> {
  return guarded(() => {
    if (!opened.ok) return opened;
    const { importer, source, warnings } = opened.value;
    // The first, or a branch: formats that branch read the conversation that is asked for.
    if (conversation === 0 || leafId !== undefined) {
      const choice = { conversation, ...(leafId === undefined ? {} : { leafId }) };
      const imported = importer.parse(source, choice);
      return imported.ok
        ? ok(withId(withOwnText(withWarnings(imported.value, warnings), opened.value, conversation)))
        : imported;
    }
    let n = 0;
    for (const imported of importer.parseAll?.(source) ?? []) {
      if (n++ === conversation)
        return ok(withId(withOwnText(withWarnings(imported, warnings), opened.value, conversation)));
    }
    return fail(gone());
  });
}

export const gone = () => ({
  code: 'conversation-gone',
  message: 'This conversation is no longer in the file. Was the file changed? Open it again.',
});
