import { describe, expect, it } from 'vitest';
import { talk } from '../../strategies/testing/talk';
import type { ConversationDocument, Probe, Supersession } from '../conversation';
import { bringBack } from './bring-back';
import { deleteMessages, setEvidence } from './edit';
import { type Marks, marksOn } from './marks';

const messages = talk(
  'u: The pool is 20.',
  'a: Noted.',
  'u: The pool is 30.',
  'a: Fine.',
  'u: How big is it?',
);
const probe: Probe = {
  id: 'p',
  questionMessageId: 'm5',
  evidenceMessageIds: ['m1', 'm3'],
  quote: 'pool is 20',
  label: 'the size',
};
const link: Supersession = {
  laterMessageId: 'm3',
  earlierMessageId: 'm1',
  scope: 'turn',
  reinstatedByMessageId: 'm5',
};
const marked: ConversationDocument = {
  conversation: { id: 'c', title: '', messages },
  pinnedMessageIds: ['m1'],
  probes: [probe],
  supersessions: [link],
};

const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const without = (document: ConversationDocument, ...ids: string[]) =>
  value(deleteMessages(new Set(ids))(document));
/** As the archive keeps a turn: its messages, its place and the marks that it had in a document. */
const kept = (document: ConversationDocument, ...ids: string[]) => {
  const all = document.conversation.messages;
  const own = all.filter((m) => ids.includes(m.id));
  const index = all.indexOf(own[0]!);
  const place = {
    after: all
      .slice(0, index)
      .map((m) => m.id)
      .reverse(),
    before: all.slice(index + own.length).map((m) => m.id),
    index,
  };
  return (now: ConversationDocument, marks: Marks | undefined = marksOn(document, new Set(ids))) =>
    value(bringBack(own, place, marks)(now));
};

describe('marks of a turn that was deleted and comes back', () => {
  it.each([
    ['evidence, a pin and what is replaced', ['m1', 'm2']],
    ['evidence and what replaces', ['m3', 'm4']],
    ['the question and what puts in force again', ['m5']],
    ['everything', ['m1', 'm2', 'm3', 'm4', 'm5']],
  ])('%s are as they were', (_, ids) => {
    expect(kept(marked, ...ids)(without(marked, ...ids))).toEqual(marked);
  });

  it('come back turn by turn, in any order', () => {
    const oneGone = without(marked, 'm1', 'm2');
    const bothGone = without(oneGone, 'm3', 'm4');
    expect(bothGone.probes).toEqual([]);
    const [first, second] = [kept(marked, 'm1', 'm2'), kept(oneGone, 'm3', 'm4')];
    expect(second(first(bothGone)).probes).toEqual([probe]);
    expect(first(second(bothGone)).probes).toEqual([probe]);
  });

  it('leave alone what was marked in the meantime', () => {
    const gone = without(marked, 'm1', 'm2');
    const changed = value(setEvidence('m5', 'm4', true)(value(setEvidence('m5', 'm3', false)(gone))));
    const { probes } = kept(marked, 'm1', 'm2')(changed);
    expect(probes[0]!.evidenceMessageIds).toEqual(['m1', 'm4']);
    const other = { ...gone, probes: [{ id: 'other', questionMessageId: 'm5', evidenceMessageIds: ['m4'] }] };
    expect(kept(marked, 'm1', 'm2')(other).probes).toEqual([
      { ...probe, id: 'other', evidenceMessageIds: ['m1', 'm4'] },
    ]);
  });

  it('stay away while what they refer to is gone, and where the words were only edited', () => {
    const gone = without(marked, 'm1', 'm2', 'm3', 'm4', 'm5');
    const back = kept(marked, 'm1', 'm2')(gone);
    expect(back).toMatchObject({ probes: [], supersessions: [], pinnedMessageIds: ['m1'] });
    const unmarked = { ...marked, pinnedMessageIds: [], probes: [], supersessions: [] };
    expect(kept(marked, 'm1', 'm2')(unmarked)).toEqual(unmarked);
  });

  it('are none where the archive does not know them', () => {
    const old = kept(marked, 'm1', 'm2');
    const gone = without(marked, 'm1', 'm2');
    const back = value(bringBack(messages.slice(0, 2), { after: [], before: ['m3'], index: 0 })(gone));
    expect(back.conversation.messages).toEqual(messages);
    expect(back.probes).toEqual(gone.probes);
    expect(old(gone).probes).not.toEqual(gone.probes);
  });
});
