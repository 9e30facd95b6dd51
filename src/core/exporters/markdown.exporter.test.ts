import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message, Part } from '../conversation';
import { importText } from '../importers/import-conversation';
import { conversations } from '../importers/testing/arbitraries';
import { runs } from '../importers/testing/runs';
import { exporter } from './markdown.exporter';

const written = ({ title, messages }: Conversation): string => exporter.make({ title, items: messages }).text;

function reopen(conversation: Conversation): Conversation {
  const result = importText(written(conversation));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(result.value.format).toBe('markdown-transcript');
  return result.value.conversation;
}

/** Markdown has no ids of messages, and neighbouring texts of one message are one. */
function comparable({ id: _, parts, ...rest }: Message): object {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type !== 'text' || last?.type !== 'text') joined.push(part);
    else joined[joined.length - 1] = { type: 'text', text: `${last.text}\n${part.text}` };
  }
  return { ...rest, parts: joined };
}
const conversationOf = (messages: readonly Omit<Message, 'id'>[]): Conversation => ({
  id: 'c',
  title: 'A title',
  messages: messages.map((m, i) => ({ ...m, id: `m${i + 1}` })),
});

describe('Markdown', () => {
  it('is read back as the same messages: texts, times, names, calls, results, files', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const again = reopen(conversation);
        expect(again.title).toBe(conversation.title.replace(/\s+/g, ' '));
        expect(again.messages.map(comparable)).toEqual(conversation.messages.map(comparable));
      }),
      runs(100),
    );
  });

  it('shows a person what was said, with calls and results below it', () => {
    const conversation = conversationOf([
      {
        role: 'user',
        name: 'Rin Okafor',
        time: { text: '2026-03-02T09:00:00.000Z', sortMs: 1_772_442_000_000, precision: 'instant' },
        parts: [{ type: 'text', text: '## Assistant\nis no heading here' }],
      },
      {
        role: 'assistant',
        time: null,
        parts: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', callId: 'a', name: 'read', arguments: { path: 'x' } },
        ],
      },
      { role: 'tool', time: null, parts: [{ type: 'tool-result', callId: 'a', text: '```\ncode\n```' }] },
    ]);
    expect(written(conversation)).toBe(
      [
        '# A title',
        '<!-- A conversation of Temporal Decay Playground, which reads it back. -->',
        '## User (Rin Okafor) · 2026-03-02T09:00:00.000Z',
        '\\## Assistant\nis no heading here',
        '## Assistant',
        'Looking.',
        'Call of `read` (a):',
        '```json\n{"path":"x"}\n```',
        '## Tool',
        'Result (a):',
        '````\n```\ncode\n```\n````\n',
      ].join('\n\n'),
    );
  });

  it('takes what a person changed as text, and counts what stands before the first heading', () => {
    const text = written(
      conversationOf([
        { role: 'user', time: null, parts: [{ type: 'text', text: 'a' }] },
        { role: 'tool', time: null, parts: [{ type: 'tool-result', callId: null, text: 'r' }] },
      ]),
    );
    const changed = text.replace('\n## User', '\nA note.\n\n## User').replace(/\n```\n$/, '\n');
    const result = importText(changed);
    expect(result).toMatchObject({
      ok: true,
      value: {
        conversation: {
          messages: [
            { role: 'user', parts: [{ text: 'a' }] },
            { role: 'tool', parts: [{ text: 'Result:\n\n```\nr' }] },
          ],
        },
        warnings: [
          { code: 'bookkeeping-skipped', count: 1, places: [{ line: 5 }] },
          { code: 'orphan-tool-result' },
          { code: 'no-assistant' },
        ],
      },
    });
  });

  it('reads headings with names and times without our mark, as earlier versions wrote them', () => {
    const result = importText(
      '# T\n\n## User (Rin Okafor) · 2026-03-02T09:00:00.000Z\n\na\n\n## Assistant · 2026-03-02\n\nb\n',
    );
    expect(result).toMatchObject({
      ok: true,
      value: {
        conversation: {
          messages: [
            { role: 'user', name: 'Rin Okafor', time: { text: '2026-03-02T09:00:00.000Z' } },
            { role: 'assistant', time: { text: '2026-03-02' } },
          ],
        },
      },
    });
  });
});
