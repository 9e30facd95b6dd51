import type { Imported } from '../core/importers/importer';
import type { ReadProgress } from '../core/importers/sources/source-index';
import { fail, ok, type Problem, type Result } from '../core/result';
import { openConversation } from './documents';
import type { PlaybackStore } from './playback';
import { openProject } from './project';
import type { ShellStore } from './shell';
import type { WorkspaceStore } from './workspace';

export interface OpenParts {
  readonly workspace: WorkspaceStore;
  readonly playback: PlaybackStore;
  readonly shell: ShellStore;
}

export interface OpenOptions {
  /** Cancels: the open conversation stays as it is. */
  readonly signal?: AbortSignal;
  onProgress?(progress: ReadProgress): void;
}

/** Opens pasted or typed text. A Problem leaves the current conversation as it is. */
export const openText = (parts: OpenParts, text: string, options: OpenOptions = {}): Promise<Result<void>> =>
  open(parts, text, options);

/** Opens the first conversation of dropped or chosen files. A Problem leaves the current conversation as it is. */
export const openFiles = (
  parts: OpenParts,
  files: readonly File[],
  options: OpenOptions = {},
): Promise<Result<void>> => open(parts, files, options);

async function open(
  parts: OpenParts,
  input: readonly File[] | string,
  options: OpenOptions,
): Promise<Result<void>> {
  const loaded = await loadSources();
  if (!loaded.ok) return loaded;
  const sources = await loaded.value.openSources(input, options);
  if (!sources.ok) return sources;
  const [entry] = sources.value.index.conversations;
  const imported = await sources.value.read(entry!, options);
  sources.value.close();
  return imported.ok ? openImported(parts, imported.value, entry!.source) : imported;
}

/** What reads files comes with the first one: the first screen does not need it. */
async function loadSources() {
  try {
    return ok(await import('./sources'));
  } catch {
    return fail({
      code: 'code-missing',
      message:
        'The part that reads files could not be loaded. Is the connection gone? Your current conversation is unchanged.',
    });
  }
}

/** Makes a conversation that was read the open one, as one undo step. `source` is for sentences. */
export async function openImported(
  parts: OpenParts,
  imported: Imported,
  source: string,
): Promise<Result<void>> {
  const { conversation, format, otherConversations, warnings, project } = imported;
  parts.playback.setState({
    probeId: null,
    selectedTurn: null,
    hover: null,
    playing: false,
    legendFilter: null,
  });
  const changed: Problem[] = [];
  if (project) {
    const problems = await openProject(parts, project, `open ${source}`);
    changed.push(
      ...problems.map((problem) => ({
        code: 'project-changed',
        message: `Opened with a change: ${problem}.`,
      })),
    );
  } else openConversation(parts.workspace, conversation, `open ${source}`);
  parts.shell.setState({
    dialog: null,
    report: {
      conversationId: conversation.id,
      source,
      format,
      messages: conversation.messages.length,
      otherConversations,
      warnings: [...warnings, ...changed],
    },
  });
  return { ok: true, value: undefined };
}
