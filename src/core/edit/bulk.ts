import type { Message, Role, Timestamp } from '../conversation';
import { fail, ok } from '../result';
import { evenlySpaced, parseTimestamp } from '../timestamps';
import type { Edit } from './edit';

/** Edits of several messages at once, each a single step. Messages that are not there any more are left out. */

const DAY_MS = 86_400_000;

function changeMessages(
  ids: ReadonlySet<string>,
  change: (message: Message, place: number) => Message,
): Edit {
  return (document) => {
    const { messages } = document.conversation;
    let place = 0;
    let changed = false;
    const next = messages.map((message) => {
      if (!ids.has(message.id)) return message;
      const made = change(message, place++);
      changed ||= made !== message;
      return made;
    });
    return ok(
      changed ? { ...document, conversation: { ...document.conversation, messages: next } } : document,
    );
  };
}

export const setRoles = (ids: ReadonlySet<string>, role: Role): Edit =>
  changeMessages(ids, (message) => (message.role === role ? message : { ...message, role }));

export const clearTimes = (ids: ReadonlySet<string>): Edit =>
  changeMessages(ids, (message) => (message.time === null ? message : { ...message, time: null }));

/** Whether a shift by this much changes the time: a date has no hours to shift. */
export const shifts = (time: Timestamp, byMs: number): boolean =>
  byMs !== 0 && (time.precision !== 'date' || byMs % DAY_MS === 0);

/** The time `byMs` milliseconds later, as exact as before; null when it would leave the years that can be written. */
function shifted(time: Timestamp, byMs: number): Timestamp | null {
  const at = new Date(time.sortMs + byMs);
  if (Number.isNaN(at.getTime())) return null;
  const text = at.toISOString();
  const end = time.precision === 'date' ? 10 : time.precision === 'local' ? 19 : text.length;
  const read = parseTimestamp(text.slice(0, end));
  return read && { ...read, ...(time.assumed ? { assumed: true as const } : {}) };
}

/**
 * Moves the times by `byMs` milliseconds, earlier when negative; messages without a time stay without. Dates without a clock
 * move by whole days only (see `shifts`). Error `time-out-of-range`: one of them would leave the years 1000 to 9999.
 */
export const shiftTimes =
  (ids: ReadonlySet<string>, byMs: number): Edit =>
  (document) => {
    let outside = false;
    const edited = changeMessages(ids, (message) => {
      if (message.time === null || !shifts(message.time, byMs)) return message;
      const time = shifted(message.time, byMs);
      outside ||= time === null;
      return { ...message, time };
    })(document);
    return outside
      ? fail({
          code: 'time-out-of-range',
          message: 'A time would leave the years 1000 to 9999. Shift by less.',
        })
      : edited;
  };

/** Gives the messages times from `startMs` on, `gapMs` apart in the order of the conversation, marked as assumed. */
export const spaceTimes =
  (ids: ReadonlySet<string>, startMs: number, gapMs: number): Edit =>
  (document) => {
    const times = evenlySpaced(ids.size, startMs, gapMs);
    return changeMessages(ids, (message, place) => ({ ...message, time: times[place]! }))(document);
  };
