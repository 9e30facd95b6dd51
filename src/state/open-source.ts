import type { Imported } from '../core/importers/importer';
import { fail, ok, type Problem, type Result } from '../core/result';
import { openConversation } from './documents';
import type { PlaybackStore } from './playback';
import { openProject } from './project';
import type { ShellStore } from './shell';
import type { WorkspaceStore } from './workspace';

/** Larger files freeze the page when parsed on its thread; streaming in a worker is a later issue. */
const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

export interface OpenParts {
  readonly workspace: WorkspaceStore;
  readonly playback: PlaybackStore;
  readonly shell: ShellStore;
}

/** Opens pasted or typed text. A Problem leaves the current conversation as it is. */
export async function openText(
  parts: OpenParts,
  text: string,
  source = 'pasted text',
): Promise<Result<void>> {
  const loaded = await loadImporters();
  return loaded.ok ? await opened(parts, loaded.value.importText(text, {}), source) : loaded;
}

/** The importers' code comes with the first file: the first screen does not need it. */
async function loadImporters() {
  try {
    return ok(await import('../core/importers/import-conversation'));
  } catch {
    return fail({
      code: 'code-missing',
      message:
        'The part that reads files could not be loaded. Is the connection gone? Your current conversation is unchanged.',
    });
  }
}

/** Opens a dropped or chosen file. A Problem leaves the current conversation as it is. */
export async function openFile(parts: OpenParts, file: File): Promise<Result<void>> {
  if (file.size > LARGEST_FILE_BYTES) {
    const mb = Math.round(file.size / 1024 / 1024);
    return fail({
      code: 'too-large',
      message: `“${file.name}” has ${mb} MB; files up to 64 MB can be opened. Your current conversation is unchanged.`,
    });
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fail({
      code: 'file-unreadable',
      message: `“${file.name}” could not be read. Is it a folder, or was it moved? Your current conversation is unchanged.`,
    });
  }
  const loaded = await loadImporters();
  return loaded.ok
    ? await opened(parts, loaded.value.importBytes(bytes, { name: file.name }), file.name)
    : loaded;
}

async function opened(
  parts: OpenParts,
  imported: Result<Imported, Problem>,
  source: string,
): Promise<Result<void>> {
  if (!imported.ok) return imported;
  const { conversation, format, otherConversations, warnings, project } = imported.value;
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
