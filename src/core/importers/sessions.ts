import { placeAt } from '../places';
import type { ImportReport } from './import-report';

/** What of a data set holds no turns: whole conversations, and sessions of the one that is read. */
export function reportEmpty(
  report: ImportReport,
  conversations: readonly string[],
  sessions: readonly string[],
): void {
  const what =
    conversations.length > 0
      ? ['conversation or session', 'conversations or sessions']
      : ['session', 'sessions'];
  report.add('empty-conversation', {
    count: conversations.length + sessions.length,
    places: [...conversations, ...sessions].map(placeAt),
    say: (n) => `${n} ${n === 1 ? `${what[0]} has` : `${what[1]} have`} no turns.`,
  });
}
