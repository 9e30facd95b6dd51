/** Open WebUI, SillyTavern and Alpaca rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importer as alpaca } from './alpaca.importer';
import { importAllBytes, importText } from './import-conversation';
import type { ImportChoice, Imported } from './importer';
import { importer as openWebUi } from './open-webui.importer';
import { importer as sillyTavern } from './sillytavern.importer';
import { damaged, expectWhole } from './testing/damaged';
import { describeResult } from './testing/expected-case';

function opened(value: unknown, choice?: ImportChoice): Imported {
  const result = importText(
    typeof value === 'string' ? value : JSON.stringify(value),
    choice ? { choice } : {},
  );
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
const lines = (...values: unknown[]) => values.map((v) => JSON.stringify(v)).join('\n');
const said = (imported: Imported) =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);
const counts = (imported: Imported) => Object.fromEntries(imported.warnings.map((w) => [w.code, w.count]));
const described = (value: unknown) => describeResult({ ok: true, value: opened(value) });

describe('open-webui', () => {
  const node = (parentId: string | null, role: string, content: unknown, more: object = {}) => ({
    parentId,
    role,
    content,
    timestamp: 1772442120,
    ...more,
  });
  const chat = (messages: object, currentId: unknown, more: object = {}) => ({
    title: 'T',
    chat: { history: { messages, currentId }, ...more },
  });
  const two = chat(
    {
      q: node(null, 'user', 'q'),
      a: node('q', 'assistant', 'a', { modelIdx: 0 }),
      b: node('q', 'assistant', 'b', { modelIdx: 1 }),
    },
    'a',
  );

  it('shows the current branch, and the answer of another model when it is chosen', () => {
    expect(said(opened([two]))).toEqual(['user: q', 'assistant: a']);
    expect(counts(opened([two]))).toEqual({ 'branches-hidden': 1 });
    expect(opened([two]).branches?.[0]?.alternatives.map((b) => [b.leafId, b.active])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(said(opened(two, { leafId: 'b' }))).toEqual(['user: q', 'assistant: b']);
  });

  it('reads the flat list of chats without a tree, and skips empty chats', () => {
    const flat = {
      chat: {
        title: 'Flat',
        history: { messages: {} },
        messages: [node(null, 'user', 'x'), 3, node(null, 'assistant', '')],
      },
    };
    const imported = opened([chat({}, null), flat]);
    expect(imported.conversation.title).toBe('Flat');
    expect(said(imported)).toEqual(['user: x']);
    expect(counts(imported)).toMatchObject({
      'empty-conversation': 1,
      'mixed-shapes': 1,
      'empty-skipped': 1,
    });
  });

  it('takes reasoning and tool calls out of the text of answers', () => {
    const answer = [
      '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n&gt; a &lt; b\n&gt; so\n</details>',
      'I look.',
      '<details type="tool_calls" done="true" id="c1" name="find" arguments="&quot;{\\&quot;q\\&quot;: 1}&quot;" result="&quot;found&quot;">\n<summary>Tool Executed</summary>\n</details>',
      '<details type="tool_calls" done="true" id="c2" name="find" arguments="{}">\n<summary>Tool Executed</summary>\n&quot;body&quot;\n</details>',
      '<details type="code_interpreter" done="true" output="42">\n<summary>Analyzed</summary>\n```python\nx\n```\n</details>',
      'Done. <details><summary>more</summary>kept</details>',
    ].join('\n');
    expect(described(chat({ a: node(null, 'assistant', answer) }, 'a'))).toMatchObject({
      messages: [
        {
          reasoning: 'a < b\nso',
          text: 'I look.',
          tool_calls: [{ id: 'c1', name: 'find', arguments: '{"q": 1}' }],
        },
        { role: 'tool', tool_call_id: 'c1', name: 'find', text: 'found' },
        { tool_calls: [{ id: 'c2', arguments: '{}' }] },
        { role: 'tool', tool_call_id: 'c2', text: 'body' },
        { tool_calls: [{ id: null, name: 'code_interpreter', arguments: 'x' }] },
        { role: 'tool', tool_call_id: null, text: '42' },
        { text: 'Done. <details><summary>more</summary>kept</details>' },
      ],
      warnings: [],
    });
    const open = '<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n&gt; a';
    expect(said(opened(chat({ a: node(null, 'assistant', open) }, 'a')))).toEqual([`assistant: ${open}`]);
  });

  it('keeps files and failures', () => {
    const files = [
      { type: 'image', url: `data:image/png;base64,${'A'.repeat(99)}` },
      { type: 'file', name: 'a.txt', file: { data: { content: 'words' } } },
      { type: 'image', url: '/api/v1/files/1' },
      null,
    ];
    const imported = opened(
      chat(
        {
          q: node(null, 'user', '', { files }),
          a: node('q', 'assistant', '', { error: { content: 'No model.' } }),
        },
        'a',
      ),
    );
    expect(said(imported)).toEqual(['user: ', 'assistant: No model.']);
    expect(counts(imported)).toEqual({
      'image-payload-dropped': 1,
      'attachment-missing': 1,
      'mixed-shapes': 1,
    });
  });

  it('survives any damage', () => {
    fc.assert(
      fc.property(damaged([two, { chat: { messages: [node(null, 'user', 'x', { files: [{}] })] } }]), (v) =>
        expectWhole(openWebUi, JSON.stringify(v)),
      ),
      { numRuns: 100 },
    );
  });
});

describe('sillytavern', () => {
  const header = { user_name: 'Rin', character_name: 'Helper', chat_metadata: {} };
  const line = (name: string, mes: unknown, more: object = {}) => ({
    name,
    is_user: name === 'Rin',
    is_system: false,
    send_date: 'March 2, 2026 9:02am',
    mes,
    ...more,
  });

  it.each([
    ['March 2, 2026 12:02am', '2026-03-02T00:02:00'],
    ['Mar 12, 2026 12:30 PM', '2026-03-12T12:30:00'],
    ['2026-3-2@09h02m05s', '2026-03-02T09:02:05'],
    ['2026-03-02 @9h 2m 5s 120ms', '2026-03-02T09:02:05'],
    ['2026-03-02T09:02:05.120Z', '2026-03-02T09:02:05.120Z'],
    [1772442120000, '2026-03-02T09:02:00.000Z'],
    ['1772442120000', '2026-03-02T09:02:00.000Z'],
    ['yesterday', null],
    [null, null],
    [{}, null],
  ])('reads the time %j', (send_date, expected) => {
    const imported = opened(lines(header, line('Rin', 'x', { send_date })));
    expect(imported.conversation.messages[0]?.time?.text ?? null).toBe(expected);
  });

  const swipes = {
    swipes: ['one', 'two', 'three'],
    swipe_id: 2,
    swipe_info: [{}, { send_date: 1772442121000 }],
  };

  it('shows the chosen one of several answers', () => {
    const file = lines(header, line('Rin', 'a'), line('Helper', 'three', swipes), line('Rin', 'b'));
    const imported = opened(file);
    expect(said(imported)).toEqual(['user: a', 'assistant: three', 'user: b']);
    expect(counts(imported)).toEqual({ 'branches-hidden': 2, 'no-time-zone': 3 });
    const [point] = imported.branches ?? [];
    expect(point?.afterMessageId).toBe('m1');
    expect(point?.alternatives.map((b) => b.active)).toEqual([false, false, true]);
    const other = opened(file, { leafId: point!.alternatives[1]!.leafId });
    expect(said(other)).toEqual(['user: a', 'assistant: two', 'user: b']);
    expect(other.conversation.messages[1]?.time?.text).toBe('2026-03-02T09:02:01.000Z');
    expect(other.branches?.[0]?.alternatives[1]?.active).toBe(true);
  });

  it('keeps what was chosen at one message when another is chosen elsewhere', () => {
    const file = lines(
      header,
      line('Helper', 'three', swipes),
      line('Rin', 'a'),
      line('Helper', 'three', swipes),
    );
    const first = opened(file, { leafId: opened(file).branches![0]!.alternatives[0]!.leafId });
    const both = opened(file, { leafId: first.branches![1]!.alternatives[1]!.leafId });
    expect(said(both)).toEqual(['assistant: one', 'user: a', 'assistant: two']);
    const back = opened(file, { leafId: both.branches![0]!.alternatives[2]!.leafId });
    expect(said(back)).toEqual(['assistant: three', 'user: a', 'assistant: two']);
  });

  it('keeps names, narration, reasoning, tool calls and files', () => {
    const calls = [{ id: '1', name: 'roll', parameters: '{"d":6}', result: '4' }];
    const value = lines(
      { ...header, character_name: 'unused' },
      line('Rin', 'a', { extra: { image: 'x.png', file: { name: 'y.txt' } } }),
      line('System', 'note', { is_system: true }),
      line('Helper', '', { is_system: true, extra: { tool_invocations: calls } }),
      line('Helper', 'b', { extra: { reasoning: 'hm' } }),
      line('Helper', ''),
    );
    expect(described(value)).toMatchObject({
      messages: [
        {
          role: 'user',
          name: 'Rin',
          attachments: [
            { kind: 'image', name: 'x.png' },
            { kind: 'file', name: 'y.txt' },
          ],
        },
        { role: 'system', text: 'note' },
        { role: 'assistant', tool_calls: [{ id: '1', name: 'roll', arguments: '{"d":6}' }] },
        { role: 'tool', tool_call_id: '1', text: '4' },
        { role: 'assistant', name: 'Helper', text: 'b', reasoning: 'hm' },
      ],
      warnings: ['attachment-missing', 'empty-skipped', 'no-time-zone'],
    });
  });

  it('is read without its header, and not without messages', () => {
    expect(said(opened(lines(line('Rin', 'a'), line('Helper', 'b'))))).toEqual(['user: a', 'assistant: b']);
    expect(importText(lines(header))).toMatchObject({ ok: false, error: { code: 'empty-file' } });
  });

  it('survives any damage', () => {
    const file = [
      header,
      line('Rin', 'a'),
      line('Helper', 'three', swipes),
      line('x', 'y', { extra: { tool_invocations: [{ result: 'r' }], media: [{ url: 'u' }] } }),
    ];
    const text = (v: unknown) => (Array.isArray(v) ? lines(...v) : JSON.stringify(v));
    fc.assert(
      fc.property(damaged(file), (v) => expectWhole(sillyTavern, text(v))),
      { numRuns: 100 },
    );
  });
});

describe('alpaca', () => {
  const row = (instruction: unknown, output: unknown, more: object = {}) => ({
    instruction,
    output,
    ...more,
  });

  it('is one conversation per row', () => {
    const rows = [
      row('', ''),
      row('a', 'b'),
      row('c', 'd', { input: 'i', system: 's', history: [['h', 'g']] }),
    ];
    const imported = opened(rows);
    expect(said(imported)).toEqual(['user: a', 'assistant: b']);
    expect(imported.otherConversations).toBe(1);
    expect(counts(imported)).toEqual({ 'empty-conversation': 1 });
    const all = importAllBytes(new TextEncoder().encode(lines(...rows)));
    expect(all.ok && [...all.value].map(said)[1]).toEqual([
      'system: s',
      'user: h',
      'assistant: g',
      'user: c\n\ni',
      'assistant: d',
    ]);
    expect(opened(rows, { conversation: 1 }).conversation.title).toBe('h');
  });

  it('shows the first of several outputs and values of other types', () => {
    const imported = opened([row(7, ['x', 'y'], { input: { a: 1 } })]);
    expect(said(imported)).toEqual(['user: 7\n\n{"a":1}', 'assistant: x']);
    expect(counts(imported)).toEqual({ 'mixed-shapes': 2, 'branches-hidden': 1 });
  });

  it('survives any damage', () => {
    const rows = [row('a', ['b'], { input: 'i', history: [['q', 'a']] }), row('c', 'd')];
    fc.assert(
      fc.property(damaged(rows), (v) => expectWhole(alpaca, JSON.stringify(v))),
      { numRuns: 100 },
    );
  });
});
