import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importText } from './import-conversation';

function read(text: string) {
  const result = importText(text);
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.format).toBe('chat-log');
  const { messages, title } = result.value.conversation;
  return {
    title,
    messages,
    said: messages.map((m) => `${m.name ?? m.role}: ${messageText(m)}`),
    times: messages.map((m) => m.time?.text ?? null),
    codes: result.value.warnings.map((w) => `${w.code} ${w.count ?? 1}`),
  };
}
const times = (...stamps: string[]) =>
  read(stamps.map((s, i) => `${s} ${i % 2 ? 'Rin' : 'Sam'}: x`).join('\n')).times;

describe('chat-log: how stamps are written', () => {
  it.each([
    [
      'brackets',
      ['[2026-03-02 09:00]', '[2026-03-02 21:05:07]'],
      ['2026-03-02T09:00:00', '2026-03-02T21:05:07'],
    ],
    [
      'slashes, year first',
      ['[2026/3/2, 9:00]', '[2026/03/02, 09:01]'],
      ['2026-03-02T09:00:00', '2026-03-02T09:01:00'],
    ],
    [
      'iOS with seconds',
      ['[31.12.25, 21:41:05]', '[01.01.26, 00:00:00]'],
      ['2025-12-31T21:41:05', '2026-01-01T00:00:00'],
    ],
    [
      'Android, US',
      ['12/31/25, 9:41\u202fPM -', '1/1/26, 12:05\u202fAM -'],
      ['2025-12-31T21:41:00', '2026-01-01T00:05:00'],
    ],
    [
      'Android, UK',
      ['31/12/2025, 9:41 pm -', '01/01/2026, 12:05 p.m. -'],
      ['2025-12-31T21:41:00', '2026-01-01T12:05:00'],
    ],
    [
      'Finland',
      ['31.12.2025 klo', '1.1.2026'].map((d) => `${d.replace(' klo', '')}, 21.41 -`),
      ['2025-12-31T21:41:00', '2026-01-01T21:41:00'],
    ],
    [
      'Finland, with its word',
      ['31.12.2025 klo 21.41 -', '1.1.2026 klo 8.05 -'],
      ['2025-12-31T21:41:00', '2026-01-01T08:05:00'],
    ],
    [
      'Arabic digits and halves of the day',
      ['\u200f٣١\u200f/١٢\u200f/٢٠٢٥، ٩:٤١ م -', '١\u200f/١\u200f/٢٠٢٦، ١٢:٠٥ ص -'],
      ['2025-12-31T21:41:00', '2026-01-01T00:05:00'],
    ],
    [
      'Arabic words, western digits',
      ['31/12/2025, 9:41 م -', '1/1/2026, 9:05 ص -'],
      ['2025-12-31T21:41:00', '2026-01-01T09:05:00'],
    ],
    [
      'Korea, with a comma',
      ['2025. 12. 31. 오후 9:41,', '2026년 1월 1일 오전 12:05,'],
      ['2025-12-31T21:41:00', '2026-01-01T00:05:00'],
    ],
    [
      'Korea and Japan, iOS',
      ['[2025. 12. 31. 오후 9:41:07]', '[2026/1/1 午前9:05:00]'],
      ['2025-12-31T21:41:07', '2026-01-01T09:05:00'],
    ],
    [
      'China',
      ['2025/12/31 晚上9:41 -', '2026/1/1 凌晨1:05 -'],
      ['2025-12-31T21:41:00', '2026-01-01T01:05:00'],
    ],
    [
      'Greece',
      ['31/12/25, 9:41 μ.μ. -', '1/1/26, 9:05 π.μ. -'],
      ['2025-12-31T21:41:00', '2026-01-01T09:05:00'],
    ],
    [
      'marks of direction',
      ['\u200e[31.12.25, 21:41:05]', '[01.01.26, 00:00:00]\u200e'],
      ['2025-12-31T21:41:05', '2026-01-01T00:00:00'],
    ],
    [
      'months in words',
      ['[2 March 2026 at 09:00]', '[Mar 3, 2026, 9:00 PM]'],
      ['2026-03-02T09:00:00', '2026-03-03T21:00:00'],
    ],
    ['no brackets', ['2026-03-02 09:00', '2026-03-02T09:01'], ['2026-03-02T09:00:00', '2026-03-02T09:01:00']],
    [
      'round brackets',
      ['(2026-03-02 09:00)', '(2026-03-02 09:01)'],
      ['2026-03-02T09:00:00', '2026-03-02T09:01:00'],
    ],
    [
      'zones',
      ['[2026-03-02T09:00:00.250Z]', '[2026-03-02 09:00:00 +0530]'],
      ['2026-03-02T09:00:00.250Z', '2026-03-02T03:30:00.000Z'],
    ],
    ['no such time', ['[2026-03-02 09:00]', '[2026-02-30 09:00]'], ['2026-03-02T09:00:00', null]],
  ])('%s', (_, stamps, expected) => {
    expect(times(...stamps)).toEqual(expected);
  });

  it('tells day and month by a number above 12, by time running forward, by the notation', () => {
    expect(times('[03/04/2026 09:00]', '[13/04/2026 09:00]')).toEqual([
      '2026-04-03T09:00:00',
      '2026-04-13T09:00:00',
    ]);
    expect(times('[03/04/2026 09:00]', '[03/14/2026 09:00]')).toEqual([
      '2026-03-04T09:00:00',
      '2026-03-14T09:00:00',
    ]);
    expect(times('[01/02/2026 09:00]', '[02/01/2026 09:00]')).toEqual([
      '2026-01-02T09:00:00',
      '2026-02-01T09:00:00',
    ]);
    expect(times('[03.04.2026 09:00]', '[04.04.2026 09:00]')).toEqual([
      '2026-04-03T09:00:00',
      '2026-04-04T09:00:00',
    ]);
  });

  it('says when nothing tells the order', () => {
    const log = (a: string, b: string) => read(`${a} Sam: x\n${b} Rin: y`);
    const british = log('[03/04/2026, 09:00]', '[04/05/2026, 09:00]');
    expect([british.times[0], british.codes]).toEqual([
      '2026-04-03T09:00:00',
      ['date-order 1', 'no-assistant 1', 'no-time-zone 2'],
    ]);
    const american = log('3/4/26, 9:00 AM -', '3/4/26, 9:01 AM -');
    expect(american.times[0]).toBe('2026-03-04T09:00:00');
    expect(american.codes).toContain('date-order 1');
  });

  it('leaves clock times without a date untimed, with offsets only where it may be one day', () => {
    const day = read('[23:50] Sam: a\n[23:55] Rin: b');
    expect(day.messages.map((m) => [m.time, m.offsetMs])).toEqual([
      [null, 0],
      [null, 300_000],
    ]);
    expect(day.codes).toEqual(['relative-times 2', 'no-assistant 1']);
    const night = read('[23:50] Sam: a\n[00:05] Rin: b');
    expect(night.messages.every((m) => m.offsetMs === undefined)).toBe(true);
    expect(night.codes).toEqual(['relative-times 2', 'no-assistant 1']);
  });
});

describe('chat-log: what was said', () => {
  it('keeps further lines, blank lines and fences with their message, and a title', () => {
    const { said, title } = read(
      'Chat with Rin\n\n[2026-03-02 09:00] Sam: one\n\n  two: 2\n```\nRin: no\n```\n[2026-03-02 09:01] Rin: ok\n09:30 not: a message\n[12:30] Kim: quoted\n',
    );
    expect(title).toBe('Chat with Rin');
    expect(said).toEqual([
      'Sam: one\n\n  two: 2\n```\nRin: no\n```',
      'Rin: ok\n09:30 not: a message\n[12:30] Kim: quoted',
    ]);
  });

  it('counts notices and deleted messages, and takes files out of the text', () => {
    const { said, messages, codes } = read(
      [
        '31/12/2025, 09:00 - Messages and calls are end-to-end encrypted.',
        '31/12/2025, 09:00 - Sam created group "Plan: B"',
        '31/12/2025, 09:01 - Sam: <Media omitted>',
        '31/12/2025, 09:02 - +1 (555) 010-0000: IMG-1.jpg (file attached)\nthe shop',
        '31/12/2025, 09:03 - ~\u202fKim: \u200e<attached: 01-VOICE.opus>',
        '31/12/2025, 09:04 - Rin: This message was deleted.',
        '31/12/2025, 09:05 - Rin: sticker omitted',
        '31/12/2025, 09:06 - Rin: ',
        '31/12/2025, 09:07 - Rin: see https://x.example/a:b',
      ].join('\n'),
    );
    expect(said).toEqual([
      'Sam: ',
      '+1 (555) 010-0000: the shop',
      'Kim: ',
      'Rin: ',
      'Rin: see https://x.example/a:b',
    ]);
    expect(messages.flatMap((m) => m.parts.filter((p) => p.type === 'attachment'))).toEqual([
      { type: 'attachment', kind: 'file' },
      { type: 'attachment', kind: 'image', name: 'IMG-1.jpg' },
      { type: 'attachment', kind: 'audio', name: '01-VOICE.opus' },
      { type: 'attachment', kind: 'sticker' },
    ]);
    expect(codes).toEqual([
      'bookkeeping-skipped 2',
      'attachment-missing 4',
      'deleted-skipped 1',
      'empty-skipped 1',
      'no-assistant 1',
      'no-time-zone 5',
    ]);
  });

  it('knows what phones write of themselves, and leaves the same words of a person', () => {
    const { said, messages, codes } = read(
      [
        '[31.12.25, 21:41:00] Group: \u200eMessages and calls are end-to-end encrypted.',
        '[31.12.25, 21:41:01] Sam: I said: image omitted, twice',
        '\u200e[31.12.25, 21:41:02] Sam: \u200eplan.pdf \u2022 \u200e3 pages \u200edocument omitted',
        '[31.12.25, 21:41:03] Rin: \u200eBild weggelassen',
        '[31.12.25, 21:41:04] Rin: Bild weggelassen',
        '[31.12.25, 21:41:05] Sam: two \u200e<This message was edited>',
        '[31.12.25, 21:41:06] Sam: \u200eLocation: https://maps.example/?q=1,2',
        '[31.12.25, 21:41:07] Rin: \u200eThis message was deleted.',
        '[31.12.25, 21:41:08] Rin: <メディアは含まれていません>',
        '[31.12.25, 21:41:09] Rin: данное сообщение удалено',
      ].join('\n'),
    );
    expect(said).toEqual([
      'Sam: I said: image omitted, twice',
      'Sam: ',
      'Rin: ',
      'Rin: Bild weggelassen',
      'Sam: two',
      'Sam: Location: https://maps.example/?q=1,2',
      'Rin: ',
    ]);
    expect(messages.flatMap((m) => m.parts.filter((p) => p.type === 'attachment'))).toEqual([
      { type: 'attachment', kind: 'file', name: 'plan.pdf' },
      { type: 'attachment', kind: 'image' },
      { type: 'attachment', kind: 'file' },
    ]);
    expect(codes.slice(0, 3)).toEqual(['bookkeeping-skipped 2', 'attachment-missing 3', 'deleted-skipped 2']);
  });

  it('knows assistants by their word, and products only beside a "User"', () => {
    const log = (...names: string[]) =>
      read(names.map((n, i) => `[2026-03-02 09:0${i}] ${n}: x`).join('\n')).messages.map(
        (m) => `${m.role}/${m.name ?? ''}`,
      );
    expect(log('User', 'Assistant', 'System')).toEqual(['user/', 'assistant/', 'system/']);
    expect(log('You', 'Claude')).toEqual(['user/', 'assistant/Claude']);
    expect(log('Rin', 'Claude')).toEqual(['user/Rin', 'user/Claude']);
  });

  it('reads nicknames in angle brackets', () => {
    const { said, codes } = read('[09:00] <@rin> hi: there\n[09:00] * sam waves\n[09:01] <sam> yo');
    expect(said).toEqual(['rin: hi: there', 'sam: yo']);
    expect(codes).toEqual(['bookkeeping-skipped 1', 'relative-times 2', 'no-assistant 1']);
  });

  it.each([
    ['a program log', '2026-03-02 09:00:00 ERROR api: x\n2026-03-02 09:00:01 ERROR api: y'],
    ['a program log in brackets', '[09:00:00] INFO: x\n[09:00:01] WARN: y'],
    ['one voice without brackets', '2026-03-02 09:00:00 nginx: x\n2026-03-02 09:00:01 nginx: y'],
    ['a plan of the day', '09:00 Breakfast\n10:00 Talk: tests\n'],
    ['one line', '[09:00] Rin: hi'],
  ])('is not %s', (_, text) => {
    expect(importText(text).ok).toBe(false);
  });

  it('leaves a transcript alone whose message quotes a log', () => {
    const result = importText('User: what is\n[09:00] Rin: a\n[09:01] Sam: b\nAssistant: a chat');
    expect(result.ok && result.value.format).toBe('text-transcript');
  });

  it('gives back every line of any log', () => {
    const lines = fc.array(
      fc.string({ maxLength: 12 }).map((t) => `x${t.replace(/\s/g, '_')}`),
      { minLength: 1, maxLength: 4 },
    );
    const turns = fc.array(fc.tuple(fc.constantFrom('Rin', 'Sam'), lines), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        turns,
        fc.constantFrom('[2026-03-02 09:00]', '31/12/25, 9:00 PM -', '[09:00]'),
        (log, stamp) => {
          const { said } = read(log.map(([name, said]) => `${stamp} ${name}: ${said.join('\n')}`).join('\n'));
          expect(said).toEqual(log.map(([name, said]) => `${name}: ${said.join('\n')}`));
        },
      ),
    );
  });

  it('never throws', () => {
    const start = fc.constantFrom(
      '[09:00] ',
      '[2026-03-02 09:00] ',
      '31/12/2025, 9:00 - ',
      '(1.2.26 25:99) ',
      '\u200e[9:0] ',
      '',
    );
    const name = fc.constantFrom('Rin: ', 'Sam: ', '<kim> ', '* ', 'INFO: ', ': ', '');
    const line = fc.tuple(start, name, fc.string({ unit: 'binary', maxLength: 12 })).map((t) => t.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const result = importText(lines.join('\n'));
        expect(result.ok ? result.value.conversation.messages.length : result.error.code).not.toBe(
          'import-failed',
        );
      }),
    );
  });
});
