import { formatCount } from '../../core/format';
import type { Problem } from '../../core/result';
import type { ImportReport } from '../../state/shell';

export const plural = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

/** "Opened notes.json: 42 messages, 3 warnings". */
export function openedSentence(report: ImportReport, leftOut: number): string {
  const counts = [plural(report.messages, 'message')];
  if (report.otherConversations > 0)
    counts.push(`${plural(report.otherConversations, 'other conversation')} in the file`);
  if (report.warnings.length > 0) counts.push(plural(report.warnings.length, 'warning'));
  const others = leftOut > 0 ? ` ${plural(leftOut, 'other file')} not opened.` : '';
  return `Opened ${report.source}: ${counts.join(', ')}.${others}`;
}

/** The place in the input, unless the sentence names it already. */
export const placeOf = (problem: Problem): string | null =>
  problem.where && !problem.message.includes(problem.where) ? problem.where : null;
