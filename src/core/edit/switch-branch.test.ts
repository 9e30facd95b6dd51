import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationDocument, Message } from '../conversation';
import { emptyDocument, messageText } from '../conversation';
import { deleteMessages, type Edit, insertMessage, moveMessage, setText } from './edit';
import { linkMessages } from './link-edits';
import { setPinned } from './pin-edits';
import { switchBranch } from './switch-branch';

const say = (id: string, text: string, role: Message['role'] = 'user'): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const conversation = (...messages: Message[]): Conversation => ({ id: 'c', title: 'T', messages });

const a = say('a', 'Which port?');
const b = say('b', '8080', 'assistant');
const left = conversation(a, b, say('l1', 'Left question'), say('l2', 'Left answer', 'assistant'));
const entered = conversation(a, b, say('e1', 'Entered question'), say('e2', 'Entered answer', 'assistant'));

const edited = (...edits: Edit[]): ConversationDocument =>
  edits.reduce((document, edit) => {
    const done = edit(document);
    if (!done.ok) throw new Error(done.error.code);
    return done.value;
  }, emptyDocument(left));
const texts = ({ conversation: c }: ConversationDocument) => c.messages.map(messageText);
const NOTHING = { edits: 0, pins: 0, questions: 0, links: 0 };

describe('switching the branch', () => {
  it('replaces what follows the branching message and keeps the id', () => {
    const { document, lost } = switchBranch(emptyDocument(left), left, entered);
    expect(document.conversation).toEqual(entered);
    expect(lost).toEqual(NOTHING);
  });

  it('keeps edits, deletions, order and marks of what both branches share', () => {
    const before = edited(
      setText('a', 'Which port, please?'),
      deleteMessages(new Set(['b'])),
      setPinned(['a'], true),
    );
    const { document, lost } = switchBranch(before, left, entered);
    expect(texts(document)).toEqual(['Which port, please?', 'Entered question', 'Entered answer']);
    expect(document.pinnedMessageIds).toEqual(['a']);
    expect(lost).toEqual(NOTHING);
    const moved = switchBranch(edited(moveMessage('b', 0)), left, entered);
    expect(moved.document.conversation.messages.map((m) => m.id)).toEqual(['b', 'a', 'e1', 'e2']);
  });

  it('counts what only the left branch had', () => {
    const before = edited(
      setText('l2', 'Changed'),
      insertMessage(4, 'user', 'Written at the end'),
      setPinned(['l1'], true),
      linkMessages('l1', 'a', { scope: 'turn' }),
    );
    const { document, lost } = switchBranch(before, left, entered);
    expect(texts(document)).toEqual(['Which port?', '8080', 'Entered question', 'Entered answer']);
    expect(lost).toEqual({ edits: 2, pins: 1, questions: 0, links: 1 });
    expect(document.supersessions).toEqual([]);
  });

  it('keeps what was written beside shared messages, in its place', () => {
    const before = edited(
      insertMessage(2, 'user', 'Written between'),
      insertMessage(0, 'user', 'Written first'),
    );
    const { document, lost } = switchBranch(before, left, entered);
    expect(texts(document)).toEqual([
      'Written first',
      'Which port?',
      '8080',
      'Written between',
      'Entered question',
      'Entered answer',
    ]);
    expect(lost).toEqual(NOTHING);
  });

  it('replaces one message in the middle and keeps what follows it', () => {
    const last = say('z', 'Thanks');
    const one = conversation(a, say('m2', 'swipe one', 'assistant'), last);
    const two = conversation(a, say('m2', 'swipe two', 'assistant'), last);
    const before = { ...emptyDocument(one), pinnedMessageIds: ['m2', 'z'] };
    const { document, lost } = switchBranch(before, one, two);
    expect(document.conversation.messages).toEqual(two.messages);
    expect(document.pinnedMessageIds).toEqual(['z']);
    expect(lost).toEqual({ ...NOTHING, pins: 1 });
  });

  it('gives a written message a free id where the source has one of the same id, and its marks follow', () => {
    const own = edited(insertMessage(2, 'user', 'Written'), setPinned(['m5'], true));
    expect(own.conversation.messages[2]!.id).toBe('m5');
    const other = conversation(a, b, say('m5', 'Of the source'));
    const { document } = switchBranch(own, left, other);
    const [, , written, source] = document.conversation.messages;
    expect(messageText(written!)).toBe('Written');
    expect(document.pinnedMessageIds).toEqual([written!.id]);
    expect(source!.id).toBe('m5');
    expect(new Set(document.conversation.messages.map((m) => m.id)).size).toBe(4);
  });

  it('brings back the first branch as it was read', () => {
    const there = switchBranch(emptyDocument(left), left, entered).document;
    const back = switchBranch(there, entered, left).document;
    expect(back.conversation).toEqual(left);
  });

  it('brings back what a branch had when it was left: edits, what was written, what was deleted, marks', () => {
    const before = edited(
      setText('l2', 'Changed'),
      deleteMessages(new Set(['l1'])),
      insertMessage(3, 'user', 'Written at the end'),
      setPinned(['l2'], true),
      linkMessages('l2', 'a', { scope: 'turn' }),
    );
    const there = switchBranch(before, left, entered).document;
    const inside = insertMessage(0, 'user', 'Written meanwhile')(there);
    if (!inside.ok) throw new Error(inside.error.code);
    const renamed = setText('a', 'Which port, please?')(inside.value);
    if (!renamed.ok) throw new Error(renamed.error.code);
    const { document, lost } = switchBranch(renamed.value, entered, left, before);
    expect(texts(document)).toEqual([
      'Written meanwhile',
      'Which port, please?',
      '8080',
      'Changed',
      'Written at the end',
    ]);
    expect(new Set(document.conversation.messages.map((m) => m.id)).size).toBe(5);
    expect(document.pinnedMessageIds).toEqual(['l2']);
    expect(document.supersessions).toEqual(before.supersessions);
    expect(lost).toEqual(NOTHING);
  });

  it('brings back no mark twice, and none whose messages are gone', () => {
    const before = edited(
      setPinned(['a'], true),
      setPinned(['l1'], true),
      linkMessages('l1', 'b', { scope: 'turn' }),
    );
    const there = switchBranch(before, left, entered).document;
    const shorter = deleteMessages(new Set(['b']))(there);
    if (!shorter.ok) throw new Error(shorter.error.code);
    const { document } = switchBranch(shorter.value, entered, left, before);
    expect(document.pinnedMessageIds).toEqual(['a', 'l1']);
    expect(document.supersessions).toEqual([]);
  });

  it('survives branches that share nothing, and a document of which nothing is left', () => {
    const other = conversation(say('x', 'Another beginning'));
    expect(texts(switchBranch(emptyDocument(left), left, other).document)).toEqual(['Another beginning']);
    const emptied = edited(deleteMessages(new Set(['a', 'b', 'l1', 'l2'])));
    expect(texts(switchBranch(emptied, left, entered).document)).toEqual([
      'Entered question',
      'Entered answer',
    ]);
  });
});
