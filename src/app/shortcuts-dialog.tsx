import { commands } from '../state/commands/registry';
import { useApp, useShell } from '../state/react';
import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';

const GROUPS = ['Play', 'View', 'Edit', 'Conversation'] as const;
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  Mod: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl',
};

const keysOf = (keys: string): string[] =>
  (keys === ' ' ? [' '] : keys.split('+')).map((k) => NAMES[k] ?? (k.length === 1 ? k.toUpperCase() : k));

/** Every command with a key, from the registry. */
export const ShortcutsDialog = () => {
  const { shell } = useApp();
  const open = useShell((s) => s.dialog === 'shortcuts');
  return (
    <Dialog
      open={open}
      title="Keyboard shortcuts"
      onClose={() => shell.setState({ dialog: null })}
      size="medium"
    >
      <div className="shortcuts">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((c) => c.group === group && c.keys.length > 0)
                .map((c) => (
                  <div key={c.id}>
                    <dt>{c.title}</dt>
                    <dd>
                      <Kbd keys={keysOf(c.keys[0]!)} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <p className="settings__note">
          On a map: arrow keys move from cell to cell, Enter tells why, Escape leaves. On a message: arrow
          keys move, with Shift they select, {NAMES.Mod}+A selects all, Enter edits, Delete deletes.
        </p>
      </div>
    </Dialog>
  );
};
