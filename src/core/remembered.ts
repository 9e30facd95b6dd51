import type { Message, Part, Role } from './conversation';

interface Known<T> {
  readonly role: Role;
  readonly name: string | undefined;
  readonly value: T;
}

/**
 * `make`, made once for the same parts said by the same speaker. Parts never change in place: an edit makes the edited
 * message's anew, and one that moves the times of all messages makes none. `make` must read nothing but role, name and parts.
 */
export function rememberedByParts<T>(make: (message: Message) => T): (message: Message) => T {
  const known = new WeakMap<readonly Part[], Known<T>>();
  return (message) => {
    const { parts, role, name } = message;
    const before = known.get(parts);
    if (before && before.role === role && before.name === name) return before.value;
    const value = make(message);
    known.set(parts, { role, name, value });
    return value;
  };
}
