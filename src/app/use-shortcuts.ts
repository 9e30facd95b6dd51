import { useEffect } from 'react';
import type { AppState } from '../state/app-state';
import { commandForKey } from '../state/commands/registry';

const TYPING = 'input, textarea, select, [contenteditable="true"]';
const OWN_KEYS =
  '[role="slider"], [role="application"], [role="menu"], [role="radiogroup"], [role="tablist"], dialog';

/** One listener for all commands. Fields and widgets with keys of their own come first. */
export function useShortcuts(app: AppState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const command = commandForKey(event);
      if (!command) return;
      const withMod = event.ctrlKey || event.metaKey;
      // In a field Ctrl+Z is the field's own.
      if (target.closest(TYPING)) return;
      if (!withMod && target.closest(OWN_KEYS)) return;
      // Space and Enter press the focused button.
      if (event.key === ' ' && target.closest('button, a, summary')) return;
      if (command.isEnabled?.(app) === false) return;
      event.preventDefault();
      command.run(app);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [app]);
}
