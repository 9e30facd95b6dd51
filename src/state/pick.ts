import type { ConversationDocument } from '../core/conversation';
import type { Imported } from '../core/importers/importer';
import type { ConversationEntry } from '../core/importers/sources/source-index';
import { fail, ok, type Problem, type Result } from '../core/result';
import { checkTurns } from '../core/turn-limit';
import type { SegmentationChoice } from '../core/turns';
import { tell } from './news';
import {
  cancelled,
  documentOf,
  type OpenOptions,
  type OpenParts,
  openedImport,
  openImported,
  reportOf,
} from './open-source';
import { MAX_QUEUE } from './queue';
import type { Sources } from './sources';

export interface PickOptions extends OpenOptions {
  /** Conversations read so far. */
  onRead?(done: number): void;
}

interface Read {
  readonly entry: ConversationEntry;
  readonly imported: Imported;
}

/** How many more conversations the queue takes. */
export const queueRoom = ({ imports }: OpenParts): number =>
  MAX_QUEUE - imports.store.getState().queue.length;

/**
 * Opens the chosen conversations: the first at once, and of several all wait in the queue, in this order. Those that cannot
 * be read are left out and said. Errors: the first one's when none can be read, `cancelled`.
 */
export async function openChosen(
  parts: OpenParts,
  sources: Sources,
  entries: readonly ConversationEntry[],
  options: PickOptions = {},
): Promise<Result<void>> {
  const { segmentation } = parts.workspace.getState().settings;
  const { read, failed } = await readAll(sources, entries, segmentation, options);
  sources.rest();
  if (options.signal?.aborted) return fail(cancelled);
  const [first] = read;
  if (!first) return fail(failed[0] ?? nothingChosen);
  const imports = await parts.imports.start();
  void imports?.choices.keep(entries);
  if (read.length === 1) {
    const { imported, entry } = first;
    const opened = await openImported(parts, imported, entry.source, sources.index, options.signal);
    if (!opened.ok) return opened;
  } else if (imports) {
    const added: { document: ConversationDocument; source: string }[] = [];
    for (const { entry, imported } of read) {
      const { document, problems } = await documentOf(imported);
      const report = reportOf(imported, entry.source, sources.index, problems);
      await imports.opened(openedImport(imported, report));
      added.push({ document, source: entry.source });
    }
    await imports.queue.add(added);
    const opened = await imports.queue.goTo(first.imported.conversation.id);
    if (!opened.ok) return opened;
    parts.shell.setState({ dialog: null });
    tell(parts, `Queued ${read.length} conversations; the first of them is open.${sentenceOf(failed)}`);
    return ok(undefined);
  }
  if (failed.length > 0)
    tell(parts, `Opened “${first.imported.conversation.title}”.${sentenceOf(failed)}`, true);
  return ok(undefined);
}

async function readAll(
  { read }: Sources,
  entries: readonly ConversationEntry[],
  segmentation: SegmentationChoice,
  options: PickOptions,
): Promise<{ read: Read[]; failed: Problem[] }> {
  const done: Read[] = [];
  const failed: Problem[] = [];
  for (const [i, entry] of entries.entries()) {
    options.onRead?.(i);
    const imported = await read(entry, options);
    if (options.signal?.aborted) break;
    const fits = imported.ok ? checkTurns(imported.value.conversation.messages, segmentation) : imported;
    if (imported.ok && fits.ok) done.push({ entry, imported: imported.value });
    else if (!fits.ok) failed.push(fits.error);
  }
  return { read: done, failed };
}

const sentenceOf = ([first, ...others]: readonly Problem[]): string =>
  first ? ` ${others.length + 1} could not be read: ${first.message}` : '';

const nothingChosen: Problem = { code: 'nothing-chosen', message: 'Choose at least one conversation.' };
