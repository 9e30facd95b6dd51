import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importer } from './claude-ai-export.importer';
import { importText } from './import-conversation';
import type { ImportChoice, Imported } from './importer';
import { damaged, expectWhole } from './testing/damaged';
import { describeResult } from './testing/expected-case';

const message = (uuid: string, sender: string, content: unknown, more: object = {}) => ({
  uuid,
  sender,
  text: '',
  content,
  created_at: '2025-06-02T08:00:01.250999Z',
  ...more,
});
const text = (said: string) => ({ type: 'text', text: said });
const chat = (chat_messages: unknown, more: object = {}) => ({
  uuid: 'c',
  name: 'T',
  chat_messages,
  ...more,
});

function opened(value: unknown, choice?: ImportChoice): Imported {
  const result = importText(JSON.stringify(value), choice ? { choice } : {});
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(result.value.format).toBe('claude-ai-export');
  return result.value;
}
const said = (imported: Imported) =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);
const counts = (imported: Imported) => Object.fromEntries(imported.warnings.map((w) => [w.code, w.count]));
const described = (value: unknown) => describeResult({ ok: true, value: opened(value) });

it('reads calls and results of one message as the steps they were', () => {
  const blocks = [
    { type: 'thinking', thinking: 'look' },
    text('I look.'),
    { type: 'tool_use', id: 'a', name: 'search', input: { q: 1 } },
    { type: 'tool_use', name: 'repl', input: { code: 'x' } },
    {
      type: 'tool_result',
      tool_use_id: 'a',
      name: 'search',
      content: [
        { type: 'knowledge', title: 'P95', url: 'https://example.com' },
        text('found'),
        { type: 'image' },
      ],
    },
    { type: 'tool_result', name: 'repl', is_error: true, content: 'boom' },
    text('Done.'),
  ];
  expect(
    described(chat([message('u', 'human', [text('go')]), message('m', 'assistant', blocks)])),
  ).toMatchObject({
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        text: 'I look.',
        reasoning: 'look',
        tool_calls: [
          { id: 'a', name: 'search', arguments: { q: 1 } },
          { id: null, name: 'repl', arguments: { code: 'x' } },
        ],
      },
      {
        role: 'tool',
        name: 'search',
        tool_call_id: 'a',
        text: 'P95\nhttps://example.com\nfound',
        attachments: [{}],
      },
      { role: 'tool', name: 'repl', tool_call_id: null, text: 'boom', is_error: true },
      { role: 'assistant', text: 'Done.', timestamp: '2025-06-02T08:00:01.250Z' },
    ],
    warnings: [],
  });
});

describe('text', () => {
  it.each([
    ['the blocks before the flat text', [text('a'), text('b')], 'ignored', 'a\nb'],
    ['the flat text where no block has any', [{ type: 'thinking', thinking: 't' }], 'flat', 'flat'],
    ['the flat text where there are no blocks', undefined, ' flat ', ' flat '],
    ['a bare string as content', 'bare', '', 'bare'],
  ])('takes %s', (_, content, flat, expected) => {
    expect(said(opened(chat([message('m', 'assistant', content, { text: flat })])))).toEqual([
      `assistant: ${expected}`,
    ]);
  });

  it('does not take the filler for blocks that the app could not draw', () => {
    const filler = '```\nThis block is not supported on your current device yet.\n```';
    const imported = opened(
      chat([message('m', 'assistant', [{ type: 'tool_use', name: 'x', input: {} }], { text: filler })]),
    );
    expect(said(imported)).toEqual(['assistant: ']);
  });

  it('counts blocks without words and shows unknown ones that have some', () => {
    const imported = opened(
      chat([
        message('m', 'assistant', [
          { type: 'token_budget' },
          { type: 'redacted_thinking', data: 'x' },
          { type: 'new_block', text: 'shown' },
          7,
        ]),
        message('e', 'human', []),
        'x',
      ]),
    );
    expect(said(imported)).toEqual(['assistant: shown']);
    expect(counts(imported)).toEqual({
      'bookkeeping-skipped': 1,
      'reasoning-skipped': 1,
      'mixed-shapes': 3,
      'empty-skipped': 1,
    });
  });
});

it('never drops a turn that has files', () => {
  const files = {
    attachments: [
      { file_name: '', extracted_content: 'pasted' },
      { file_name: 'a.pdf', file_type: 'application/pdf' },
      { file_name: '' },
    ],
    files: [{ file_name: 'x.png', file_uuid: '1' }, { file_name: 'y.PNG' }, 'z.txt'],
    files_v2: [{ file_kind: 'image', file_uuid: '1', file_name: 'x.png' }],
  };
  expect(described(chat([message('m', 'human', [text('typed')], files)]))).toMatchObject({
    messages: [
      {
        text: 'typed\npasted',
        attachments: [
          { kind: 'file', name: 'a.pdf', media_type: 'application/pdf' },
          { kind: 'file' },
          { kind: 'image', name: 'x.png' },
          { kind: 'image', name: 'y.PNG' },
          { kind: 'file', name: 'z.txt' },
        ],
      },
    ],
    warnings: ['attachment-missing', 'no-assistant'],
  });
});

describe('saves of the web app', () => {
  const ROOT = '00000000-0000-4000-8000-000000000000';
  const node = (uuid: string, parent: string, sender: string) =>
    message(uuid, sender, [text(uuid)], { parent_message_uuid: parent });
  const saved = (more: object) =>
    chat([node('q', ROOT, 'human'), node('a1', 'q', 'assistant'), node('a2', 'q', 'assistant')], more);

  it('show the branch they name and offer the other', () => {
    const imported = opened(saved({ current_leaf_message_uuid: 'a1' }));
    expect(said(imported)).toEqual(['user: q', 'assistant: a1']);
    expect(counts(imported)).toEqual({ 'branches-hidden': 1 });
    expect(imported.branches).toMatchObject([
      {
        afterMessageId: 'q',
        alternatives: [
          { leafId: 'a1', active: true },
          { leafId: 'a2', active: false },
        ],
      },
    ]);
    expect(said(opened(saved({ current_leaf_message_uuid: 'a1' }), { leafId: 'a2' }))).toEqual([
      'user: q',
      'assistant: a2',
    ]);
  });

  it('show the newest branch when they name none', () => {
    expect(counts(opened(saved({})))).toEqual({ 'branches-hidden': 1 });
    expect(counts(opened(saved({ current_leaf_message_uuid: 'gone' })))).toEqual({
      'current-node-missing': 1,
      'branches-hidden': 1,
    });
  });
});

it('lists conversations and skips empty ones', () => {
  const file = [
    chat([]),
    3,
    chat([message('m', 'human', 'a')], { name: '' }),
    chat([message('m', 'human', 'b')]),
  ];
  const imported = opened(file);
  expect(imported.conversation.title).toBe('Untitled');
  expect(imported.otherConversations).toBe(1);
  expect(counts(imported)).toMatchObject({ 'empty-conversation': 1, 'mixed-shapes': 1 });
  expect(said(opened({ conversations: file }, { conversation: 1 }))).toEqual(['user: b']);
});

it('survives any damage', () => {
  const blocks = [
    text('a'),
    { type: 'tool_use', id: 'a', name: 'n', input: {} },
    { type: 'tool_result', tool_use_id: 'a', content: [text('r')] },
  ];
  const file = [
    chat([message('m', 'human', blocks, { attachments: [{ file_name: 'f' }], files: [{ file_name: 'g' }] })]),
    chat(
      [
        message('m', 'human', blocks, { parent_message_uuid: 'm' }),
        message('n', 'assistant', blocks, { parent_message_uuid: 'm' }),
      ],
      { current_leaf_message_uuid: 'n' },
    ),
  ];
  fc.assert(
    fc.property(damaged(file), (value) => expectWhole(importer, JSON.stringify(value))),
    { numRuns: 100 },
  );
});
