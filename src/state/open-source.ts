import { importBytes, importText } from '../core/importers/import-conversation';
import type { Imported } from '../core/importers/importer';
import { fail, type Problem, type Result } from '../core/result';
import { openConversation } from './documents';
import type { PlaybackStore } from './playback';
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
export function openText(parts: OpenParts, text: string, source = 'pasted text'): Result<void> {
  return opened(parts, importText(text, {}), source);
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
  return opened(parts, importBytes(bytes, { name: file.name }), file.name);
}

function opened(parts: OpenParts, imported: Result<Imported, Problem>, source: string): Result<void> {
  if (!imported.ok) return imported;
  const { conversation, format, otherConversations, warnings } = imported.value;
  parts.playback.setState({
    probeId: null,
    selectedTurn: null,
    hover: null,
    playing: false,
    legendFilter: null,
  });
  openConversation(parts.workspace, conversation, `open ${source}`);
  parts.shell.setState({
    dialog: null,
    report: { source, format, messages: conversation.messages.length, otherConversations, warnings },
  });
  return { ok: true, value: undefined };
}
