import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversationDocument, emptyDocument, type Message, type Part } from '../conversation';
import { toConversationJson } from '../exporters/conversation-json.exporter';
import { conversations } from '../importers/testing/arbitraries';
import { replaceByRaw } from './raw-json';
import { pathText, readRaw } from './raw-schema';

const message = (id: string, role: Message['role'], ...parts: (string | Part)[]): Message => ({
  id,
  role,
  parts: parts.map((p) => (typeof p === 'string' ? { type: 'text', text: p } : p)),
  time: null,
});
const document: ConversationDocument = {
  conversation: {
    id: 'c',
    title: 'Title',
    messages: [
      message('m1', 'user', 'Use blue.', 'Never log it.'),
      {
        ...message('m2', 'assistant', 'Fine.', {
          type: 'tool-call',
          callId: null,
          name: 'paint',
          arguments: { colour: 'blue' },
        }),
        kind: 'summary',
      },
      message(
        'm3',
        'tool',
        { type: 'tool-result', callId: null, text: 'one' },
        { type: 'tool-result', callId: null, text: 'two' },
      ),
      message('m4', 'assistant', ''),
      message('m5', 'user', 'Which colour?'),
    ],
  },
  pinnedMessageIds: ['m1', 'm3'],
  probes: [{ id: 'p', questionMessageId: 'm5', evidenceMessageIds: ['m1', 'm2'] }],
  supersessions: [{ earlierMessageId: 'm1', laterMessageId: 'm5' }],
};
type Raw = { title: string; messages: Record<string, unknown>[] };
const rawOf = (d: ConversationDocument) => JSON.parse(toConversationJson(d.conversation)) as Raw;
function apply(raw: unknown, d = document): ConversationDocument {
  const read = readRaw(raw);
  if (!('messages' in read)) throw new Error(JSON.stringify(read));
  const edited = replaceByRaw(read)(d);
  if (!edited.ok) throw new Error(edited.error.code);
  return edited.value;
}
const issues = (raw: unknown) => {
  const read = readRaw(raw);
  return 'messages' in read ? [] : read.map((i) => `${pathText(i.path)}: ${i.message}`);
};

describe('the conversation as text, put back', () => {
  it('changes nothing when nothing was changed, for any conversation', () => {
    expect(apply(rawOf(document))).toBe(document);
    fc.assert(
      fc.property(conversations, (conversation) => {
        const own = emptyDocument(conversation);
        expect(apply(rawOf(own), own)).toBe(own);
      }),
      { numRuns: 200 },
    );
  });

  it('changes only what was changed; marks and what the text has no room for stay', () => {
    const raw = rawOf(document);
    const second = raw.messages[1]!;
    second.content = 'Painted.';
    const edited = apply(raw);
    expect(edited.conversation.messages.map((m) => m.id)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
    expect(edited.conversation.messages[1]).toEqual({
      ...document.conversation.messages[1],
      parts: [
        { type: 'text', text: 'Painted.' },
        { type: 'tool-call', callId: null, name: 'paint', arguments: '{"colour":"blue"}' },
      ],
    });
    for (const i of [0, 2, 3, 4])
      expect(edited.conversation.messages[i]).toBe(document.conversation.messages[i]);
    expect(edited.pinnedMessageIds).toEqual(['m1', 'm3']);
    expect(edited.probes).toEqual(document.probes);
    expect(edited.supersessions).toEqual(document.supersessions);
  });

  it('keeps the results of one message together, and takes new ones as messages', () => {
    const raw = rawOf(document);
    raw.messages[3]!.content = 'second';
    const results = apply(raw).conversation.messages[2]!;
    expect(results.parts.map((p) => p.type === 'tool-result' && p.text)).toEqual(['one', 'second']);
    raw.messages.push({ role: 'user', content: 'New' }, { role: 'assistant', content: '' });
    const added = apply(raw).conversation.messages.slice(5);
    expect(added.map((m) => [m.id, m.parts])).toEqual([
      ['m9', [{ type: 'text', text: 'New' }]],
      ['m10', [{ type: 'text', text: '' }]],
    ]);
  });

  it('takes the marks of a deleted message away, and follows a moved one', () => {
    const raw = rawOf(document);
    const [first, ...others] = raw.messages;
    expect(apply({ ...raw, messages: others })).toMatchObject({
      pinnedMessageIds: ['m3'],
      supersessions: [],
      probes: [{ evidenceMessageIds: ['m2'] }],
    });
    const moved = apply({ title: 'Other', messages: [...others, first!] });
    expect(moved.conversation.messages.at(-1)).toBe(document.conversation.messages[0]);
    expect(moved.conversation.title).toBe('Other');
    expect(moved.pinnedMessageIds).toEqual(['m1', 'm3']);
  });
});

describe('what does not fit', () => {
  it('is named with its path', () => {
    expect(issues([])).toEqual(['the whole text: This must be an object.']);
    expect(issues({ messages: [] })).toEqual(['the whole text: “title” is missing.']);
    const call = { id: 'c', function: { name: 'f', arguments: {} } };
    expect(
      issues({
        title: 'T',
        messages: [
          { role: 'bot', content: 'x' },
          { content: 4, role: 'user', colour: 'blue' },
          { role: 'assistant', content: null, tool_calls: [call], timestamp: 'yesterday' },
          { content: 'x' },
        ],
      }),
    ).toEqual([
      'messages[0].role: This must be one of: system, user, assistant, tool.',
      'messages[1].content: This must be text in double quotes.',
      'messages[1].colour: “colour” is no field that is kept here.',
      'messages[2].tool_calls[0].function.arguments: This must be text in double quotes.',
      'messages[2].timestamp: This is not a time that can be read. Write 2026-03-11T09:00:00Z, 2026-03-11T09:00:00 or 2026-03-11.',
      'messages[3]: “role” is missing.',
    ]);
    const twice = { id: 'm', role: 'user', content: 'x' };
    expect(issues({ title: '', messages: [twice, twice] })).toEqual([
      'messages[1].id: Message 1 has this id already.',
    ]);
    expect(issues({ title: '\ud800', messages: [] })).toEqual([
      'title: This text holds half of a character.',
    ]);
  });
});
