import { loadAllStrategies } from '../strategies/registry';
import { setModifier } from './lanes';
import { type NoticeStore, notify } from './notices';
import type { WorkspaceStore } from './workspace';

interface Parts {
  readonly workspace: WorkspaceStore;
  readonly notices: NoticeStore;
}

/** Switches a modifier on with its defaults, also one whose code has yet to come. A failure is said in a notice. */
export async function switchOn({ workspace, notices }: Parts, laneId: string, modifierId: string) {
  try {
    await loadAllStrategies();
  } catch {
    notify(notices, 'error', {
      code: 'code-missing',
      message:
        'The part that does this could not be loaded. Is the connection gone? The lane is unchanged; try again.',
    });
    return;
  }
  setModifier(workspace, laneId, modifierId, {});
}
