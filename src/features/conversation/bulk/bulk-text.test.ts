import { describe, expect, it } from 'vitest';
import type { EditSummary } from '../../../core/edit/edit-summary';
import { gapOf, summaryLines } from './bulk-text';

const none: EditSummary = {
  added: 0,
  removed: 0,
  changed: 0,
  timesLost: 0,
  timesGiven: 0,
  turnsBefore: 3,
  turnsAfter: 3,
  pinsLost: 0,
  questionsLost: 0,
  evidenceLost: 0,
  linksLost: 0,
  linksAtRest: 0,
};

describe('what an edit of several messages does', () => {
  it('says each kind of thing in a sentence, one or many', () => {
    expect(summaryLines({ ...none, removed: 1, turnsAfter: 2, pinsLost: 1, evidenceLost: 2 })).toEqual([
      '1 message is deleted.',
      '3 turns become 2.',
      '1 pin goes.',
      '2 pieces of evidence go.',
    ]);
    expect(summaryLines({ ...none, changed: 2_000, timesLost: 2, linksAtRest: 1 })).toEqual([
      '2,000 messages change.',
      '2 messages lose their time.',
      '1 link stays, but applies to nothing.',
    ]);
    expect(summaryLines(none)).toEqual(['Nothing changes.']);
  });
  it('spaces from the first time to the last', () => {
    expect(gapOf(0, 100, 5)).toBe(25);
    expect(gapOf(0, 100, 1)).toBe(0);
  });
});
