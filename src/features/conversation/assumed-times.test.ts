import { describe, expect, it } from 'vitest';
import { emptyDocument, type Message } from '../../core/conversation';
import { setTime } from '../../core/edit/edit';
import { parseTimestamp } from '../../core/timestamps';
import { assumeTimes, removeAssumedTimes, timeState } from './assumed-times';

const message = (id: string): Message => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text: id }],
  time: null,
});
const untimed = emptyDocument({ id: 'c', title: 't', messages: ['a', 'b', 'c'].map(message) });
const start = Date.UTC(2026, 0, 5, 9);
const done = (result: ReturnType<ReturnType<typeof setTime>>) => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('assumed times', () => {
  it('are evenly spaced, marked, and can be taken back', () => {
    expect(timeState(untimed)).toBe('none');
    const timed = done(assumeTimes(start, 5)(untimed));
    expect(timed.conversation.messages.map((m) => m.time?.text)).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T09:05:00.000Z',
      '2026-01-05T09:10:00.000Z',
    ]);
    expect(timed.conversation.messages.every((m) => m.time?.assumed)).toBe(true);
    expect(timeState(timed)).toBe('assumed');
    expect(done(removeAssumedTimes(timed))).toEqual(untimed);
  });

  it('leave a time that a person set', () => {
    const timed = done(assumeTimes(start, 5)(untimed));
    const own = done(setTime('b', parseTimestamp('2026-02-01 10:00'))(timed));
    expect(timeState(own)).toBe('all');
    const left = done(removeAssumedTimes(own));
    expect(left.conversation.messages.map((m) => m.time?.text ?? null)).toEqual([
      null,
      '2026-02-01T10:00:00',
      null,
    ]);
    expect(timeState(left)).toBe('some');
  });
});
