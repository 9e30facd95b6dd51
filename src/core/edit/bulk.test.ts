import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message } from '../conversation';
import type { Result } from '../result';
import { parseTimestamp } from '../timestamps';
import { clearTimes, setRoles, shifts, shiftTimes, spaceTimes } from './bulk';
import { deleteMessages } from './edit';
import { losesMarks, summarizeEdit } from './edit-summary';
import { setTurnsPinned } from './pin-edits';

const said = (id: string, role: Message['role'], time: string | null = null): Message => ({
  id,
  role,
  parts: [{ type: 'text', text: `Words of ${id}.` }],
  time: time === null ? null : parseTimestamp(time),
});
const document: ConversationDocument = {
  conversation: {
    id: 'c',
    title: 'Title',
    messages: [
      said('m1', 'user', '2026-03-01T10:00:00.500Z'),
      said('m2', 'assistant', '2026-03-01T23:30:00'),
      said('m3', 'user', '2026-03-02'),
      said('m4', 'assistant'),
      said('m5', 'user', '2026-03-03T10:00:00Z'),
    ],
  },
  pinnedMessageIds: ['m1', 'm3'],
  probes: [
    { id: 'p1', questionMessageId: 'm5', evidenceMessageIds: ['m1', 'm2'] },
    { id: 'p2', questionMessageId: 'm3', evidenceMessageIds: ['m1'] },
  ],
  supersessions: [{ earlierMessageId: 'm1', laterMessageId: 'm3' }],
};
const frozen = JSON.stringify(document);
const value = <T>(edited: Result<T>): T => {
  if (!edited.ok) throw new Error(edited.error.code);
  return edited.value;
};
const all = new Set(['m1', 'm2', 'm3', 'm4', 'm5']);
const times = (d: ConversationDocument) => d.conversation.messages.map((m) => m.time?.text ?? null);
const HOUR = 3_600_000;

describe('edits of several messages', () => {
  it('change the role, and only of those meant', () => {
    const edited = value(setRoles(new Set(['m2', 'm3']), 'user')(document));
    expect(edited.conversation.messages.map((m) => m.role)).toEqual([
      'user',
      'user',
      'user',
      'assistant',
      'user',
    ]);
    expect(edited.conversation.messages[2]).toBe(document.conversation.messages[2]);
    expect(value(setRoles(new Set(['m1']), 'user')(document))).toBe(document);
  });

  it('shift times as exactly as they are known', () => {
    expect(times(value(shiftTimes(all, HOUR)(document)))).toEqual([
      '2026-03-01T11:00:00.500Z',
      '2026-03-02T00:30:00',
      '2026-03-02',
      null,
      '2026-03-03T11:00:00.000Z',
    ]);
    expect(times(value(shiftTimes(all, -24 * HOUR)(document)))[2]).toBe('2026-03-01');
    expect(shifts(parseTimestamp('2026-03-02')!, HOUR)).toBe(false);
    expect(value(shiftTimes(all, 0)(document))).toBe(document);
    const far = shiftTimes(all, 9000 * 365 * 24 * HOUR)(document);
    expect(far.ok ? null : far.error.code).toBe('time-out-of-range');
    const there = value(shiftTimes(all, 5 * HOUR)(document));
    expect(times(value(shiftTimes(all, -5 * HOUR)(there)))).toEqual(times(document));
  });

  it('keep an assumed time assumed', () => {
    const spaced = value(spaceTimes(all, Date.UTC(2026, 0, 1), HOUR)(document));
    expect(value(shiftTimes(all, HOUR)(spaced)).conversation.messages.every((m) => m.time?.assumed)).toBe(
      true,
    );
  });

  it('space times evenly over those meant, marked as assumed, and clear them', () => {
    const spaced = value(spaceTimes(new Set(['m2', 'm4', 'm5']), Date.UTC(2026, 0, 1), HOUR)(document));
    expect(times(spaced).toSpliced(0, 1).toSpliced(1, 1)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T01:00:00.000Z',
      '2026-01-01T02:00:00.000Z',
    ]);
    expect(spaced.conversation.messages[1]!.time!.assumed).toBe(true);
    expect(times(value(clearTimes(all)(document)))).toEqual([null, null, null, null, null]);
    expect(value(clearTimes(new Set(['m4']))(document))).toBe(document);
  });

  it('pin turns by their first message, and unpin them whichever carries it', () => {
    const turns = [['m1', 'm2'], ['m5']];
    expect(value(setTurnsPinned(turns, true)(document)).pinnedMessageIds).toEqual(['m3', 'm1', 'm5']);
    expect(value(setTurnsPinned(turns, false)(document)).pinnedMessageIds).toEqual(['m3']);
  });

  it('leave the document they start from as it was', () => {
    expect(JSON.stringify(document)).toBe(frozen);
  });
});

describe('the summary of an edit', () => {
  it('counts what goes with deleted messages', () => {
    const after = value(deleteMessages(new Set(['m2', 'm3']))(document));
    expect(summarizeEdit(document, after, 'user')).toMatchObject({
      removed: 2,
      added: 0,
      changed: 0,
      turnsBefore: 3,
      turnsAfter: 2,
      pinsLost: 1,
      questionsLost: 1,
      evidenceLost: 1,
      linksLost: 1,
    });
  });
  it('counts links that come to rest, and times', () => {
    const merged = value(setRoles(new Set(['m3']), 'assistant')(document));
    const summary = summarizeEdit(document, merged, 'user');
    expect(summary).toMatchObject({ changed: 1, turnsAfter: 2, linksLost: 0, linksAtRest: 1 });
    expect(losesMarks(summary)).toBe(true);
    const spaced = value(spaceTimes(all, 0, HOUR)(document));
    expect(summarizeEdit(document, spaced, 'user')).toMatchObject({
      changed: 5,
      timesGiven: 1,
      timesLost: 0,
    });
    expect(losesMarks(summarizeEdit(document, spaced, 'user'))).toBe(false);
    expect(summarizeEdit(document, value(clearTimes(all)(document)), 'user').timesLost).toBe(4);
  });
});
