import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message, Supersession } from '../conversation';
import { restoreDocument } from '../restore-document';
import type { Result } from '../result';
import { makeStructure } from '../structure';
import { readLinks } from '../supersession-links';
import { deleteMessages, moveMessage, setRole, setText, splitMessage } from './edit';
import {
  addLink,
  dismissSuggestion,
  linkMessages,
  removeLink,
  restoreSuggestions,
  setReinstated,
} from './link-edits';

const said = (id: string, role: Message['role'], text: string): Message => ({
  id,
  role,
  parts: [{ type: 'text', text }],
  time: null,
});
const document: ConversationDocument = {
  conversation: {
    id: 'c',
    title: 'Title',
    messages: [
      said('u1', 'user', 'Use tabs. Use blue.'),
      said('a1', 'assistant', 'Fine.'),
      said('u2', 'user', 'Use green.'),
      said('u3', 'user', 'Blue again.'),
    ],
  },
  pinnedMessageIds: [],
  probes: [],
  supersessions: [],
};
const pair = { laterMessageId: 'u2', earlierMessageId: 'u1' };
const blue: Supersession = { ...pair, scope: 'sentence', sentence: 'Use blue.' };
const linked = (...supersessions: Supersession[]): ConversationDocument => ({ ...document, supersessions });
const value = <T>(edited: Result<T>): T => {
  if (!edited.ok) throw new Error(edited.error.code);
  return edited.value;
};
const code = (edited: Result<unknown>) => (edited.ok ? null : edited.error.code);
const links = (edited: Result<ConversationDocument>) => value(edited).supersessions;
const rests = (edited: Result<ConversationDocument>) => {
  const d = value(edited);
  return readLinks(d, makeStructure(d.conversation.messages, 'user')).map((l) => l.rests);
};

describe('putting the earlier statement in force again', () => {
  const other: Supersession = { laterMessageId: 'u3', earlierMessageId: 'u2' };
  it('names a still later message, takes it back, and leaves other links alone', () => {
    const before = linked(blue, other);
    const after = value(setReinstated(blue, 'u3')(before));
    expect(after.supersessions).toEqual([{ ...blue, reinstatedByMessageId: 'u3' }, other]);
    const structure = makeStructure(after.conversation.messages, 'user');
    expect(readLinks(after, structure)[0]!.link!.reinstatedTurn).toBe(3);
    expect(links(setReinstated(after.supersessions[0]!, null)(after))).toEqual([blue, other]);
  });
  it('refuses a message that is gone or does not come later', () => {
    expect(code(setReinstated(blue, 'no')(linked(blue)))).toBe('message-not-found');
    for (const id of ['a1', 'u2'])
      expect(code(setReinstated(blue, id)(linked(blue)))).toBe('reinstated-not-later');
  });
});

describe('linking', () => {
  it('links a turn, a message, or sentences; the same pair anew in place of its old links', () => {
    expect(links(linkMessages('u2', 'u1', { scope: 'turn' })(document))).toEqual([
      { ...pair, scope: 'turn' },
    ]);
    const sentences = ['Use tabs.', 'Use blue.'];
    const both = links(linkMessages('u2', 'u1', { scope: 'sentence', sentences })(linked({ ...pair })));
    expect(both).toEqual(sentences.map((sentence) => ({ ...pair, scope: 'sentence', sentence })));
    const other = { laterMessageId: 'u3', earlierMessageId: 'u2' };
    const again = linkMessages('u2', 'u1', { scope: 'message' })(linked(other, ...both));
    expect(links(again)).toEqual([other, { ...pair, scope: 'message' }]);
  });

  it('refuses what cannot replace', () => {
    expect(code(linkMessages('u1', 'u2', { scope: 'turn' })(document))).toBe('link-not-later');
    expect(code(linkMessages('u1', 'u1', { scope: 'turn' })(document))).toBe('link-not-later');
    expect(code(linkMessages('u2', 'x', { scope: 'turn' })(document))).toBe('message-not-found');
    expect(code(linkMessages('u2', 'u1', { scope: 'sentence', sentences: [] })(document))).toBe(
      'nothing-to-link',
    );
  });

  it('adds and removes one link', () => {
    const both = value(addLink(blue)(linked({ ...pair, sentence: 'Use tabs.' })));
    expect(links(removeLink(both.supersessions[0]!)(both))).toEqual([blue]);
  });
});

describe('dismissing', () => {
  it('is remembered, taken back, and survives being stored', () => {
    const dismissed = value(dismissSuggestion(pair)(document));
    expect(dismissed.dismissedSuggestions).toEqual([pair]);
    expect(value(restoreDocument(JSON.parse(JSON.stringify(dismissed))))).toEqual(dismissed);
    const back = value(restoreSuggestions(dismissed.dismissedSuggestions!)(dismissed));
    expect(back).toEqual(document);
  });

  it('goes with its messages and follows its sentence', () => {
    const dismissed = value(dismissSuggestion({ ...pair, sentence: 'Use blue.' })(document));
    expect(value(deleteMessages(new Set(['u2']))(dismissed))).not.toHaveProperty('dismissedSuggestions');
    expect(value(splitMessage('u1', 9)(dismissed)).dismissedSuggestions).toEqual([
      { laterMessageId: 'u2', earlierMessageId: 'm5', sentence: 'Use blue.' },
    ]);
  });
});

describe('links through other edits', () => {
  it('survive being stored with all that they say', () => {
    const all = linked(
      { ...blue, reinstatedByMessageId: 'u3', label: 'blue' },
      { ...pair, scope: 'message' },
    );
    expect(value(restoreDocument(JSON.parse(JSON.stringify(all))))).toEqual(all);
  });

  it('rest while the sentence is edited away and apply again once it is back', () => {
    const edited = setText('u1', 'Use tabs.')(linked(blue));
    expect(rests(edited)).toEqual(['sentence-gone']);
    expect(rests(setText('u1', 'Use blue. Please.')(value(edited)))).toEqual([null]);
    expect(rests(setText('u1', 'Anything else.')(linked({ ...pair, scope: 'message' })))).toEqual([null]);
    expect(rests(setText('u2', 'Use red.')(linked(blue)))).toEqual([null]);
  });

  it('rest while the later one stands before the earlier one', () => {
    const moved = moveMessage('u2', 0)(linked(pair));
    expect(rests(moved)).toEqual(['not-later']);
    expect(rests(moveMessage('u2', 3)(value(moved)))).toEqual([null]);
  });

  it('rest while the earlier one is an instruction, or both stand in one turn', () => {
    expect(rests(setRole('u1', 'system')(linked(pair)))).toEqual(['preamble']);
    expect(rests(setRole('u2', 'assistant')(linked(pair)))).toEqual(['same-turn']);
  });

  it('go with either message; without the one that reinstates they stay in force', () => {
    const again = { ...pair, reinstatedByMessageId: 'u3' };
    expect(links(deleteMessages(new Set(['u1']))(linked(again)))).toEqual([]);
    expect(links(deleteMessages(new Set(['u2']))(linked(again)))).toEqual([]);
    expect(links(deleteMessages(new Set(['u3']))(linked(again)))).toEqual([pair]);
  });

  it('follow a split: a sentence to its half, the rest to both halves; what replaces stays the first half', () => {
    const split = splitMessage('u1', 9);
    expect(links(split(linked(blue)))).toEqual([{ ...blue, earlierMessageId: 'm5' }]);
    const tabs: Supersession = { ...blue, sentence: 'Use tabs.' };
    expect(links(split(linked(tabs)))).toEqual([tabs]);
    expect(links(split(linked(pair)))).toEqual([pair, { ...pair, earlierMessageId: 'm5' }]);
    expect(links(splitMessage('u2', 3)(linked(pair)))).toEqual([pair]);
    // A cut through the sentence leaves the link where it was, at rest.
    expect(rests(splitMessage('u1', 13)(linked(blue)))).toEqual(['sentence-gone']);
  });
});
