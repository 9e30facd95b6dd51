import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importBytes, importText } from './import-conversation';
import type { Imported } from './importer';

function opened(text: string, name?: string): Imported {
  const result = importText(text, name === undefined ? {} : { name });
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
const refused = (text: string): { code: string; message: string; where?: string } => {
  const result = importText(text);
  if (result.ok) throw new Error(`read as ${result.value.format}`);
  return result.error;
};
const codes = (imported: Imported): string[] => imported.warnings.map((w) => w.code);
const said = (imported: Imported): string[] =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);
const json = (value: unknown): string => JSON.stringify(value);
const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Hello' };

describe('times nobody can have written at', () => {
  it('are kept and named with their count', () => {
    const imported = opened(
      json([
        { ...user, timestamp: '99999999999999999' },
        { ...assistant, timestamp: '1975-05-05T10:00:00Z' },
        { ...user, timestamp: '2026-03-10T10:00:00Z' },
      ]),
    );
    expect(imported.conversation.messages.map((m) => m.time?.text.slice(0, 4))).toEqual([
      '5138',
      '1975',
      '2026',
    ]);
    expect(imported.warnings).toContainEqual({
      code: 'implausible-time',
      count: 2,
      message: '2 times lie before 1980 or after 2100; they are kept as written.',
      places: [
        { path: '[0]', messageId: 'm1' },
        { path: '[1]', messageId: 'm2' },
      ],
    });
  });
});

describe('errors say what is wrong and where', () => {
  it('speaks of session logs only where the empty file is named like one', () => {
    const emptyNamed = (name: string) => {
      const result = importBytes(new Uint8Array(), { name });
      return result.ok ? '' : result.error.message;
    };
    expect(emptyNamed('notes.txt')).toBe(
      'This file is empty (0 bytes). The tool that wrote it may have failed.',
    );
    expect(emptyNamed('session.jsonl')).toMatch(/Claude Code/);
  });

  it('gives line and column of a syntax error', () => {
    expect(refused('[\n  {"role": "user", "content": "a"},\n  {"role": "user" "content": "b"}\n]')).toEqual({
      code: 'unknown-format',
      message: 'This is not valid JSON: a comma or } is missing (line 3, column 19).',
      where: 'line 3, column 19',
    });
  });

  it('names the keys of JSON without messages', () => {
    expect(refused(json({ model: 'x', prompt: 'y' })).message).toContain(
      'an object with the keys "model", "prompt"',
    );
    expect(refused(json([{ sku: 1, price: 2 }])).message).toContain(
      'a list of objects with the keys "sku", "price"',
    );
    expect(refused('{"sku":1}\n{"sku":2}').message).toContain('lines with the keys "sku"');
    expect(refused('[1,2]').message).toContain('a list of values like a number');
    expect(refused('"hello"').message).toContain('only a string');
  });

  it.each([
    '',
    ' \n ',
    '\ufeff',
    '[]',
    '{}',
    'null',
    '{"messages":[]}',
    json([{ role: 'user', content: null }]),
  ])('calls %j empty', (text) => {
    expect(refused(text).code).toBe('empty-file');
  });

  it('refuses prose and a pasted page', () => {
    expect(refused('Dear diary, today I wrote to the user: nothing.').message).toContain(
      'No speakers were found',
    );
    expect(refused('<!doctype html><html><body>User: hi</body></html>').code).toBe('html-export');
  });
});

describe('openai-chat', () => {
  it.each([
    ['a list', [user, assistant]],
    ['messages', { messages: [user, assistant] }],
    [
      'a logged request',
      {
        request: { body: { messages: [user] } },
        response: { created: 1772442000, choices: [{ message: assistant }] },
      },
    ],
    ['a request with its choices', { messages: [user], choices: [{ index: 0, message: assistant }] }],
    ['a list object', { object: 'list', data: [user, assistant] }],
    ['another key', { conversation: [user, assistant] }],
  ])('finds the messages of %s', (_, value) => {
    expect(said(opened(json(value)))).toEqual(['user: Hi', 'assistant: Hello']);
  });

  it('reads a response with its time and hides alternatives', () => {
    const imported = opened(
      json({ id: 'chatcmpl-1', created: 1772442000, choices: [{ message: assistant }, { message: user }] }),
    );
    expect(said(imported)).toEqual(['assistant: Hello']);
    expect(imported.conversation.messages[0]?.time?.text).toBe('2026-03-02T09:00:00.000Z');
    expect(codes(imported)).toContain('branches-hidden');
  });

  it('opens the first of several conversations with content and counts the others', () => {
    const imported = opened(json([{ messages: [] }, { messages: [user, assistant] }, { messages: [user] }]));
    expect(said(imported)).toHaveLength(2);
    expect(imported.otherConversations).toBe(1);
    expect(codes(imported)).toEqual(['empty-conversation']);
  });

  it('reads custom and legacy calls, refusals, audio and files', () => {
    const imported = opened(
      json([
        {
          role: 'user',
          content: [
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'c1',
          content: [
            { type: 'text', text: '1' },
            { type: 'text', text: '2' },
          ],
        },
        { role: 'assistant', content: null, function_call: { name: 'now', arguments: '{}' } },
        { role: 'function', name: 'now', content: 'noon' },
        { role: 'assistant', content: null, refusal: 'I can not help with that.' },
        { role: 'assistant', content: null, audio: { id: 'a1', transcript: 'Spoken.' } },
      ]),
    );
    expect(imported.conversation.messages.map((m) => m.parts)).toEqual([
      [{ type: 'attachment', kind: 'file', name: 'a.pdf', mediaType: 'application/pdf' }],
      [{ type: 'tool-call', callId: 'c1', name: 'sql', arguments: 'select 1' }],
      [{ type: 'tool-result', callId: 'c1', text: '1\n2' }],
      [{ type: 'tool-call', callId: null, name: 'now', arguments: '{}' }],
      [{ type: 'tool-result', callId: null, text: 'noon' }],
      [{ type: 'text', text: 'I can not help with that.' }],
      [
        { type: 'text', text: 'Spoken.' },
        { type: 'attachment', kind: 'audio' },
      ],
    ]);
    expect(codes(imported)).toEqual(['image-payload-dropped']);
  });

  it('keeps unknown roles as names and says so', () => {
    const imported = opened(
      json([
        { role: 'research-agent', content: 'a' },
        { role: 'narrator', content: 'b' },
        { role: 'constructor', content: 'c' },
      ]),
    );
    expect(imported.conversation.messages.map((m) => [m.role, m.name])).toEqual([
      ['assistant', 'research-agent'],
      ['user', 'narrator'],
      ['user', 'constructor'],
    ]);
    expect(imported.warnings).toMatchObject([{ code: 'unknown-sender', count: 3, where: '[0].role' }]);
  });

  it('shows unexpected shapes as far as possible, with the path of the first', () => {
    const imported = opened(
      json({
        messages: [
          user,
          { role: 'user', content: 42 },
          'stray',
          { role: 'assistant', content: [{ type: 'new', x: 1 }] },
        ],
      }),
    );
    expect(said(imported)).toEqual(['user: Hi', 'user: 42', 'assistant: {"type":"new","x":1}']);
    expect(imported.warnings).toMatchObject([
      { code: 'mixed-shapes', count: 3, where: 'messages[1].content' },
    ]);
  });

  it('keeps every message of a repeated id', () => {
    const imported = opened(
      json([
        { ...user, id: 'x' },
        { ...assistant, id: 'x' },
        { ...user, id: 'x-2' },
        { ...user, id: 'x' },
        assistant,
      ]),
    );
    expect(imported.conversation.messages.map((m) => m.id)).toEqual(['x', 'x-3', 'x-2', 'x-4', 'm5']);
    expect(imported.warnings).toMatchObject([
      {
        code: 'duplicate-id',
        count: 2,
        message: '2 messages repeat the id of an earlier one; a suffix makes each unique.',
      },
    ]);
  });

  it('replaces lone surrogates and line ends in every string', () => {
    const imported = opened(
      '[{"role":"user","content":"a\\ud83d\\r\\nb\\rc"},{"role":"assistant","content":"ok","name":"\\udc00"}]',
    );
    expect(said(imported)).toEqual(['user: a\ufffd\nb\nc', 'assistant: ok']);
    expect(imported.conversation.messages[1]?.name).toBe('\ufffd');
    expect(imported.warnings).toMatchObject([{ code: 'lone-surrogate-replaced', count: 2 }]);
  });

  it('makes pasted data URLs attachments and leaves short ones in the text', () => {
    const url = `data:image/png;base64,${'A'.repeat(500)}`;
    const imported = opened(
      json([{ role: 'user', content: `see ![x](${url}) and data:image/gif;base64,R0lG` }, assistant]),
    );
    expect(imported.conversation.messages[0]?.parts).toEqual([
      { type: 'text', text: 'see ![x](attachment:image/png) and data:image/gif;base64,R0lG' },
      { type: 'attachment', kind: 'image', mediaType: 'image/png' },
    ]);
  });

  it('keeps HTML and script as text', () => {
    const html = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    expect(said(opened(json([{ role: 'user', content: html }])))).toEqual([`user: ${html}`]);
  });
});

describe('other formats', () => {
  it('counts bad lines of JSON Lines with their numbers', () => {
    const imported = opened(`${json(user)}\n\n{"role":"us\nnot json\n${json(assistant)}\n${json(user)}\n`);
    expect(said(imported)).toHaveLength(3);
    expect(imported.warnings).toMatchObject([{ code: 'bad-line', count: 2, where: 'lines 3, 4' }]);
  });

  it('reads one line as one message', () => {
    expect(opened(json(user)).format).toBe('openai-chat-jsonl');
  });

  it('reads ShareGPT calls, tools, JSONL rows and other keys', () => {
    const row = {
      conversations: [
        { from: 'human', value: 'Weather?' },
        { from: 'function_call', value: '{"name":"weather","arguments":{"city":"Oslo"}}' },
        { from: 'observation', value: '3 degrees' },
        { from: 'gpt', value: 'Cold.' },
      ],
    };
    for (const text of [json([row]), json(row), `${json(row)}\n${json(row)}`, json(row.conversations)]) {
      const imported = opened(text);
      expect(imported.format).toBe('sharegpt');
      expect(imported.conversation.messages.map((m) => m.parts[0])).toEqual([
        { type: 'text', text: 'Weather?' },
        { type: 'tool-call', callId: null, name: 'weather', arguments: { city: 'Oslo' } },
        { type: 'tool-result', callId: null, text: '3 degrees' },
        { type: 'text', text: 'Cold.' },
      ]);
    }
  });
});

describe('ids and titles', () => {
  it('hashes the content, not the name', () => {
    const text = json([user, assistant]);
    expect(opened(text, 'a.json').conversation.id).toBe(opened(text, 'b.json').conversation.id);
    expect(opened(text).conversation.id).not.toBe(opened(json([user, user])).conversation.id);
  });

  it('takes the title of the source, the file or the first user words', () => {
    expect(opened(json({ title: 'Own', messages: [user] }), 'x.json').conversation.title).toBe('Own');
    expect(opened(json([user]), 'C:\\logs/My chat.v2.json').conversation.title).toBe('My chat.v2');
    const long = { role: 'user', content: `  Please\nlook at ${'many words '.repeat(20)}` };
    expect(opened(json([assistant, long])).conversation.title).toBe(
      'Please look at many words many words many words many words…',
    );
  });
});

describe('any input', () => {
  const noFault = (result: ReturnType<typeof importText>): void => {
    if (!result.ok) expect(result.error.code).not.toBe('import-failed');
    else expect(result.value.conversation.messages.length).toBeGreaterThan(0);
  };
  const word = fc.constantFrom(
    'role',
    'content',
    'messages',
    'user',
    'tool',
    'tool_calls',
    'function',
    'name',
    'id',
    'type',
    'text',
    'conversations',
    'from',
    'value',
    'mapping',
    'choices',
    'message',
    'parts',
    '__proto__',
    'constructor',
    'timestamp',
    'lc',
    'system',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.oneof(word, fc.string({ unit: 'binary' }), fc.constantFrom(null, true, 0, -1, 1.5e300)),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(word, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));

  it('any JSON in the words of the formats', () => {
    fc.assert(
      fc.property(tree, (value) => noFault(importText(JSON.stringify(value)))),
      { numRuns: 3000 },
    );
  });

  it('any lines of JSON', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            tree.map((t) => JSON.stringify(t)),
            fc.string(),
          ),
        ),
        (lines) => noFault(importText(lines.join('\n'))),
      ),
      { numRuns: 500 },
    );
  });

  it('any text and any bytes', () => {
    const piece = fc.constantFrom(
      'User:',
      '**Assistant:**',
      '```',
      '~~~~',
      '\n',
      '\r',
      ' ',
      '{',
      '[',
      '"',
      ',',
      'WEBVTT',
      '\ud800',
      '## User',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((p) => p.join('')),
    );
    fc.assert(
      fc.property(text, (t) => noFault(importText(t))),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (b) => noFault(importBytes(b))),
      { numRuns: 1000 },
    );
  });

  it('nesting of any depth, also inside a call', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    noFault(importText(deep));
    const imported = opened(
      `[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":${deep}}}]},{"role":"user","content":${deep}}]`,
    );
    expect(codes(imported)).toContain('deep-value');
  });

  it('the same result every time', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(importText(JSON.stringify(value))).toEqual(importText(JSON.stringify(value)));
      }),
    );
  });
});

describe('5 MB in one message', () => {
  const big = 'The refund job logs ids only, never addresses. Łódź 👋\n'.repeat(95_000);
  const spaces = ' \n'.repeat(2_500_000);
  it.each([
    ['JSON', json([{ role: 'user', content: big }])],
    ['text', `User: ${big}Assistant: ok`],
    ['white space', `User: a${spaces}b\nAssistant: ok`],
    ['open fences', `User: hi\n${'```js\n'.repeat(800_000)}`],
    ['broken JSON', `[{"role":"user","content":"${'x'.repeat(5_000_000)}`],
    ['markers', 'User: a\nAssistant: b\n'.repeat(25_000)],
    ['base64 marks', json([{ role: 'user', content: ';base64,'.repeat(600_000) }])],
    [
      'one id for all',
      json(Array.from({ length: 50_000 }, () => ({ role: 'user', content: 'x', id: 'same' }))),
    ],
  ])('%s is read without hanging', { timeout: 30_000 }, (_, text) => {
    // Anything quadratic here takes minutes: the limit stops a hang, it does not measure speed.
    expect(typeof importText(text).ok).toBe('boolean');
  });
});
