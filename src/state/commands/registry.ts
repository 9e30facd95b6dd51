import type { Command } from './command';

const files = import.meta.glob<{ command?: Command; commands?: readonly Command[] }>('./*.command.ts', {
  eager: true,
});

export const commands: readonly Command[] = Object.values(files).flatMap(
  (f) => f.commands ?? (f.command ? [f.command] : []),
);

/** The command a key press means, or undefined. `Mod` is Ctrl, or Command on a Mac. */
export function commandForKey(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): Command | undefined {
  if (event.altKey) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Shift is part of the character for signs like "?", and a modifier of its own for letters and named keys.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? 'Shift+' : '';
  const pressed = `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${shift}${key}`;
  return commands.find((c) => c.keys.includes(pressed));
}
