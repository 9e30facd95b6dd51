/** The labelled data sets: questions, evidence and sessions beside the conversation. */
import { describe, expect, it } from 'vitest';
import { importAllBytes, importText } from './import-conversation';
import type { Imported } from './importer';

function opened(value: unknown): Imported {
  const result = importText(JSON.stringify(value));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
function all(value: unknown): Imported[] {
  const result = importAllBytes(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  );
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return [...result.value];
}
const times = (imported: Imported) => imported.conversation.messages.map((m) => m.time?.text ?? null);
const ids = (imported: Imported) => imported.conversation.messages.map((m) => m.id);
const codes = (imported: Imported) => imported.warnings.map((w) => w.code);

describe('locomo', () => {
  const turn = (id: string, text = 'x') => ({ speaker: 'Rin', dia_id: id, text });
  const talk = (sessions: object) => ({ speaker_a: 'Rin', speaker_b: 'Sam', ...sessions });

  it('splits evidence at ; and , and keeps categories', () => {
    const { labels } = opened([
      {
        sample_id: 's',
        conversation: talk({ session_1: [turn('D1:1'), turn('D1:2')] }),
        qa: [
          { question: 'a?', evidence: ['D1:1; D1:2', ' D1:1,D9:9,'], category: 3 },
          { question: 'b?', evidence: 'D1:2', category: 'x' },
          { question: 'c?' },
        ],
      },
    ]);
    expect(labels).toEqual({
      sessions: [['D1:1', 'D1:2']],
      questions: [
        { id: 'q1', text: 'a?', evidenceMessageIds: ['D1:1', 'D1:2', 'D1:1', 'D9:9'], category: '3' },
        { id: 'q2', text: 'b?', evidenceMessageIds: ['D1:2'], category: 'x' },
        { id: 'q3', text: 'c?', evidenceMessageIds: [] },
      ],
    });
  });

  it('reads the older layout: one object, sessions at the top', () => {
    const imported = opened({ sample_id: 7, ...talk({ session_1: [turn('D1:1')] }), qa: [] });
    expect(imported.format).toBe('locomo');
    expect(imported.conversation.title).toBe('7');
  });

  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00'],
    ['12:05 am on 3 July, 2023', '2023-07-03T00:05:00'],
    ['12:30 PM on 31 December 2023', '2023-12-31T12:30:00'],
    ['2023-05-08 09:00', '2023-05-08T09:00:00'],
    ['13:00 pm on 8 May, 2023', null],
    ['1:56 pm on 8 Maius, 2023', null],
    ['some day', null],
    [undefined, null],
  ])('reads the session time %j', (said, expected) => {
    const imported = opened(talk({ session_1: [turn('D1:1')], session_1_date_time: said }));
    expect(times(imported)).toEqual([expected]);
  });

  it('keeps a caption without its picture, all pictures, and turns of unexpected shape as warnings', () => {
    const imported = opened(
      talk({
        session_1: [
          { ...turn('D1:1'), blip_caption: 'a cat' },
          { ...turn('D1:2'), img_url: ['u1', 'u2'], blip_caption: 'a dog' },
          'what?',
          { speaker: 'Sam', text: 'no id' },
        ],
        qa: [{ answer: 'no question' }],
      }),
    );
    const attachments = imported.conversation.messages.map((m) =>
      m.parts.filter((p) => p.type === 'attachment'),
    );
    expect(attachments.slice(0, 2)).toEqual([
      [{ type: 'attachment', kind: 'image', text: 'a cat' }],
      [
        { type: 'attachment', kind: 'image', name: 'u1', text: 'a dog' },
        { type: 'attachment', kind: 'image', name: 'u2' },
      ],
    ]);
    expect(ids(imported)[2]).toBe('D1:4');
    expect(imported.warnings.find((w) => w.code === 'mixed-shapes')?.count).toBe(2);
  });

  it('opens the first conversation with a turn and gives all that have one', () => {
    const file = [
      { sample_id: 'empty', conversation: talk({ session_1_date_time: '1:56 pm on 8 May, 2023' }) },
      { sample_id: 'a', conversation: talk({ session_1: [turn('D1:1')] }) },
      { sample_id: 'b', conversation: talk({ session_1: [turn('D1:1')] }) },
    ];
    const first = opened(file);
    expect(first.conversation.title).toBe('a');
    expect(first.otherConversations).toBe(1);
    expect(codes(first)).toContain('empty-conversation');
    expect(all(file).map((i) => i.conversation.title)).toEqual(['a', 'b']);
  });
});

describe('longmemeval', () => {
  const record = (id: string, sessions: unknown[], more: object = {}) => ({
    question_id: id,
    question_type: 'single-session-user',
    question: 'Which colour?',
    question_date: '2026/03/05 (Thu) 10:00',
    haystack_dates: sessions.map((_, i) => `2026/03/0${i + 1} (Mon) 09:00`),
    haystack_sessions: sessions,
    ...more,
  });
  const said = (content: string, has_answer?: boolean) => ({ role: 'user', content, has_answer });

  it('marks the turns that hold the answer, with session and question times', () => {
    const imported = opened([
      record('q', [[said('a'), said('b', true)], [], [said('c', true), said('', true)]]),
    ]);
    expect(ids(imported)).toEqual(['S1:1', 'S1:2', 'S3:1']);
    expect(times(imported)).toEqual(['2026-03-01T09:00:00', '2026-03-01T09:00:00', '2026-03-03T09:00:00']);
    expect(imported.labels).toMatchObject({
      sessions: [
        ['S1:1', 'S1:2'],
        ['S3:1', 'S3:2'],
      ],
      questions: [
        {
          id: 'q',
          text: 'Which colour?',
          category: 'single-session-user',
          evidenceMessageIds: ['S1:2', 'S3:1', 'S3:2'],
          time: { text: '2026-03-05T10:00:00' },
        },
      ],
    });
    expect(codes(imported)).toEqual(expect.arrayContaining(['empty-conversation', 'empty-skipped']));
  });

  it('keeps the order of the file and gives one conversation per question', () => {
    const file = [record('a', [[said('x')]]), record('none', []), record('b', [[said('y')]])];
    expect(opened(file).otherConversations).toBe(1);
    expect(all(file).map((i) => i.conversation.title)).toEqual(['a', 'b']);
    const lines = file.map((r) => JSON.stringify(r)).join('\n');
    expect(all(`${lines}\n{"question_id": "cut`).map((i) => codes(i).includes('bad-line'))).toEqual([
      true,
      false,
    ]);
  });
});

it('gives the one conversation of formats that cannot tell theirs apart', () => {
  expect(all([{ role: 'user', content: 'hi' }]).map((i) => i.format)).toEqual(['openai-chat']);
});

it('fails as opening one does', () => {
  expect(importAllBytes(new Uint8Array())).toMatchObject({ ok: false, error: { code: 'empty-file' } });
  expect(importAllBytes(new TextEncoder().encode('[]'))).toMatchObject({ ok: false });
});
