import { redo, undo } from '../workspace';
import type { Command } from './command';

export const commands: readonly Command[] = [
  {
    id: 'undo',
    title: 'Undo',
    group: 'Edit',
    keys: ['Mod+z'],
    isEnabled: (app) => app.workspace.getState().undoStack.length > 0,
    run: (app) => void undo(app.workspace),
  },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Edit',
    keys: ['Mod+Shift+z', 'Mod+y'],
    isEnabled: (app) => app.workspace.getState().redoStack.length > 0,
    run: (app) => void redo(app.workspace),
  },
];
