import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importAllBytes, importBytes, importText } from './import-conversation';
import type { Imported } from './importer';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const opened = (value: unknown): Imported => {
  const result = importText(typeof value === 'string' ? value : JSON.stringify(value));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};
const refused = (value: unknown): string => {
  const result = importText(typeof value === 'string' ? value : JSON.stringify(value));
  return result.ok ? `read as ${result.value.format}` : `${result.error.code}: ${result.error.message}`;
};
const lines = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const sentence = (imported: Imported, code: string): string | undefined =>
  imported.warnings.find((w) => w.code === code)?.message;
const said = (imported: Imported): string[] =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);

const claude = (type: 'user' | 'assistant', uuid: string, content: unknown, more: object = {}) => ({
  type,
  uuid,
  sessionId: 's',
  timestamp: '2026-01-12T10:00:00.000Z',
  version: '2.1.9',
  message: { role: type, content },
  ...more,
});

describe('Claude Code', () => {
  it('says a compaction with its trigger and what stands before it', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b',
      sessionId: 's',
      compactMetadata: { trigger: 'auto', preTokens: 155000 },
    };
    const summary = claude('user', 'c', 'Summary.', { isCompactSummary: true });
    const one = opened(lines(claude('user', 'u', 'Hi'), boundary, summary, claude('assistant', 'a', 'Yes')));
    expect(sentence(one, 'compaction')).toBe(
      'The tool itself compacted the conversation once (automatic, 155000 tokens before); the message before that is shown.',
    );
    const again = [
      { ...boundary, uuid: 'b2' },
      { ...summary, uuid: 'c2' },
    ];
    const two = opened(lines(claude('user', 'u', 'Hi'), boundary, summary, ...again));
    expect(sentence(two, 'compaction')).toBe(
      'The tool itself compacted the conversation 2 times; the 2 messages before that are shown.',
    );
  });

  it('refuses a session without a message and names its version', () => {
    const meta = claude('user', 'u', '<command-name>/clear</command-name>');
    expect(refused(lines(meta, { ...meta, uuid: 'u2' }))).toBe(
      'empty-file: This Claude Code session (version 2.1.9) contains no conversation: none of its 2 lines is a message.',
    );
    expect(refused({ type: 'summary', summary: 'x', leafUuid: 'y' })).toMatch(
      /its only line is not a message\.$/,
    );
  });

  it('reads a session that somebody made one list of', () => {
    const list = [claude('user', 'u', 'Hi'), null, claude('assistant', 'a', [{ type: 'text', text: 'Yes' }])];
    expect(said(opened(list))).toEqual(['user: Hi', 'assistant: Yes']);
    expect(sentence(opened(list), 'mixed-shapes')).toBeDefined();
  });

  it('keeps both of two replies that say the same', () => {
    const reply = (uuid: string, id: string) =>
      claude('assistant', uuid, [{ type: 'text', text: 'Done.' }], {
        message: { id, role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      });
    expect(said(opened(lines(reply('a', '1'), reply('b', '2'), reply('c', '2'))))).toEqual([
      'assistant: Done.',
      'assistant: Done.',
    ]);
  });

  it('gives ids, times and pairs that survive', () => {
    const { messages } = opened(
      lines(
        claude('assistant', 'a', [{ type: 'tool_use', id: 't', name: 'Read', input: {} }]),
        claude('user', 'r', [
          { type: 'tool_result', tool_use_id: 't', content: null },
          { type: 'text', text: 'Go on' },
        ]),
      ),
    ).conversation;
    expect(messages.map((m) => [m.id, m.role, m.time?.precision])).toEqual([
      ['a', 'assistant', 'instant'],
      ['r', 'tool', 'instant'],
      ['m3', 'user', 'instant'],
    ]);
  });
});

describe('Codex', () => {
  const line = (type: string, payload: object) => ({ timestamp: '2026-01-12T10:00:00.000Z', type, payload });
  it('names the version of a session that it can not read', () => {
    const meta = line('session_meta', { cli_version: '9.9.9' });
    expect(refused(lines(meta, line('event_msg', { type: 'utterance', body: 'hi' })))).toMatch(
      /^unknown-format: This Codex session \(version 9\.9\.9\) holds no message in a form that is known here/,
    );
    expect(refused(lines(meta, line('event_msg', { type: 'task_started' })))).toMatch(
      /^empty-file: .*9\.9\.9/,
    );
  });
});

describe('several conversations in one file', () => {
  const tool = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] };
  const ui = (text: string) => [{ role: 'user', parts: [{ type: 'text', text }] }];
  const dict = (content: string) => ({ type: 'human', data: { content } });
  const item = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  it.each([
    [
      'openai-chat',
      [
        { title: 'A', messages: [{ role: 'user', content: 'a' }] },
        { messages: [] },
        { messages: [{ role: 'user', content: 'b' }] },
      ],
    ],
    ['anthropic-messages', [{ messages: [tool] }, { messages: [tool, tool] }]],
    ['vercel-ui', [{ messages: ui('a') }, { messages: ui('b') }]],
    ['langchain-dict', [[dict('a')], [dict('b')]]],
    ['openai-responses', [{ input: [item('a')] }, { input: [item('b')] }]],
  ])('%s', (format, file) => {
    const bytes = encode(JSON.stringify(file));
    const first = importBytes(bytes);
    const all = importAllBytes(bytes);
    if (!first.ok || !all.ok) throw new Error('not read');
    const conversations = [...all.value];
    expect(first.value).toMatchObject({ format, otherConversations: 1 });
    expect(conversations).toHaveLength(2);
    expect(conversations[0]?.conversation.messages).toEqual(first.value.conversation.messages);
  });
});

describe('formats that look alike', () => {
  it.each([
    ['openai-chat', [{ role: 'user', content: [{ type: 'text', text: 'a' }] }]],
    [
      'openai-chat',
      {
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 'x' }],
            tool_calls: [{ id: 'c', function: { name: 'f' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: '' },
        ],
      },
    ],
    ['anthropic-messages', { system: 'Be brief.', messages: [{ role: 'user', content: 'a' }] }],
    ['openai-chat', { system: null, messages: [{ role: 'user', content: 'a' }] }],
    [
      'vercel-model',
      [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', result: 1 }] }],
    ],
    ['langgraph-state', { messages: [{ type: 'human', content: 'a' }] }],
    [
      'langchain-lc',
      {
        values: {
          messages: [{ lc: 1, type: 'constructor', id: ['x', 'AIMessage'], kwargs: { content: 'a' } }],
        },
      },
    ],
    [
      'openai-responses',
      {
        object: 'response',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }],
      },
    ],
    ['openai-responses', { instructions: 'Be brief.', input: 'Hi' }],
    [
      'openai-chat',
      { object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'a' } }] },
    ],
  ])('%s', (format, value) => {
    expect(opened(value).format).toBe(format);
  });
});
