import { useMemo } from 'react';
import { namesOf } from '../../core/params';
import type { Structure } from '../../core/structure';

/** As many names as a note may list. */
const MOST = 12;

/** Which names the conversation has for a field of names, and which of those typed it does not have. */
export const NamesNote = ({
  value,
  structure,
}: {
  readonly value: string;
  readonly structure: Structure;
}) => {
  const known = useMemo(() => namesIn(structure), [structure]);
  const text = namesNote(namesOf(value), known);
  return text === '' ? null : <p className="parameter-panel__note">{text}</p>;
};

/** Names of tools and speakers, in order of appearance. */
export function namesIn({ messages }: Pick<Structure, 'messages'>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const message of messages) {
    if (message.name) names.add(message.name);
    for (const part of message.parts) if (part.type === 'tool-call') names.add(part.name);
  }
  return names;
}

export function namesNote(typed: readonly string[], known: ReadonlySet<string>): string {
  const unknown = typed.filter((name) => !known.has(name));
  const names = [...known].slice(0, MOST).join(', ');
  const more = known.size > MOST ? ` and ${known.size - MOST} more` : '';
  const here = known.size === 0 ? 'No tool or speaker has a name here.' : `Named here: ${names}${more}.`;
  if (unknown.length === 0) return here;
  return `${unknown.map((name) => `“${name}”`).join(', ')} ${unknown.length === 1 ? 'names' : 'name'} nothing in this conversation. ${here}`;
}
