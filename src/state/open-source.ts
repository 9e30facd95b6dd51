import type { Conversation, ConversationDocument } from '../core/conversation';
import { emptyDocument } from '../core/conversation';
import type { Imported } from '../core/importers/importer';
import type { ReadProgress, SourceIndex } from '../core/importers/sources/source-index';
import { ok, type Problem, type Result } from '../core/result';
import { checkTurns } from '../core/turn-limit';
import type { AppState } from './app-state';
import { openConversation } from './documents';
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
  return imported.ok ? openImported(parts, imported.value, entry!.source, index) : imported;
}

/**
 * Makes a conversation that was read the open one, as one undo step. `source`: the name of its file in the index. Errors:
 * those of `change`; everything is then as it was.
 */
export async function openImported(
  parts: OpenParts,
  imported: Imported,
  source: string,
  index: SourceIndex,
): Promise<Result<void>> {
  const { conversation, project } = imported;
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
  const opened = project ? await openProject(parts, project, label) : openRead(parts, conversation, label);
  if (!opened.ok) {
    parts.playback.setState(played);
    return opened;
  }
  const changed: Problem[] = (opened.value ?? []).map((problem) => ({
    code: 'project-changed',
    message: `Opened with a change: ${problem}.`,
  }));
  const report = reportOf(imported, source, index, changed);
  parts.shell.setState({ dialog: null, report });
  tell(parts, openedSentence(report), true);
  void imports?.opened(openedImport(imported, report));
  return ok(undefined);
}

/** A conversation that is too long is refused where it is opened: the workspace would say so in a notice as well. */
function openRead({ workspace }: OpenParts, conversation: Conversation, label: string): Result<void> {
  const fits = checkTurns(conversation.messages, workspace.getState().settings.segmentation);
  return fits.ok ? openConversation(workspace, conversation, label) : fits;
}

/** What is remembered of a conversation that was read. */
export const openedImport = ({ branches, ownText }: Imported, report: ImportReport) => ({
  report,
  branches: branches ?? [],
  source: ownText === undefined ? null : { name: report.source, text: ownText },
});

/** The document of a conversation that was read, with its marks where the source has some. */
export const documentOf = ({ conversation, project }: Imported): ConversationDocument =>
  project?.document ?? emptyDocument(conversation);

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
