import type { EditSummary } from '../../../core/edit/edit-summary';
import { formatCount } from '../../../core/format';

export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;

const line = (n: number, one: string, many: string): string[] =>
  n === 0 ? [] : [`${formatCount(n)} ${n === 1 ? one : many}`];

/** What an edit of several messages does, one sentence per kind of thing; at least one. */
export function summaryLines(s: EditSummary): string[] {
  const lines = [
    ...line(s.removed, 'message is deleted.', 'messages are deleted.'),
    ...line(s.added, 'message is added.', 'messages are added.'),
    ...line(s.changed, 'message changes.', 'messages change.'),
    ...line(s.timesLost, 'message loses its time.', 'messages lose their time.'),
    ...line(s.timesGiven, 'message gets a time.', 'messages get a time.'),
    ...(s.turnsBefore === s.turnsAfter
      ? []
      : [`${counted(s.turnsBefore, 'turn becomes', 'turns become')} ${formatCount(s.turnsAfter)}.`]),
    ...line(s.pinsLost, 'pin goes.', 'pins go.'),
    ...line(s.questionsLost, 'question is measured no more.', 'questions are measured no more.'),
    ...line(s.evidenceLost, 'piece of evidence goes.', 'pieces of evidence go.'),
    ...line(s.linksLost, 'link goes.', 'links go.'),
    ...line(s.linksAtRest, 'link stays, but applies to nothing.', 'links stay, but apply to nothing.'),
  ];
  return lines.length > 0 ? lines : ['Nothing changes.'];
}

export const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
export type Unit = keyof typeof UNITS;

/** Between neighbours, so that the first and the last message have the times given; 0 for a single message. */
export const gapOf = (startMs: number, endMs: number, count: number): number =>
  count < 2 ? 0 : Math.floor((endMs - startMs) / (count - 1));
