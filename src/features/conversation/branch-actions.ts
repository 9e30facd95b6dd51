import type { AppState } from '../../state/app-state';
import { announce } from '../../ui/announcer';
import type { BranchMark } from './branch-marks';
import type { BranchButton, EditorStore } from './editor-store';

/** Going to another branch of the conversation's source. */
export function createBranchActions(app: AppState, editor: EditorStore) {
  return {
    /** Shows the alternative at `index`; the button that asked for it has the focus again where the branch begins. */
    async switchBranch({ point, active }: BranchMark, index: number, button: BranchButton): Promise<void> {
      const wished = point.alternatives[index];
      if (!wished || index === active) return;
      const position = `${index + 1} of ${point.alternatives.length}`;
      const imports = await app.imports.start();
      const before = app.workspace.getState().document;
      editor.setState({
        field: null,
        anchorId: null,
        branch: { afterMessageId: point.afterMessageId, button, problem: null },
      });
      const done = await imports?.switchBranch(wished.leafId, `show branch ${position}`);
      if (done && !done.ok) {
        const { message } = done.error;
        editor.setState({ branch: { afterMessageId: point.afterMessageId, button: null, problem: message } });
        announce(message);
      } else if (app.workspace.getState().document !== before) announce(`Branch ${position} is shown.`);
    },
    forgetBranchFocus: () =>
      editor.setState(({ branch }) => ({ branch: branch && { ...branch, button: null } })),
  };
}
