import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importText } from './import-conversation';
import { damaged } from './testing/damaged-json';

const message = (n: number, more: object = {}) => ({
  id: String(1000 + n),
  type: 'Default',
  timestamp: `2026-03-02T09:0${n}:00.1234567+02:00`,
  content: `t${n}`,
  author: { id: '11', name: 'rin', nickname: 'Rin', isBot: false },
  attachments: [],
  embeds: [],
  ...more,
});
const channel = (...messages: unknown[]) => ({
  guild: { id: '0', name: 'Direct Messages' },
  channel: { id: '2', type: 'DirectTextChat', name: 'rin' },
  messages,
});

function read(value: unknown) {
  const result = importText(JSON.stringify(value));
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.format).toBe('discord');
  const { messages, title } = result.value.conversation;
  return {
    title,
    messages,
    said: messages.map((m) => `${m.name ?? '?'}/${m.role}: ${messageText(m)}`),
    warnings: result.value.warnings.map((w) => `${w.code} ${w.count ?? 1}`),
  };
}

describe('discord', () => {
  it('keeps ids, times, names and the title', () => {
    const { title, messages } = read(
      channel(message(0), message(1, { author: { id: '12', name: 'sam', nickname: null } })),
    );
    expect(title).toBe('rin');
    expect(messages.map((m) => [m.id, m.time?.text, m.name])).toEqual([
      ['1000', '2026-03-02T07:00:00.123Z', 'Rin'],
      ['1001', '2026-03-02T07:01:00.123Z', 'sam'],
    ]);
  });

  it('takes the words of bots from their cards, and of forwarded messages', () => {
    const bot = { author: { id: '13', name: 'ci', isBot: true } };
    const { said, warnings } = read(
      channel(
        message(0, {
          ...bot,
          content: '',
          embeds: [
            {
              title: 'Build',
              description: 'failed',
              fields: [{ name: 'At', value: 'main' }],
              footer: { text: 'CI' },
            },
          ],
        }),
        message(1, { ...bot, content: 'see', embeds: [{ title: 'Preview' }] }),
        message(2, { content: '', forwardedMessage: { content: 'from elsewhere' } }),
        message(3, { content: '' }),
      ),
    );
    expect(said).toEqual([
      'ci/assistant: Build\nfailed\nAt: main\nCI',
      'ci/assistant: see',
      'Rin/user: from elsewhere',
    ]);
    expect(warnings).toEqual(['empty-skipped 1']);
  });

  it('counts notices of every kind, named or numbered, and reads slash commands and replies', () => {
    const types = [
      'Reply',
      'ChatInputCommand',
      19,
      'ChannelPinnedMessage',
      'GuildMemberJoin',
      'Call',
      'RecipientAdd',
      '46',
    ];
    const { said, warnings } = read(channel(...types.map((type, n) => message(n, { type }))));
    expect(said).toEqual(['Rin/user: t0', 'Rin/user: t1', 'Rin/user: t2']);
    expect(warnings).toEqual(['bookkeeping-skipped 5', 'no-assistant 1']);
  });

  it('keeps attachments and stickers, and resolves mentions that the exporter left', () => {
    const { messages, warnings } = read(
      channel(
        message(0, {
          content: '<@12> <@!12> <@99> <:party:123> <a:dance:456> a<b',
          mentions: [{ id: '12', name: 'sam', nickname: 'Sam' }],
          attachments: [
            { id: '1', url: 'https://x/a.png', fileName: 'a.png' },
            { id: '2', fileName: 'b.pdf' },
            null,
          ],
          stickers: [{ name: 'wave' }],
        }),
      ),
    );
    expect(messages[0]?.parts).toEqual([
      { type: 'text', text: '@Sam @Sam <@99> :party: :dance: a<b' },
      { type: 'attachment', kind: 'image', name: 'a.png' },
      { type: 'attachment', kind: 'file', name: 'b.pdf' },
      { type: 'attachment', kind: 'file' },
      { type: 'attachment', kind: 'sticker', name: 'wave' },
    ]);
    expect(warnings).toEqual(['attachment-missing 2', 'no-assistant 1']);
  });

  it('turns a file round that has the newest message first, and only such a file', () => {
    expect(read(channel(message(3), message(2), message(1))).said).toEqual([
      'Rin/user: t1',
      'Rin/user: t2',
      'Rin/user: t3',
    ]);
    const mixed = read(channel(message(3), message(1), message(2)));
    expect(mixed.said).toEqual(['Rin/user: t3', 'Rin/user: t1', 'Rin/user: t2']);
    expect(mixed.warnings).toEqual(['no-assistant 1']);
  });

  it('reads what it can of messages without author, content or shape', () => {
    const { said, warnings } = read(
      channel(null, [], message(1, { author: null }), message(2, { timestamp: 'x' })),
    );
    expect(said).toEqual(['?/user: t1', 'Rin/user: t2']);
    expect(warnings).toEqual(['mixed-shapes 2', 'unknown-sender 1', 'no-assistant 1', 'untimed 1']);
  });

  it('says that a channel without messages is empty', () => {
    for (const value of [channel(), channel(message(0, { type: 'Call' }))]) {
      const result = importText(JSON.stringify(value));
      expect(result.ok ? '' : result.error.code).toBe('empty-file');
    }
  });

  it('never throws on damaged files', () => {
    const sound = channel(
      message(0, { attachments: [{ url: 'x', fileName: 'y' }], mentions: [{ id: '1', name: 'z' }] }),
      message(1, { content: '', embeds: [{ title: 'a', fields: [{ name: 'b', value: 'c' }] }] }),
      message(2, { stickers: [{ name: 'x' }], forwardedMessage: { content: 'f' } }),
    );
    fc.assert(
      fc.property(damaged(sound), (value) => {
        const result = importText(JSON.stringify(value));
        expect(result.ok ? result.value.conversation.messages.length : result.error.code).not.toBe(
          'import-failed',
        );
      }),
    );
  });
});
