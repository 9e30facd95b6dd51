import { formatCount } from '../core/format';
import type { ImportReport } from './shell';

export const plural = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

/** "Opened notes.json: 42 messages, 3 warnings." Neither other conversations nor files that failed are hidden. */
export function openedSentence({
  source,
  messages,
  otherConversations,
  warnings,
  sources = [],
}: ImportReport): string {
  const counts = [plural(messages, 'message')];
  if (otherConversations > 0) counts.push(plural(otherConversations, 'other conversation'));
  if (warnings.length > 0) counts.push(plural(warnings.length, 'warning'));
  const unread = sources.filter((s) => s.format === null).length;
  const failed = unread > 0 ? ` ${plural(unread, 'file')} could not be read.` : '';
  return `Opened ${source}: ${counts.join(', ')}.${failed}`;
}
