import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../conversation';
import { conversations } from '../importers/testing/arbitraries';
import { runs } from '../importers/testing/runs';
import type { AnthropicRequest } from './anthropic.exporter';
import type { ExportItem } from './exporter';
import type { OpenAiMessage } from './openai.exporter';
import { exporters } from './registry';

const made = (id: string, items: readonly ExportItem[]) =>
  exporters.find((e) => e.id === id)!.make({ title: 'A title', items });
const openAi = (items: readonly ExportItem[]) => JSON.parse(made('openai', items).text) as OpenAiMessage[];
const anthropic = (items: readonly ExportItem[]) =>
  JSON.parse(made('anthropic', items).text) as AnthropicRequest;

const text = (value: string): Part => ({ type: 'text', text: value });
const call = (callId: string | null, name = 'run', args: string | object = '{}'): Part => ({
  type: 'tool-call',
  callId,
  name,
  arguments: args as string,
});
const result = (callId: string | null, value: string, isError?: true): Part => ({
  type: 'tool-result',
  callId,
  text: value,
  ...(isError ? { isError } : {}),
});

/** A request with everything: a name, parallel calls, an error, a summary midway. */
const WHOLE: readonly ExportItem[] = [
  { role: 'system', parts: [text('Be brief.')] },
  { role: 'system', parts: [text('Summary of turns 1-9.')] },
  { role: 'user', name: 'Rin Okafor', parts: [text('Totals?'), { type: 'attachment', kind: 'image' }] },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'I should call it.' },
      text('Looking.'),
      call(null, 'total', { order: 7 }),
      call('call_1', 'total', '{"order":8}'),
    ],
  },
  { role: 'tool', parts: [result('call_1', 'no such order', true)] },
  { role: 'tool', parts: [result(null, '12.50')] },
  { role: 'assistant', parts: [text('12.50'), text('and no order 8.')] },
  { role: 'system', parts: [text('Answer in German from now on.')] },
  { role: 'user', parts: [text('Und jetzt?')] },
];

describe('OpenAI', () => {
  it('writes calls, their results right behind them, and names the API takes', () => {
    expect(openAi(WHOLE)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Summary of turns 1-9.' },
      { role: 'user', content: 'Totals?', name: 'Rin_Okafor' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          { id: 'call_2', type: 'function', function: { name: 'total', arguments: '{"order":7}' } },
          { id: 'call_1', type: 'function', function: { name: 'total', arguments: '{"order":8}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: '12.50' },
      { role: 'tool', tool_call_id: 'call_1', content: 'no such order' },
      { role: 'assistant', content: '12.50\nand no order 8.' },
      { role: 'system', content: 'Answer in German from now on.' },
      { role: 'user', content: 'Und jetzt?' },
    ]);
    expect(made('openai', WHOLE).notes).toEqual([
      '1 attachment is left out',
      '1 reasoning part is left out',
      '1 failed result is not marked as one',
      '1 name is written as the API takes it',
    ]);
  });

  it('keeps an empty message, and gives calls of another role an assistant message', () => {
    expect(openAi([{ role: 'user', parts: [] }])).toEqual([{ role: 'user', content: '' }]);
    const roles = openAi([
      { role: 'user', parts: [text('hi'), call('x')] },
      { role: 'tool', parts: [result('x', 'done')] },
    ]).map((m) => m.role);
    expect(roles).toEqual(['user', 'assistant', 'tool']);
  });

  it('has the shape of the API for every conversation', () => {
    fc.assert(
      fc.property(conversations, ({ messages }) => {
        const written = openAi(messages);
        let open: string[] = [];
        const seen = new Set<string>();
        for (const m of written) {
          if (m.role === 'tool') {
            expect(open).toContain(m.tool_call_id);
            open = open.filter((id) => id !== m.tool_call_id);
            continue;
          }
          expect(open).toEqual([]);
          if (m.name !== undefined) expect(m.name).toMatch(/^[^\s<|\\/>]{1,64}$/);
          if (m.role !== 'assistant') continue;
          open = (m.tool_calls ?? []).map((c) => c.id);
          if (m.content === null) expect(open).not.toEqual([]);
          for (const id of open) expect(seen.has(id)).toBe(false);
          for (const id of open) seen.add(id);
        }
        expect(open).toEqual([]);
      }),
      runs(80),
    );
  });
});

describe('Anthropic', () => {
  it('takes leading system text out, and joins what one role says in a row', () => {
    expect(anthropic(WHOLE)).toEqual({
      system: 'Be brief.\n\nSummary of turns 1-9.',
      messages: [
        { role: 'user', content: 'Totals?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'call_2', name: 'total', input: { order: 7 } },
            { type: 'tool_use', id: 'call_1', name: 'total', input: { order: 8 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_2', content: '12.50' },
            { type: 'tool_result', tool_use_id: 'call_1', content: 'no such order', is_error: true },
          ],
        },
        { role: 'assistant', content: '12.50\nand no order 8.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '<system>\nAnswer in German from now on.\n</system>' },
            { type: 'text', text: 'Und jetzt?' },
          ],
        },
      ],
    });
    expect(made('anthropic', WHOLE).notes).toContain('1 later system message is text of the user');
  });

  it('opens with the user, and says so', () => {
    const items = [{ role: 'assistant', parts: [text('Done.')] }] as const;
    expect(anthropic(items).messages.map((m) => m.role)).toEqual(['user', 'assistant']);
    expect(made('anthropic', items).notes.at(-1)).toMatch(/opens it/);
  });

  it('has the shape of the API for every conversation', () => {
    fc.assert(
      fc.property(conversations, ({ messages }) => {
        const written = anthropic(messages).messages;
        const seen = new Set<string>();
        for (const [i, { role, content }] of written.entries()) {
          expect(role).toBe(i % 2 === 0 ? 'user' : 'assistant');
          expect(content).not.toBe('');
          if (typeof content === 'string') continue;
          const uses = content.flatMap((b) => (b.type === 'tool_use' ? [b.id] : []));
          for (const id of uses) {
            expect(id).toMatch(/^[\w-]+$/);
            expect(seen.has(id)).toBe(false);
            seen.add(id);
          }
          const next = written[i + 1]?.content ?? [];
          const answered = (typeof next === 'string' ? [] : next).flatMap((b) =>
            b.type === 'tool_result' ? [b.tool_use_id] : [],
          );
          expect(answered).toEqual(uses);
          const firstOther = content.findIndex((b) => b.type !== 'tool_result');
          const rest = firstOther < 0 ? [] : content.slice(firstOther);
          expect(rest.some((b) => b.type === 'tool_result')).toBe(false);
          expect(content.every((b) => b.type !== 'text' || b.text !== '')).toBe(true);
        }
      }),
      runs(80),
    );
  });
});

describe('LangChain', () => {
  it('writes what messages_from_dict reads, with ids and times', () => {
    const written = JSON.parse(made('langchain', WHOLE).text) as {
      type: string;
      data: Record<string, unknown>;
    }[];
    expect(written.map((m) => m.type)).toEqual([
      'system',
      'system',
      'human',
      'ai',
      'tool',
      'tool',
      'ai',
      'system',
      'human',
    ]);
    expect(written[3]!.data.tool_calls).toEqual([
      { name: 'total', args: { order: 7 }, id: 'call_2', type: 'tool_call' },
      { name: 'total', args: { order: 8 }, id: 'call_1', type: 'tool_call' },
    ]);
    expect(written[5]!.data).toMatchObject({ tool_call_id: 'call_1', status: 'error' });
    const time = { text: '2026-03-10T08:42:00.000Z', sortMs: 0, precision: 'instant' } as const;
    const [dated] = JSON.parse(made('langchain', [{ role: 'user', id: 'a', time, parts: [text('x')] }]).text);
    expect(dated.data).toMatchObject({ id: 'a', additional_kwargs: { timestamp: time.text } });
  });

  it('keeps arguments that are no object as an invalid call', () => {
    const [ai] = JSON.parse(
      made('langchain', [
        { role: 'assistant', parts: [call('x', 'run', 'ls -l')] },
        { role: 'tool', parts: [result('x', 'a')] },
      ]).text,
    );
    expect(ai.data).toMatchObject({
      tool_calls: [],
      invalid_tool_calls: [{ name: 'run', args: 'ls -l', id: 'x' }],
    });
  });
});

describe('Markdown', () => {
  it('gives every message a heading, and no line of a message looks like one', () => {
    const { text: written } = made('markdown', [
      { role: 'user', parts: [text('## User\nis a heading')] },
      { role: 'tool', parts: [result('x', '```\ncode\n```')] },
    ]);
    expect(written.match(/^## /gm)).toHaveLength(2);
    expect(written).toContain('````\n```\ncode\n```\n````');
  });
});

describe('every format', () => {
  const statements = (message: Message): string[] =>
    message.parts.flatMap((p) => {
      if (p.type === 'text' || p.type === 'tool-result') return [p.text];
      return p.type === 'tool-call' ? [p.name] : [];
    });

  it('loses no text, result or call, whatever the order of the messages', () => {
    fc.assert(
      fc.property(conversations, ({ messages }) => {
        for (const { id } of exporters.filter((e) => e.extension === 'json')) {
          const strings: string[] = [];
          const collect = (value: unknown): void => {
            if (typeof value === 'string') strings.push(value);
            else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
          };
          collect(JSON.parse(made(id, messages).text));
          const all = strings.join('\n');
          for (const statement of messages.flatMap(statements)) expect(all).toContain(statement);
        }
      }),
      runs(50),
    );
  });

  it('says when calls or results stand alone, and keeps their words', () => {
    const items: readonly ExportItem[] = [
      { role: 'user', parts: [text('hi')] },
      { role: 'tool', parts: [result('gone', 'the answer')] },
      { role: 'assistant', parts: [call('open', 'search', { q: 'x' })] },
    ];
    for (const id of ['openai', 'anthropic', 'langchain']) {
      const { text: written, notes } = made(id, items);
      expect(written).toContain('the answer');
      expect(written).toContain('search');
      expect(notes.slice(0, 2)).toEqual([
        '1 result whose call is not here is written as text',
        '1 call without a result is written as text',
      ]);
    }
  });
});
