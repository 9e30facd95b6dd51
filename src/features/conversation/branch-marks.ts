import type { Message } from '../../core/conversation';
import { formatCount } from '../../core/format';
import type { BranchPoint } from '../../core/importers/importer';
import { clockText, dayText } from './time-text';

/** A branch point at the message where the open branch begins, or at the one where it ends. */
export interface BranchMark {
  readonly point: BranchPoint;
  /** Of the open branch, from 0. */
  readonly active: number;
  /** null: the message that it follows is not in the conversation any more. */
  readonly messageId: string | null;
}

/** The branch points in order, each at its message. */
export function branchMarks(points: readonly BranchPoint[], messages: readonly Message[]): BranchMark[] {
  const place = new Map(messages.map((m, i) => [m.id, i]));
  return points.map((point) => {
    const active = Math.max(
      0,
      point.alternatives.findIndex((a) => a.active),
    );
    const after = point.afterMessageId === null ? -1 : place.get(point.afterMessageId);
    if (after === undefined) return { point, active, messageId: null };
    const ends = point.alternatives[active]?.messages === 0;
    return { point, active, messageId: (messages[ends ? after : after + 1] ?? messages[after])?.id ?? null };
  });
}

export const positionText = ({ point, active }: BranchMark): string =>
  `${active + 1} of ${point.alternatives.length}`;

/** "Use Postgres instead", or what an alternative without words is. */
export const branchTitle = ({ firstWords, messages }: BranchPoint['alternatives'][number]): string =>
  firstWords !== '' ? firstWords : messages === 0 ? 'The conversation ends here' : 'Without words';

/** "12 messages, Tue 10 Mar 2026 09:04". */
export function branchHint({ messages, time }: BranchPoint['alternatives'][number]): string {
  const length = `${formatCount(messages)} ${messages === 1 ? 'message' : 'messages'}`;
  const when = time ? [dayText(time, Number.NaN), clockText(time)].filter((t) => t !== '').join(' ') : '';
  return [messages === 0 ? '' : length, when].filter((t) => t !== '').join(', ');
}
