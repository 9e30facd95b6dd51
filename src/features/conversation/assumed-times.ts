import type { ConversationDocument, Timestamp } from '../../core/conversation';
import type { Edit } from '../../core/edit/edit';
import { ok } from '../../core/result';
import { evenlySpaced } from '../../core/timestamps';

export type TimeState = 'none' | 'some' | 'all' | 'assumed';

/** `assumed` when every time was made up by `assumeTimes`, none of it by a source or a person. */
export function timeState(document: ConversationDocument): TimeState {
  const { messages } = document.conversation;
  const timed = messages.filter((m) => m.time !== null);
  if (timed.length === 0) return 'none';
  if (timed.every((m) => m.time!.assumed)) return 'assumed';
  return timed.length === messages.length ? 'all' : 'some';
}

const withTimes = (document: ConversationDocument, timeOf: (index: number) => Timestamp | null) => ({
  ...document,
  conversation: {
    ...document.conversation,
    messages: document.conversation.messages.map((m, i) => ({ ...m, time: timeOf(i) })),
  },
});

/** Gives every message a time, `minutes` apart from `startMs` on, marked as assumed. */
export const assumeTimes =
  (startMs: number, minutes: number): Edit =>
  (document) => {
    const times = evenlySpaced(document.conversation.messages.length, startMs, minutes * 60_000);
    return ok(withTimes(document, (i) => times[i] ?? null));
  };

/** Takes back the assumed times; others stay. */
export const removeAssumedTimes: Edit = (document) => {
  const { messages } = document.conversation;
  return ok(withTimes(document, (i) => (messages[i]!.time?.assumed ? null : messages[i]!.time)));
};
