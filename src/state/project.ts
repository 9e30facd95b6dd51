import { type Project, writeProject } from '../core/project-file';
import { ok, type Result } from '../core/result';
import { checkTurns } from '../core/turn-limit';
import { segment } from '../core/turns';
import { loadAllStrategies } from '../strategies/registry';
import type { AppState } from './app-state';
import { needsMore, restoreLanes } from './lanes';
import { restoreSettings } from './persistence';
import type { PlaybackStore } from './playback';
import { change, type WorkspaceStore } from './workspace';

/** Everything a person has set up, as the text of a project file. */
export function projectText({ workspace, playback }: Pick<AppState, 'workspace' | 'playback'>): string {
  const { document, exampleId, lanes, settings } = workspace.getState();
  const { step, probeId } = playback.getState();
  return writeProject({ document, exampleId, lanes, settings, playback: { step, probeId } });
}

/**
 * Opens a project in place of the present state, as one undo step. What the file has not (strategies of a version 1 file)
 * stays as it is; what could not be restored is returned as sentences. Errors: those of `change`.
 */
export async function openProject(
  { workspace, playback }: { readonly workspace: WorkspaceStore; readonly playback: PlaybackStore },
  project: Project,
  label: string,
): Promise<Result<string[]>> {
  if (needsMore(project.lanes)) await loadAllStrategies().catch(() => undefined);
  const restored = project.lanes === undefined ? null : restoreLanes(project.lanes);
  const settings = project.settings === undefined ? null : restoreSettings(project.settings);
  // Said where it is opened: before anything changes.
  const fits = checkTurns(
    project.document.conversation.messages,
    (settings?.value ?? workspace.getState().settings).segmentation,
  );
  if (!fits.ok) return fits;
  const done = change(workspace, label, () => ({
    document: project.document,
    exampleId: project.exampleId,
    ...(restored ? { lanes: restored.lanes } : {}),
    ...(settings ? { settings: settings.value } : {}),
  }));
  if (!done.ok) return done;
  const { step, probeId } = (project.playback ?? {}) as {
    readonly step?: unknown;
    readonly probeId?: unknown;
  };
  // After the document: opening another one moves the step to its last turn.
  if (Number.isInteger(step) && (step as number) > 0) {
    const { document, settings } = workspace.getState();
    const turns = segment(document.conversation.messages, settings.segmentation).list.length;
    playback.setState({ step: Math.min(step as number, turns) });
  }
  if (typeof probeId === 'string') playback.setState({ probeId });
  const rejected = settings && settings.rejected.length > 0 ? settings.rejected.join(', ') : '';
  return ok([
    ...(restored?.problems ?? []),
    ...(rejected === '' ? [] : [`the settings ${rejected} are the default ones`]),
  ]);
}
