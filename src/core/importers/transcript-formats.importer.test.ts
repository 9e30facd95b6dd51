/** Markdown transcripts and text copied from ChatGPT. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importer as copied } from './chatgpt-copy-paste.importer';
import { importText } from './import-conversation';
import type { Imported } from './importer';
import { importer as markdown } from './markdown-transcript.importer';
import { expectWhole } from './testing/damaged';

function opened(text: string, format: string): Imported {
  const result = importText(text);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(result.value.format).toBe(format);
  return result.value;
}
const said = (imported: Imported) =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);
const counts = (imported: Imported) => Object.fromEntries(imported.warnings.map((w) => [w.code, w.count]));

describe('markdown-transcript', () => {
  const read = (text: string) => opened(text, 'markdown-transcript');
  it.each([
    ['level 1', '# User\na\n# Assistant\nb'],
    ['level 4 with colons, CRLF', '#### You:\r\n\r\na\r\n\r\n#### ChatGPT:\r\n\r\nb\r\n'],
    ['pictures and bold', '## 👤 **User**\n\na\n\n## 🤖 **Assistant**\n\nb'],
    ['what extensions write', '## Prompt:\na\n\n## Response:\nb'],
    ['a level for each side', '## User\na\n### Assistant\nb'],
    ['bold, colon inside', '**User:** a\n\n**Assistant:** b'],
    ['bold, colon outside', '**User**: a\n\n**Assistant**: b'],
    ['bold on lines of their own', '**User:**\n\na\n\n**Claude:**\n\nb'],
  ])('reads %s', (_, text) => expect(said(read(text))).toEqual(['user: a', 'assistant: b']));

  it('takes the style that alternates and leaves all others as text', () => {
    const imported = read(
      '# T\n\n## User\na\n\n**User:** quoted\n\n### User\n\n- x\n\n---\n\n## Assistant\nb\n~~~\n## User\n~~~\n## User\nc',
    );
    expect(said(imported)).toEqual([
      'user: a\n\n**User:** quoted\n\n### User\n\n- x\n\n---',
      'assistant: b\n~~~\n## User\n~~~',
      'user: c',
    ]);
  });

  it('lets a fence open on the marker line and not swallow the rest', () => {
    expect(said(read('**User:** see\n\n**Assistant:** ```css\n**User:** no\n```\n\n**User:** yes'))).toEqual([
      'user: see',
      'assistant: ```css\n**User:** no\n```',
      'user: yes',
    ]);
    expect(said(read('## User\n```\na\n## Assistant\nb'))).toEqual(['user: ```\na', 'assistant: b']);
  });

  it('takes the heading above the turns as title, and counts the other lines there', () => {
    const imported = read('# Notes\n\nExported on 2 March\nModel: x\n\n## User\na\n## Assistant\nb');
    expect(imported.conversation.title).toBe('Notes');
    expect(counts(imported)).toEqual({ 'bookkeeping-skipped': 2 });
  });

  it('reads a time in brackets and counts empty turns', () => {
    const imported = read('## User (2026-03-02 09:00)\na\n## Assistant (2026-03-02T09:01:00Z)\nb\n## User\n');
    expect(imported.conversation.messages.map((m) => m.time?.text)).toEqual([
      '2026-03-02T09:00:00',
      '2026-03-02T09:01:00.000Z',
    ]);
    expect(counts(imported)).toEqual({ 'empty-skipped': 1, 'no-time-zone': 1 });
  });

  it('does not take documents with such headings on one side only', () => {
    expect(importText('# Guide\n\n## User\n\nHow to add one.\n\n## System requirements\n\nNone.').ok).toBe(
      false,
    );
  });
});

describe('chatgpt-copy-paste', () => {
  const read = (text: string) => opened(text, 'chatgpt-copy-paste');

  it.each([
    ['English', 'You said:\na\nChatGPT said:\nb'],
    ['German', 'Du hast gesagt:\na\n\nChatGPT hat gesagt:\nb'],
    ['French', 'Vous avez dit :\na\nChatGPT a dit :\nb'],
    ['a custom GPT', 'You said:\na\nCode Copilot said:\nb'],
    ['CRLF', 'You said:\r\na\r\n\r\nChatGPT said:\r\nb\r\n'],
  ])('reads %s', (_, text) => expect(said(read(text))).toEqual(['user: a', 'assistant: b']));

  it('leaves sentences that end in "said:" and fences alone', () => {
    const text = 'You said:\na\nHe said:\n```\nChatGPT said:\n```\nChatGPT said:\nShe said:\nb';
    expect(said(read(text))).toEqual([
      'user: a\nHe said:\n```\nChatGPT said:\n```',
      'assistant: She said:\nb',
    ]);
  });

  it('counts the words of the page that are nobody’s', () => {
    const text =
      'Skip to content\nShop bugs\n\nYou said:\nCopy\nChatGPT said:\nThought for 5 seconds\n\npython\nCopy\nEdit\nx = 1\n\nCopy\nthat\n\nChatGPT can make mistakes. Check important info.\n';
    const imported = read(text);
    expect(said(imported)).toEqual(['user: Copy', 'assistant: python\nx = 1\n\nCopy\nthat']);
    expect(counts(imported)).toEqual({ 'bookkeeping-skipped': 4, 'reasoning-skipped': 1 });
  });

  it('stays a plain transcript when such lines are only quoted', () => {
    const result = importText('User: look\nYou said:\nx\nChatGPT said:\ny\nAssistant: ok');
    expect(result.ok && result.value.format).toBe('text-transcript');
  });
});

it('both survive any text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '## User',
      '## Assistant',
      '**User:**',
      '**AI:** x',
      'You said:',
      'ChatGPT said:',
      'He said:',
      '```',
      '~~~~',
      '',
      'Copy',
      '# T',
      '(2026)',
      'Thought for 5 seconds',
      'ChatGPT can make mistakes.',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (all) => {
      expectWhole(markdown, all.join('\n'));
      expectWhole(copied, all.join('\n'));
    }),
    { numRuns: 200 },
  );
});
