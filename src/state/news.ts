import type { ShellStore } from './shell';
import type { WorkspaceState, WorkspaceStore } from './workspace';

export const lastChange = ({ undoStack }: WorkspaceState): object | null =>
  undoStack[undoStack.length - 1] ?? null;

/** Says what the last change did, with its way back. `details`: the report has more about it. */
export const tell = (
  { shell, workspace }: { readonly shell: ShellStore; readonly workspace: WorkspaceStore },
  text: string,
  details = false,
): void => shell.setState({ news: { text, details, after: lastChange(workspace.getState()) } });
