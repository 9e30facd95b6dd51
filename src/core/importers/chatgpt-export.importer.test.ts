import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importer } from './chatgpt-export.importer';
import { importAllBytes, importText } from './import-conversation';
import type { ImportChoice, Imported } from './importer';
import { damaged, expectWhole } from './testing/damaged';
import { describeResult } from './testing/expected-case';

interface NodeSpec {
  readonly parent: string | null;
  readonly children?: readonly string[];
  readonly message?: object | null;
}
const said = (role: string, text: string, more: object = {}): object => ({
  author: { role },
  create_time: 1714554000.123,
  content: { content_type: 'text', parts: [text] },
  ...more,
});
const user = (text: string, more: object = {}) => said('user', text, more);
const assistant = (text: string, more: object = {}) => said('assistant', text, more);
const content = (role: string, body: object, more: object = {}) => ({
  ...said(role, ''),
  content: body,
  ...more,
});

const chat = (mapping: Record<string, NodeSpec>, current_node: unknown, more: object = {}) => ({
  title: 'T',
  mapping,
  current_node,
  ...more,
});
/** The messages one after the other, under the names n0, n1 … */
const line = (...messages: object[]): object =>
  chat(
    Object.fromEntries(
      messages.map((message, i) => [`n${i}`, { parent: i === 0 ? null : `n${i - 1}`, message }]),
    ),
    `n${messages.length - 1}`,
  );

function opened(value: unknown, choice?: ImportChoice): Imported {
  const result = importText(JSON.stringify(value), choice ? { choice } : {});
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(result.value.format).toBe('chatgpt-export');
  return result.value;
}
const texts = (imported: Imported) => imported.conversation.messages.map(messageText);
const counts = (imported: Imported) => Object.fromEntries(imported.warnings.map((w) => [w.code, w.count]));
const described = (value: unknown) => describeResult({ ok: true, value: opened(value) });

describe('where the list is', () => {
  const one = line(user('a'), assistant('b'));
  it.each([
    ['an array', [one]],
    ['one object', one],
    ['a wrapper', { conversations: [one] }],
  ])('is read from %s', (_, value) => expect(texts(opened(value))).toEqual(['a', 'b']));

  it('gives every conversation of the file with its own title', () => {
    const file = [
      chat({}, null),
      { ...one, title: ' ' },
      null,
      { ...one, title: 'Two' },
      { title: 'no mapping' },
    ];
    const all = importAllBytes(new TextEncoder().encode(JSON.stringify(file)));
    expect(all.ok && [...all.value].map((i) => i.conversation.title)).toEqual(['Untitled', 'Two']);
    const first = opened(file);
    expect(first.otherConversations).toBe(1);
    expect(counts(first)).toEqual({ 'mixed-shapes': 1, 'empty-conversation': 2 });
    expect(opened(file, { conversation: 1 }).conversation.title).toBe('Two');
  });

  it('leaves exports of the same shape by other tools alone', () => {
    const deepSeek = [
      {
        mapping: {
          root: { message: null },
          1: { parent: 'root', message: { fragments: [{ content: 'a' }] } },
        },
      },
    ];
    expect(importText(JSON.stringify(deepSeek)).ok).toBe(false);
  });
});

/** q → a1 (old), a2 → q2 → b1, b2 (shown): answers regenerated twice. */
const branched = (current: unknown = 'b2') =>
  chat(
    {
      root: { parent: null, children: ['q'], message: null },
      q: { parent: 'root', children: ['a1', 'a2'], message: user('q', { create_time: 1 + 1.7e9 }) },
      a2: { parent: 'q', children: ['q2'], message: assistant('a2', { create_time: 3 + 1.7e9 }) },
      a1: { parent: 'q', children: ['old'], message: assistant('a1', { create_time: 2 + 1.7e9 }) },
      old: { parent: 'a1', children: [], message: user('old', { create_time: 2.5 + 1.7e9 }) },
      q2: { parent: 'a2', children: ['b1', 'b2'], message: user('q2', { create_time: 4 + 1.7e9 }) },
      b1: { parent: 'q2', children: [], message: assistant('b1', { create_time: 9 + 1.7e9 }) },
      b2: { parent: 'q2', children: [], message: assistant('b2', { create_time: 8 + 1.7e9 }) },
    },
    current,
  );

describe('branches', () => {
  it('are told with what follows them and where they end', () => {
    const imported = opened(branched());
    expect(texts(imported)).toEqual(['q', 'a2', 'q2', 'b2']);
    expect(imported.warnings).toEqual([
      {
        code: 'branches-hidden',
        message: '3 alternative messages of other branches are not shown.',
        count: 3,
        where: 'mapping["a1"]',
        places: ['a1', 'old', 'b1'].map((id) => ({ path: `mapping["${id}"]` })),
      },
    ]);
    expect(imported.branches).toMatchObject([
      {
        afterMessageId: 'q',
        alternatives: [
          { leafId: 'old', firstWords: 'a1', messages: 2, active: false },
          { leafId: 'b2', firstWords: 'a2', messages: 3, active: true },
        ],
      },
      {
        afterMessageId: 'q2',
        alternatives: [
          { leafId: 'b1', firstWords: 'b1', messages: 1, active: false, time: { sortMs: 1_700_000_009_000 } },
          { leafId: 'b2', firstWords: 'b2', messages: 1, active: true },
        ],
      },
    ]);
  });

  it('can be chosen, which shows their own branch points', () => {
    const other = opened(branched(), { leafId: 'old' });
    expect(texts(other)).toEqual(['q', 'a1', 'old']);
    expect(counts(other)).toEqual({ 'branches-hidden': 4 });
    expect(other.branches).toMatchObject([
      {
        afterMessageId: 'q',
        alternatives: [
          { leafId: 'old', active: true },
          { leafId: 'b1', active: false },
        ],
      },
    ]);
    expect(texts(opened(branched(), { leafId: 'b1' }))).toEqual(['q', 'a2', 'q2', 'b1']);
    expect(texts(opened(branched(), { leafId: 'gone' }))).toEqual(['q', 'a2', 'q2', 'b2']);
  });

  it('are chosen in the conversation that has them', () => {
    const file = [line(user('x')), branched()];
    expect(texts(opened(file, { conversation: 1, leafId: 'old' }))).toEqual(['q', 'a1', 'old']);
    expect(texts(opened(file, { leafId: 'old' }))).toEqual(['x']);
  });

  it('may begin the conversation, when the first prompt was edited', () => {
    const mapping = {
      root: { parent: null, message: null },
      u1: { parent: 'root', message: user('first') },
      u2: { parent: 'root', message: user('edited') },
    };
    const { branches } = opened(chat(mapping, 'u2'));
    expect(branches?.map((b) => [b.afterMessageId, b.alternatives.length])).toEqual([[null, 2]]);
  });

  it('do not arise from nodes that show nothing', () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } };
    const mapping = {
      q: { parent: null, message: user('q') },
      s: { parent: 'q', message: said('system', 'x', hidden) },
      a: { parent: 'q', message: assistant('a') },
    };
    const imported = opened(chat(mapping, 'a'));
    expect(imported.branches).toBeUndefined();
    expect(imported.warnings).toEqual([]);
  });

  it('go on below the shown end when the file ends its path early', () => {
    const imported = opened(branched('q2'));
    expect(texts(imported)).toEqual(['q', 'a2', 'q2']);
    expect(imported.branches?.at(-1)).toMatchObject({
      afterMessageId: 'q2',
      alternatives: [{ leafId: 'q2', messages: 0, active: true }, { leafId: 'b1' }, { leafId: 'b2' }],
    });
  });

  it.each([[null], ['gone'], ['root'], [7]])('show the newest end when current_node is %j', (current) => {
    const imported = opened(branched(current));
    expect(texts(imported)).toEqual(['q', 'a2', 'q2', 'b1']);
    expect(Object.keys(counts(imported))).toEqual(['current-node-missing', 'branches-hidden']);
  });

  it('survive exports without child lists, and child lists without parents', () => {
    const strip = (key: string) => {
      const { mapping, ...rest } = branched();
      return {
        ...rest,
        mapping: Object.fromEntries(
          Object.entries(mapping).map(([id, node]) => [id, { ...node, [key]: undefined }]),
        ),
      };
    };
    for (const key of ['children', 'parent']) {
      const imported = opened(strip(key));
      expect(texts(imported)).toEqual(['q', 'a2', 'q2', 'b2']);
      expect(imported.branches).toHaveLength(2);
      expect(counts(imported)).toEqual({ 'branches-hidden': 3 });
    }
  });

  it('end at circles of parents and at parents that are not there', () => {
    const mapping = (parent: string) => ({
      u: { parent, message: user('u') },
      a: { parent: 'u', message: assistant('a') },
    });
    const circle = opened(chat(mapping('a'), 'a'));
    expect(texts(circle)).toEqual(['u', 'a']);
    expect(counts(circle)).toEqual({ 'cycle-in-parents': 1 });
    expect(counts(opened(chat(mapping('u'), 'a')))).toEqual({ 'cycle-in-parents': 1 });
    const dangling = opened(chat({ x: { parent: null, message: user('lost') }, ...mapping('gone') }, 'a'));
    expect(texts(dangling)).toEqual(['u', 'a']);
    expect(counts(dangling)).toEqual({ 'dangling-parent': 1, 'branches-hidden': 1 });
    expect(dangling.branches?.[0]?.alternatives.map((a) => a.firstWords)).toEqual(['lost', 'u']);
  });

  it('are found in a tree of 5,000 messages in a row', () => {
    const deep = line(...Array.from({ length: 5_000 }, (_, i) => user(String(i))));
    expect(opened(deep).conversation.messages).toHaveLength(5_000);
  });
});

describe('messages', () => {
  it('hides contexts of every kind, with and without metadata', () => {
    const imported = opened(
      line(
        content('system', { content_type: 'model_editable_context', model_set_context: 'memory' }),
        said('system', 'You are ChatGPT.', { weight: 0 }),
        said('system', ''),
        user('about me', { metadata: { is_user_system_message: true } }),
        said('system', 'A visible instruction.'),
        user('a'),
        assistant(''),
        assistant('b'),
      ),
    );
    expect(texts(imported)).toEqual(['A visible instruction.', 'a', 'b']);
    expect(counts(imported)).toEqual({ 'hidden-skipped': 4, 'empty-skipped': 1 });
    expect(imported.warnings.find((w) => w.code === 'hidden-skipped')?.where).toBe('mapping["n0"]');
  });

  it('reads the words of every content type', () => {
    const bodies: [object, string][] = [
      [{ content_type: 'text', parts: ['a', '', 'b'] }, 'a\nb'],
      [{ content_type: 'code', language: 'python', text: 'x = 1' }, 'x = 1'],
      [{ content_type: 'execution_output', text: '42' }, '42'],
      [{ content_type: 'tether_browsing_display', result: '', summary: 'short' }, 'short'],
      [{ content_type: 'sonic_webpage', url: 'u', title: 't', text: 'page' }, 'page'],
      [{ content_type: 'system_error', name: 'Timeout', text: 'took too long' }, 'took too long'],
      [{ content_type: 'brand_new', content: 'still read' }, 'still read'],
      [{ parts: ['no type'] }, 'no type'],
      [
        { content_type: 'multimodal_text', parts: [{ content_type: 'audio_transcription', text: 'spoken' }] },
        'spoken',
      ],
    ];
    const imported = opened(line(...bodies.map(([body]) => content('assistant', body))));
    expect(texts(imported)).toEqual(bodies.map(([, text]) => text));
    expect(counts(imported)).toEqual({ 'mixed-shapes': 1 });
    expect(texts(opened(line(said('user', '', { content: 'bare text' }))))).toEqual(['bare text']);
  });

  it('keeps files of both notations, and those only the metadata names', () => {
    const pointer = (asset_pointer: string, content_type = 'image_asset_pointer') => ({
      content_type,
      asset_pointer,
    });
    const attachments = [
      { id: 'file_1', name: 'a.png', mime_type: 'image/png' },
      { id: 'file_2', name: 'b.pdf', mimeType: 'application/pdf' },
    ];
    const message = content(
      'user',
      {
        content_type: 'multimodal_text',
        parts: [
          pointer('sediment://file_1'),
          pointer('file-service://file-zz'),
          {
            content_type: 'real_time_user_audio_video_asset_pointer',
            audio_asset_pointer: pointer('sediment://v'),
          },
          7,
        ],
      },
      { metadata: { attachments } },
    );
    expect(described(line(message))).toMatchObject({
      messages: [
        {
          attachments: [
            { kind: 'image', name: 'a.png', media_type: 'image/png' },
            { kind: 'image', name: 'file-zz' },
            { kind: 'audio', name: 'v' },
            { kind: 'file', name: 'b.pdf', media_type: 'application/pdf' },
          ],
        },
      ],
      warnings: ['mixed-shapes', 'no-assistant'],
    });
  });

  it('pairs a canvas call with its result and names calls that nothing answers', () => {
    const call = (recipient: string, more: object = {}) =>
      content(
        'assistant',
        { content_type: 'code', language: 'json', text: '{"name":"doc"}' },
        { recipient, ...more },
      );
    const hiddenResult = {
      ...said('tool', 'r', { metadata: { is_visually_hidden_from_conversation: true } }),
      author: { role: 'tool', name: 'web' },
    };
    const imported = opened(
      line(
        call('canmore.create_textdoc'),
        said('tool', 'created'),
        said('tool', 'and shown'),
        call('web'),
        hiddenResult,
        call('python'),
        user('stop'),
        call('bio'),
      ),
    );
    expect(counts(imported)).toEqual({ 'hidden-skipped': 1, 'unanswered-tool-call': 2 });
    expect(imported.conversation.messages[0]?.parts).toEqual([
      { type: 'tool-call', callId: null, name: 'canmore.create_textdoc', arguments: '{"name":"doc"}' },
    ]);
  });

  it('marks failed runs', () => {
    const failed = { metadata: { aggregate_result: { status: 'failed_with_in_kernel_exception' } } };
    const imported = opened(
      line(user('a'), content('tool', { content_type: 'execution_output', text: 'KeyError' }, failed)),
    );
    expect(imported.conversation.messages[1]?.parts).toEqual([
      { type: 'tool-result', callId: null, text: 'KeyError', isError: true },
    ]);
  });

  it('gives thoughts to the next answer of the turn, through tool results, and not to the next turn', () => {
    const thoughts = (...list: unknown[]) =>
      content('assistant', { content_type: 'thoughts', thoughts: list });
    const imported = opened(
      line(
        user('a'),
        thoughts({ summary: 's', content: 'one' }, { summary: 'two', content: '' }, 'three'),
        said('tool', 'r'),
        thoughts({ content: 'four' }),
        assistant('b'),
        thoughts({ content: 'lost' }),
        user('c'),
        assistant('d'),
      ),
    );
    const reasoning = imported.conversation.messages.map(
      (m) => m.parts.find((p) => p.type === 'reasoning')?.text,
    );
    expect(reasoning).toEqual([undefined, undefined, 'one\ntwo\nthree\nfour', undefined, undefined]);
    expect(counts(imported)).toEqual({ 'reasoning-skipped': 3 });
  });

  it('strips the marks of citations from answers only', () => {
    const imported = opened(
      line(
        assistant('Fact【4†source】. More 【12†L1-L3】'),
        assistant(
          'Fact. \ue200cite\ue202turn0search0\ue202turn1news2\ue201\nBy \ue200entity\ue202["company","Acme"]\ue201, \ue203said\ue204\ue206.',
        ),
        assistant('【not a citation】'),
        user('Quote 【1†x】'),
      ),
    );
    expect(texts(imported)).toEqual([
      'Fact. More',
      'Fact.\nBy Acme, said.',
      '【not a citation】',
      'Quote 【1†x】',
    ]);
  });

  it('does not invent times', () => {
    const imported = opened(
      line(
        user('a', { create_time: null }),
        assistant('b', { create_time: 0 }),
        user('c', { create_time: '1714554000.9999' }),
      ),
    );
    expect(imported.conversation.messages.map((m) => m.time?.text ?? null)).toEqual([
      null,
      null,
      '2024-05-01T09:00:00.999Z',
    ]);
    expect(counts(imported)).toMatchObject({ untimed: 2 });
  });

  it('guesses unknown roles aloud', () => {
    const imported = opened(
      line(said('narrator', 'a'), { content: { parts: ['no author'] } }, assistant('b')),
    );
    expect(counts(imported)).toMatchObject({ 'unknown-sender': 2, untimed: 1 });
  });
});

it('survives any damage', () => {
  const file = [
    branched(),
    line(
      user('a'),
      content('assistant', { content_type: 'thoughts', thoughts: [{ content: 'x' }] }),
      assistant('b', { recipient: 'web', metadata: { attachments: [{ id: 'f' }] } }),
      said('tool', 'c'),
    ),
  ];
  fc.assert(
    fc.property(damaged(file), (value) => expectWhole(importer, JSON.stringify(value))),
    { numRuns: 100 },
  );
});
