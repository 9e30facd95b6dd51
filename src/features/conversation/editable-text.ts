import { type Message, messageText, type Role } from '../../core/conversation';
import { wholeCharacters } from '../../core/text/graphemes';

/** The text that the editor's field holds: what `setText` replaces (a tool message's is that of its first result). */
export function editableText(message: Message): string {
  if (message.role !== 'tool') return messageText(message);
  const result = message.parts.find((p) => p.type === 'tool-result');
  return result?.type === 'tool-result' ? result.text : messageText(message);
}

/** Who speaks next in a plain dialogue. */
export const nextRole = (role: Role | undefined): Role => (role === 'user' ? 'assistant' : 'user');

/** The start of a text for lists and announcements. */
export function firstWords(text: string, limit = 60): string {
  const line = text
    .slice(0, limit * 4)
    .trimStart()
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit);
  return `${wholeCharacters(line, Math.max(cut.lastIndexOf(' '), limit / 2))}…`;
}
