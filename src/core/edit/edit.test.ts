import { describe, expect, it } from 'vitest';
import { type ConversationDocument, type Message, messageText, type Part } from '../conversation';
import type { Result } from '../result';
import { parseTimestamp } from '../timestamps';
import {
  deleteMessages,
  freshId,
  insertMessage,
  moveMessage,
  setEvidence,
  setRole,
  setText,
  setTime,
  setTitle,
  splitMessage,
} from './edit';
import { setPinned } from './pin-edits';

const message = (id: string, role: Message['role'], ...parts: (string | Part)[]): Message => ({
  id,
  role,
  parts: parts.map((p) => (typeof p === 'string' ? { type: 'text', text: p } : p)),
  time: null,
});
const call: Part = { type: 'tool-call', callId: 'c1', name: 'read', arguments: {} };
const result = (text: string, callId = 'c1'): Part => ({ type: 'tool-result', callId, text });

const document: ConversationDocument = {
  conversation: {
    id: 'c',
    title: 'Title',
    messages: [
      message('m1', 'user', 'Never log it. Use blue.'),
      message('m2', 'assistant', 'Fine.', call),
      message('m3', 'tool', result('first'), result('second', 'c2')),
      message('m4', 'user', 'What was the rule?'),
    ],
  },
  pinnedMessageIds: ['m1'],
  probes: [
    {
      id: 'p',
      questionMessageId: 'm4',
      evidenceMessageIds: ['m1', 'm2'],
      quote: 'Never log it',
      label: 'rule',
    },
  ],
  supersessions: [{ earlierMessageId: 'm1', laterMessageId: 'm4' }],
};
const value = <T>(edited: Result<T>): T => {
  if (!edited.ok) throw new Error(edited.error.code);
  return edited.value;
};
const code = (edited: Result<unknown>) => (edited.ok ? null : edited.error.code);
const at = (d: ConversationDocument, id: string) => d.conversation.messages.find((m) => m.id === id)!;
const ids = (d: ConversationDocument) => d.conversation.messages.map((m) => m.id);
const frozen = JSON.stringify(document);

describe('edits', () => {
  it('leave the document they start from as it was', () => {
    for (const edit of [
      setText('m1', 'x'),
      setRole('m1', 'system'),
      setTime('m1', parseTimestamp('2026-01-01')),
      insertMessage(0, 'user'),
      deleteMessages(new Set(['m1'])),
      splitMessage('m1', 13),
      moveMessage('m1', 3),
      setPinned(['m4'], true),
      setEvidence('m4', 'm3', true),
      setTitle('x'),
    ]) {
      expect(edit(document).ok).toBe(true);
      expect(JSON.stringify(document)).toBe(frozen);
    }
  });

  it('change only the edited message: all others stay the same objects', () => {
    const edited = value(setText('m1', 'x')(document));
    expect(edited.conversation.messages.slice(1)).toEqual(document.conversation.messages.slice(1));
    edited.conversation.messages.slice(1).forEach((m, i) => {
      expect(m).toBe(document.conversation.messages[i + 1]);
    });
  });

  it('report a message that is not there', () => {
    for (const edit of [
      setText('no', 'x'),
      setRole('no', 'user'),
      setTime('no', null),
      deleteMessages(new Set(['no'])),
      splitMessage('no', 1),
      moveMessage('no', 1),
    ])
      expect(code(edit(document))).toBe('message-not-found');
    expect(code(insertMessage(9, 'user')(document))).toBe('bad-position');
  });

  it('give the same document when nothing changes, so that nothing is recomputed', () => {
    for (const edit of [
      setText('m1', 'Never log it. Use blue.'),
      setText('m3', 'first'),
      setRole('m1', 'user'),
      setTime('m1', null),
      moveMessage('m2', 1),
    ])
      expect(value(edit(document))).toBe(document);
  });
});

describe('text', () => {
  it('replaces the text and keeps calls', () => {
    expect(at(value(setText('m2', 'New')(document)), 'm2').parts).toEqual([
      { type: 'text', text: 'New' },
      call,
    ]);
  });
  it('joins several text parts into the one that was typed', () => {
    const many = value(
      setText(
        'x',
        'one text',
      )({
        ...document,
        conversation: { ...document.conversation, messages: [message('x', 'user', 'a', call, 'b')] },
      }),
    );
    expect(at(many, 'x').parts).toEqual([{ type: 'text', text: 'one text' }, call]);
  });
  it('is the first result of a tool message', () => {
    expect(at(value(setText('m3', 'New')(document)), 'm3').parts).toEqual([
      result('New'),
      result('second', 'c2'),
    ]);
  });
  it('is added where there was none', () => {
    const only = {
      ...document,
      conversation: { ...document.conversation, messages: [message('x', 'assistant', call)] },
    };
    expect(at(value(setText('x', 'Hi')(only)), 'x').parts).toEqual([{ type: 'text', text: 'Hi' }, call]);
  });
});

describe('inserting and deleting', () => {
  it('inserts before an index with a free id', () => {
    const edited = value(insertMessage(1, 'assistant', 'Hello')(document));
    expect(ids(edited)).toEqual(['m1', 'm5', 'm2', 'm3', 'm4']);
    expect(at(edited, 'm5')).toMatchObject({ role: 'assistant', time: null });
    expect(freshId({ ...document.conversation, messages: [message('m2', 'user', '')] })).toBe('m3');
  });
  it('deletes the marks on a message with it', () => {
    const edited = value(deleteMessages(new Set(['m1']))(document));
    expect(ids(edited)).toEqual(['m2', 'm3', 'm4']);
    expect(edited.pinnedMessageIds).toEqual([]);
    expect(edited.supersessions).toEqual([]);
    // The words quoted are gone, the other evidence is not.
    expect(edited.probes).toEqual([
      { id: 'p', questionMessageId: 'm4', evidenceMessageIds: ['m2'], label: 'rule' },
    ]);
  });
  it('keeps a quote whose message stays, and drops a probe without question or evidence', () => {
    expect(value(deleteMessages(new Set(['m2']))(document)).probes[0]).toMatchObject({
      quote: 'Never log it',
      evidenceMessageIds: ['m1'],
    });
    expect(value(deleteMessages(new Set(['m1', 'm2']))(document)).probes).toEqual([]);
    expect(value(deleteMessages(new Set(['m4']))(document)).probes).toEqual([]);
  });
});

describe('splitting', () => {
  it('cuts the text; the second keeps the other parts', () => {
    const edited = value(splitMessage('m1', 13)(document));
    expect(ids(edited)).toEqual(['m1', 'm5', 'm2', 'm3', 'm4']);
    expect(['m1', 'm5'].map((id) => messageText(at(edited, id)))).toEqual(['Never log it.', 'Use blue.']);
    const withCall = {
      ...document,
      conversation: { ...document.conversation, messages: [message('x', 'assistant', 'one two', call)] },
    };
    const halves = value(splitMessage('x', 3)(withCall)).conversation.messages;
    expect(halves.map((m) => m.parts.map((p) => p.type))).toEqual([['text'], ['text', 'tool-call']]);
  });
  it('keeps the pin on both halves and the evidence on the half that holds its quote', () => {
    const edited = value(splitMessage('m1', 13)(document));
    expect(edited.pinnedMessageIds).toEqual(['m1', 'm5']);
    expect(edited.probes[0]!.evidenceMessageIds).toEqual(['m1', 'm2']);
    const blue = { ...document, probes: [{ ...document.probes[0]!, quote: 'Use blue' }] };
    expect(value(splitMessage('m1', 13)(blue)).probes[0]!.evidenceMessageIds).toEqual(['m5', 'm2']);
    const { quote: _, ...unquoted } = document.probes[0]!;
    expect(
      value(splitMessage('m1', 13)({ ...document, probes: [unquoted] })).probes[0]!.evidenceMessageIds,
    ).toEqual(['m1', 'm5', 'm2']);
  });
  it('refuses to make an empty message', () => {
    for (const offset of [0, 99, -1])
      expect(code(splitMessage('m1', offset)(document))).toBe('nothing-to-split');
  });
  it('never cuts a character in two', () => {
    const emoji = {
      ...document,
      conversation: { ...document.conversation, messages: [message('x', 'user', 'a😀b')] },
    };
    const texts = value(splitMessage('x', 2)(emoji)).conversation.messages.map(messageText);
    expect(texts).toEqual(['a', '😀b']);
  });
});

describe('moving', () => {
  it.each([
    [0, 3, ['m2', 'm3', 'm4', 'm1']],
    [3, 0, ['m4', 'm1', 'm2', 'm3']],
    [1, 2, ['m1', 'm3', 'm2', 'm4']],
    [1, 99, ['m1', 'm3', 'm4', 'm2']],
  ])('from %i to %i', (from, to, wanted) => {
    expect(ids(value(moveMessage(`m${from + 1}`, to)(document)))).toEqual(wanted);
  });
});

describe('marks', () => {
  it('pins a turn by its first message and unpins whichever carries it', () => {
    expect(value(setPinned(['m2', 'm3'], true)(document)).pinnedMessageIds).toEqual(['m1', 'm2']);
    expect(value(setPinned(['m0', 'm1'], false)(document)).pinnedMessageIds).toEqual([]);
  });
  it('adds and removes evidence; without any the probe goes', () => {
    expect(value(setEvidence('m4', 'm3', true)(document)).probes[0]).toEqual({
      id: 'p',
      questionMessageId: 'm4',
      evidenceMessageIds: ['m1', 'm2', 'm3'],
      label: 'rule',
    });
    const none = value(setEvidence('m4', 'm2', false)(value(setEvidence('m4', 'm1', false)(document))));
    expect(none.probes).toEqual([]);
    expect(value(setEvidence('m4', 'm1', true)(none)).probes).toEqual([
      { id: 'q-m4', questionMessageId: 'm4', evidenceMessageIds: ['m1'] },
    ]);
  });
});
