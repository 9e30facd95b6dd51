import { emptyDocument } from '../core/conversation';
import type { Imported } from '../core/importers/importer';
import type { ReadProgress, SourceIndex } from '../core/importers/sources/source-index';
import type { Project } from '../core/project-file';
import { readAhead } from '../core/read-ahead';
import { fail, ok, type Problem, type Result } from '../core/result';
import { checkTurns } from '../core/turn-limit';
import type { AppState } from './app-state';
import { openDocument } from './documents';
import { inSlices, nextTask } from './in-slices';
import type { Labelled } from './labelled';
import { tell } from './news';
import { openedSentence } from './opened-text';
import { openProject } from './project';
import type { ImportReport } from './shell';
import { openSources } from './sources';

export type OpenParts = Pick<AppState, 'workspace' | 'playback' | 'shell' | 'imports'>;

export interface OpenOptions {
  /** Cancels: the open conversation stays as it is. */
  readonly signal?: AbortSignal;
  onProgress?(progress: ReadProgress): void;
}

/**
 * Opens dropped or chosen files, or a text: one conversation in all at once, of several the user chooses in the picker.
 * A Problem leaves the current conversation as it is.
 */
export async function openSource(
  parts: OpenParts,
  input: readonly File[] | string,
  options: OpenOptions = {},
): Promise<Result<void>> {
  const sources = await openSources(input, options);
  if (!sources.ok) return sources;
  const { index, read, rest, close } = sources.value;
  const [entry, ...others] = index.conversations;
  if (others.length > 0) {
    parts.imports.store.getState().picking?.close();
    parts.imports.store.setState({ picking: sources.value });
    parts.shell.setState({ dialog: 'pick' });
    rest();
    return ok(undefined);
  }
  const imported = await read(entry!, options);
  close();
  return imported.ok ? openImported(parts, imported.value, entry!.source, index, options.signal) : imported;
}

/**
 * Makes a conversation that was read the open one, as one undo step. `source`: the name of its file in the index. Errors:
 * those of `change`, `cancelled`; everything is then as it was.
 */
export async function openImported(
  parts: OpenParts,
  imported: Imported,
  source: string,
  index: SourceIndex,
  signal?: AbortSignal,
): Promise<Result<void>> {
  const { project } = imported;
  await inSlices(readAhead(imported.conversation.messages), signal);
  await nextTask();
  if (signal?.aborted) return fail(cancelled);
  // It keeps what is left behind, so it has to be there before.
  const imports = await parts.imports.start();
  const played = parts.playback.getState();
  parts.playback.setState({
    probeId: null,
    selectedTurn: null,
    hover: null,
    playing: false,
    legendFilter: null,
  });
  const label = `open ${source}`;
  const opened = project
    ? await openProjectRead(parts, project, label)
    : await openRead(parts, imported, label);
  if (!opened.ok) {
    parts.playback.setState(played);
    return opened;
  }
  // Every view has just been drawn anew; the picker's list goes away in a task of its own.
  await nextTask();
  const report = reportOf(imported, source, index, opened.value);
  parts.shell.setState({ dialog: null, report });
  tell(parts, openedSentence(report), true);
  void imports?.opened(openedImport(imported, report));
  return ok(undefined);
}

async function openProjectRead(
  parts: OpenParts,
  project: Project,
  label: string,
): Promise<Result<readonly Problem[]>> {
  const opened = await openProject(parts, project, label);
  if (!opened.ok) return opened;
  return ok(
    opened.value.map((problem) => ({
      code: 'project-changed',
      message: `Opened with a change: ${problem}.`,
    })),
  );
}

/**
 * Opens what was read, with what became of its questions. A conversation that is too long is refused where it is opened: the
 * workspace would say so in a notice as well.
 */
async function openRead(
  { workspace }: OpenParts,
  imported: Imported,
  label: string,
): Promise<Result<readonly Problem[]>> {
  const { document, problems } = await documentOf(imported);
  const fits = checkTurns(document.conversation.messages, workspace.getState().settings.segmentation);
  if (!fits.ok) return fits;
  const opened = openDocument(workspace, document, null, label);
  return opened.ok ? ok(problems) : opened;
}

/** What is remembered of a conversation that was read. */
export const openedImport = ({ branches, ownText }: Imported, report: ImportReport) => ({
  report,
  branches: branches ?? [],
  source: ownText === undefined ? null : { name: report.source, text: ownText },
});

/** The document of a conversation that was read, with its marks and questions where the source has some. */
export async function documentOf(imported: Imported): Promise<Labelled> {
  const { conversation, labels, project } = imported;
  if (project) return { document: project.document, problems: [] };
  if (!labels) return { document: emptyDocument(conversation), problems: [] };
  return (await import('./labelled')).labelledDocument(imported);
}

export const cancelled: Problem = { code: 'cancelled', message: 'Reading was cancelled.' };

export function reportOf(
  { conversation, format, warnings }: Imported,
  source: string,
  { sources, conversations }: SourceIndex,
  changed: readonly Problem[] = [],
): ImportReport {
  return {
    conversationId: conversation.id,
    source,
    format,
    messages: conversation.messages.length,
    otherConversations: conversations.length - 1,
    warnings: [...warnings, ...changed],
    ...(sources.length > 1
      ? {
          sources: sources.map(({ name, format, conversations, report }) => ({
            name,
            format,
            conversations,
            report,
          })),
        }
      : {}),
  };
}
