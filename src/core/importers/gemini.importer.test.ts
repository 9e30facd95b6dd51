/** The three formats of Google: API contents, AI Studio prompts and the activity of a Takeout. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importer as aiStudio } from './ai-studio.importer';
import { importer as contents } from './gemini-contents.importer';
import { importer as takeout } from './gemini-takeout.importer';
import { htmlToText } from './html-text';
import { importAllBytes, importText } from './import-conversation';
import type { Imported } from './importer';
import { damaged, expectWhole } from './testing/damaged';
import { describeResult } from './testing/expected-case';

function opened(value: unknown): Imported {
  const result = importText(typeof value === 'string' ? value : JSON.stringify(value));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
const said = (imported: Imported) =>
  imported.conversation.messages.map((m) => `${m.role}: ${messageText(m)}`);
const counts = (imported: Imported) => Object.fromEntries(imported.warnings.map((w) => [w.code, w.count]));
const described = (value: unknown) => describeResult({ ok: true, value: opened(value) });
const turn = (role: string, ...parts: unknown[]) => ({ role, parts });

describe('gemini-contents', () => {
  it('joins fragments with nothing and keeps thoughts, calls and results in their order', () => {
    const value = {
      system_instruction: { parts: [{ text: 'Be ' }, { text: 'brief.' }] },
      contents: [
        { parts: [{ text: 'no role' }] },
        turn(
          'model',
          { text: 'think', thought: true, thoughtSignature: 'x' },
          { text: 'I ' },
          { text: 'look.' },
          { functionCall: { id: '1', name: 'a', args: { q: 1 } } },
          { function_call: { name: 'b', args: {} } },
        ),
        turn(
          'function',
          { functionResponse: { id: '1', name: 'a', response: { output: 'A' } } },
          { function_response: { name: 'b', response: { error: 'no' } } },
        ),
        turn(
          'model',
          { executableCode: { language: 'PYTHON', code: '1+1' } },
          { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'boom' } },
          { text: 'Two.' },
        ),
      ],
    };
    expect(described(value)).toEqual({
      format: 'gemini-contents',
      messages: [
        { role: 'system', text: 'Be brief.', timestamp: null },
        { role: 'user', text: 'no role', timestamp: null },
        {
          role: 'assistant',
          text: 'I look.',
          timestamp: null,
          reasoning: 'think',
          tool_calls: [
            { id: '1', name: 'a', arguments: { q: 1 } },
            { id: null, name: 'b', arguments: {} },
          ],
        },
        { role: 'tool', name: 'a', text: 'A', tool_call_id: '1', timestamp: null },
        { role: 'tool', name: 'b', text: 'no', tool_call_id: null, is_error: true, timestamp: null },
        {
          role: 'assistant',
          text: '',
          timestamp: null,
          tool_calls: [{ id: null, name: 'code_execution', arguments: { language: 'PYTHON', code: '1+1' } }],
        },
        {
          role: 'tool',
          name: 'code_execution',
          text: 'boom',
          tool_call_id: null,
          is_error: true,
          timestamp: null,
        },
        { role: 'assistant', text: 'Two.', timestamp: null },
      ],
      warnings: [],
    });
  });

  it('reads results of any shape as text', () => {
    const texts = [{ result: 1 }, { a: 1, b: 2 }, 'bare', [1], undefined].map((response) => {
      const imported = opened({
        contents: [
          turn('model', { functionCall: { name: 'f' } }),
          turn('user', { functionResponse: { name: 'f', response } }),
        ],
      });
      const part = imported.conversation.messages[1]?.parts[0];
      return part?.type === 'tool-result' ? part.text : null;
    });
    expect(texts).toEqual(['1', '{"a":1,"b":2}', 'bare', '[1]', '']);
  });

  it.each([
    ['a bare list', [turn('user', { text: 'a' }), turn('model', { text: 'b' })]],
    ['a chat history', { history: [turn('user', { text: 'a' }), turn('model', { text: 'b' })] }],
    [
      'a request with its response',
      {
        request: { contents: [turn('user', { text: 'a' })] },
        response: { candidates: [{ content: turn('model', { text: 'b' }) }] },
      },
    ],
    ['strings and bare parts', { contents: ['a', turn('model', { text: 'b' })] }],
  ])('is found in %s', (_, value) => expect(said(opened(value))).toEqual(['user: a', 'assistant: b']));

  it('reads a conversation per line, or a content per line', () => {
    const lines = (...values: unknown[]) => values.map((v) => JSON.stringify(v)).join('\n');
    const two = lines(
      { contents: [turn('user', { text: 'a' })] },
      { contents: [] },
      { contents: [turn('user', { text: 'b' })] },
    );
    const all = importAllBytes(new TextEncoder().encode(two));
    expect(all.ok && [...all.value].map(said)).toEqual([['user: a'], ['user: b']]);
    expect(said(opened(lines(turn('user', { text: 'a' }), turn('model', { text: 'b' }))))).toHaveLength(2);
  });

  it('drops bytes, names files and counts what it does not know', () => {
    const imported = opened({
      contents: [
        turn(
          'user',
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { file_data: { file_uri: 'gs://x.pdf', mime_type: 'application/pdf' } },
          { hologram: {} },
        ),
        turn('model'),
        turn('narrator', { text: 'x' }),
        { candidates: [] },
        7,
      ],
    });
    expect(imported.conversation.messages[0]?.parts).toEqual([
      { type: 'attachment', kind: 'image', mediaType: 'image/png' },
      { type: 'attachment', kind: 'file', name: 'gs://x.pdf', mediaType: 'application/pdf' },
    ]);
    expect(counts(imported)).toMatchObject({
      'image-payload-dropped': 1,
      'mixed-shapes': 3,
      'empty-skipped': 1,
      'unknown-sender': 1,
    });
  });

  it('survives any damage', () => {
    const file = {
      systemInstruction: 'x',
      contents: [
        turn('user', { text: 'a' }),
        turn('model', { functionCall: { name: 'f' } }, { inlineData: {} }),
        turn('user', { functionResponse: { name: 'f', response: { output: 'x' } } }),
      ],
    };
    fc.assert(
      fc.property(damaged(file), (v) => expectWhole(contents, JSON.stringify(v))),
      { numRuns: 100 },
    );
    fc.assert(
      fc.property(damaged([file, file.contents[0]]), (v) => expectWhole(contents, JSON.stringify(v))),
      { numRuns: 50 },
    );
  });
});

describe('ai-studio', () => {
  const prompt = (chunks: unknown, more: object = {}) => ({ chunkedPrompt: { chunks }, ...more });

  it('gives thoughts to the answer they led to and files their names', () => {
    const imported = opened(
      prompt(
        [
          { role: 'user', text: 'a', createTime: '2026-03-02T09:00:00.5Z' },
          { role: 'user', driveDocument: { id: 'd1' } },
          { role: 'user', inlineImage: { mimeType: 'image/png', data: 'AA' } },
          { role: 'model', text: 'one', isThought: true },
          { role: 'model', parts: [{ text: 'two', thought: true }], isThought: true },
          { role: 'model', text: 'ab', parts: [{ text: 'hm', thought: true }, { text: 'a' }, { text: 'b' }] },
          { role: 'model', text: '' },
          { role: 'model', text: '', errorMessage: 'Quota.' },
          { role: 'model', executableCode: { code: '1' } },
          { role: 'model', codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        ],
        { systemInstruction: {} },
      ),
    );
    expect(said(imported)).toEqual([
      'user: a',
      'user: ',
      'user: ',
      'assistant: ab',
      'assistant: Quota.',
      'assistant: ',
      'tool: ',
    ]);
    expect(imported.conversation.messages[3]?.parts[0]).toEqual({ type: 'reasoning', text: 'one\ntwo' });
    expect(counts(imported)).toMatchObject({
      'reasoning-skipped': 2,
      'attachment-missing': 1,
      'image-payload-dropped': 1,
      'empty-skipped': 1,
    });
  });

  it.each([
    ['text', { text: 'S' }],
    ['parts', { parts: [{ text: 'S' }] }],
    ['a string', 'S'],
  ])('reads a system instruction given as %s', (_, systemInstruction) => {
    expect(said(opened(prompt([{ role: 'user', text: 'a' }], { systemInstruction })))[0]).toBe('system: S');
  });

  it('counts what was typed and never sent', () => {
    const value = {
      chunkedPrompt: {
        chunks: [{ role: 'user', text: 'a' }, 3],
        pendingInputs: [{ text: 'draft' }, { text: '' }],
      },
    };
    expect(counts(opened(value))).toEqual({ 'mixed-shapes': 1, 'bookkeeping-skipped': 1, 'no-assistant': 1 });
  });

  it('survives any damage', () => {
    const file = prompt(
      [
        { role: 'user', text: 'a', driveImage: { id: 'x' } },
        { role: 'model', text: 't', isThought: true },
        { role: 'model', text: 'b', parts: [{ text: 'b' }] },
      ],
      { systemInstruction: { parts: [{ text: 's' }] } },
    );
    fc.assert(
      fc.property(damaged(file), (v) => expectWhole(aiStudio, JSON.stringify(v))),
      { numRuns: 100 },
    );
  });
});

describe('gemini-takeout', () => {
  const activity = (title: unknown, time: string | null, more: object = {}) => ({
    header: 'Gemini Apps',
    title,
    time,
    products: ['Gemini Apps'],
    ...more,
  });
  const answer = (...html: string[]) => ({ safeHtmlItem: html.map((h) => ({ html: h })) });

  it('reads the known verbs, keeps unknown ones and skips what is no prompt', () => {
    const imported = opened([
      activity('Gave feedback: Good response', '2026-03-01T10:09:00Z'),
      activity('Asked Bard: e', '2026-03-01T10:05:00+01:00'),
      activity('Prompted with: d', '2026-03-01T10:04:00+01:00'),
      activity('Eingegeben: c', '2026-03-01T08:03:00Z'),
      activity('Used b', '2026-03-01T08:02:00Z', answer('<p>B</p>', 'C')),
      { ...activity('Searched for a', '2026-03-01T08:01:00Z'), header: 'Search', products: ['Search'] },
      null,
    ]);
    expect(said(imported)).toEqual([
      'user: Used b',
      'assistant: B\nC',
      'user: Eingegeben: c',
      'user: d',
      'user: e',
    ]);
    expect(counts(imported)).toEqual({ 'mixed-shapes': 1, 'bookkeeping-skipped': 2, 'threads-unknown': 1 });
  });

  it.each([
    ['newest first', ['c', 'b', 'a']],
    ['oldest first', ['a', 'b', 'c']],
  ])('orders a file that is %s', (_, order) => {
    const times: Record<string, string> = {
      a: '2026-03-01T00:00:00Z',
      b: '2026-03-02T00:00:00Z',
      c: '2026-03-03T00:00:00Z',
    };
    const imported = opened(order.map((t) => activity(`Prompted ${t}`, times[t]!)));
    expect(said(imported)).toEqual(['user: a', 'user: b', 'user: c']);
  });

  it('keeps an activity without a time beside its neighbour, and uploads by name', () => {
    const imported = opened([
      activity('Prompted c', '2026-03-03T00:00:00Z', {
        imageFile: 'x.png',
        attachedFiles: ['x.png', 'y.pdf', 7],
      }),
      activity('Prompted b', null),
      activity('Prompted a', '2026-03-01T00:00:00Z'),
    ]);
    expect(said(imported)).toEqual(['user: a', 'user: b', 'user: c']);
    expect(counts(imported)).toMatchObject({ untimed: 1, 'attachment-missing': 2 });
  });

  it('is not any other product', () => {
    expect(
      importText(
        JSON.stringify([
          { ...activity('Searched for x', '2026-03-01T00:00:00Z'), header: 'Search', products: ['Search'] },
        ]),
      ).ok,
    ).toBe(false);
  });

  it('survives any damage', () => {
    const file = [
      activity('Prompted a', '2026-03-01T00:00:00Z', answer('<p>x</p>')),
      activity('Used b', '2026-03-02T00:00:00Z', { imageFile: 'x' }),
    ];
    fc.assert(
      fc.property(damaged(file), (v) => expectWhole(takeout, JSON.stringify(v))),
      { numRuns: 100 },
    );
  });
});

describe('htmlToText', () => {
  it.each([
    ['<p>a</p><p>b<br>c</p>', 'a\nb\nc'],
    ['<ol><li>one<ul><li>in</li></ul></li><li><p>two</p></li></ol>', '1. one\n  - in\n2. two'],
    ['<pre><code>if a:\n    b &lt; c\n\nd</code></pre>', 'if a:\n    b < c\n\nd'],
    ['<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a | b\n1 | 2'],
    ['x &amp;amp; &#8364; &#x1F600; &unknown; &#0;', 'x &amp; € 😀 &unknown; \ufffd'],
    ['a<script>alert("<p>no</p>")</script><style>p{}</style><!-- no -->b', 'ab'],
    ['a < b and <3 <p title="x > y">c</p>', 'a < b and <3\nc'],
    ['<b>a</b> <i>b</i>\n\n  c', 'a b c'],
    ['<img alt="A &quot;cat&quot;" src=x>', 'A "cat"'],
    ['', ''],
  ])('%s', (html, text) => expect(htmlToText(html)).toBe(text));

  // What it costs: growth.test.ts.
  it.each(['<!--', '<p', '<br>', '<ul>', '&', '<script>'])(
    '%s that never closes: no word is lost',
    (piece) => {
      const kept = piece.endsWith('>') ? '' : piece;
      expect(htmlToText(piece.repeat(50_000))).toBe(kept.repeat(50_000));
    },
  );
});
