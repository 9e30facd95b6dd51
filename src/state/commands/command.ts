import type { AppState } from '../app-state';

/**
 * Something the user can do from anywhere: one file `<id>.command.ts` that exports `command` (or `commands`, where one
 * idea has several directions); the registry feeds shortcuts, the help and menus.
 */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Play' | 'View' | 'Edit' | 'Conversation';
  /** As `KeyboardEvent.key`, with `Mod+` for Ctrl or Command and `Shift+`; the first one is shown. */
  readonly keys: readonly string[];
  isEnabled?(app: AppState): boolean;
  run(app: AppState): void;
}
