import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importText } from './import-conversation';
import { damaged } from './testing/damaged-json';

const at = (n: number) => `${1_767_000_000 + n}.000100`;
const message = (n: number, more: object) => ({
  type: 'message',
  user: 'U1',
  text: `t${n}`,
  ts: at(n),
  ...more,
});
const rin = { user_profile: { display_name: '', real_name: 'Rin O.' } };

function read(value: unknown) {
  const result = importText(JSON.stringify(value));
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.format).toBe('slack');
  const { messages, title } = result.value.conversation;
  return {
    title,
    messages,
    said: messages.map((m) => `${m.name ?? '?'}/${m.role}: ${messageText(m)}`),
    warnings: result.value.warnings.map((w) => `${w.code} ${w.count ?? 1}`),
  };
}

describe('slack', () => {
  it('decodes markup once: mentions, channels, groups, links, addresses, entities', () => {
    const text =
      '<@U1> <@U9> <@U9|old> <#C1|general> <#C2> <!here> <!subteam^S1|@devs> <!date^1^{date}|Monday> <mailto:a@x.example|a@x.example> <http://x.example|x.example> <https://x.example/?a=1&amp;b=2> &amp;lt; &lt;b&gt; <>';
    expect(read([message(0, { ...rin, text })]).said).toEqual([
      'Rin O./user: @Rin O. @U9 @old #general #C2 @here @devs Monday a@x.example x.example https://x.example/?a=1&b=2 &lt; <b> <>',
    ]);
  });

  it('takes the words from blocks, then from cards, where the text is empty', () => {
    const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
    const blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'A < B' } },
      { type: 'section', text: { type: 'mrkdwn', text: 'by <@U1> &amp; co' } },
      {
        type: 'rich_text',
        elements: [
          section(
            { type: 'text', text: 'see ' },
            { type: 'link', url: 'https://x.example', text: 'x' },
            { type: 'emoji', name: 'wave' },
            { type: 'user', user_id: 'U1' },
            { type: 'broadcast', range: 'here' },
          ),
          {
            type: 'rich_text_list',
            elements: [section({ type: 'text', text: 'one' }), section({ type: 'text', text: 'two' })],
          },
        ],
      },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Approve' } }] },
      {
        type: 'context',
        elements: [
          { type: 'image', alt_text: 'a cat' },
          { type: 'plain_text', text: 'fin' },
        ],
      },
    ];
    const cards = [
      {
        title: 'Build 7',
        text: 'failed &gt; 3',
        fallback: 'x',
        fields: [{ title: 'Branch', value: 'main' }],
      },
    ];
    expect(
      read([
        message(0, { ...rin, text: '', blocks }),
        message(1, { ...rin, text: null, attachments: cards }),
        message(2, { ...rin, text: ' ', attachments: [{ fallback: 'only this' }] }),
      ]).said,
    ).toEqual([
      'Rin O./user: A < B\nby @Rin O. & co\nsee x (https://x.example):wave:@Rin O.@here\none\ntwo\na cat\nfin',
      'Rin O./user: Build 7\nfailed > 3\nBranch: main',
      'Rin O./user: only this',
    ]);
  });

  it('names people from elsewhere in the file and from users.json, and counts those it cannot name once', () => {
    const { said, warnings } = read({
      channel: 'general',
      users: [
        { id: 'U2', name: 'sam', profile: { display_name: '', real_name: 'Sam Lind' } },
        { id: 'U3', name: 'kim' },
      ],
      messages: [
        message(0, { text: 'a <@U2>' }),
        message(1, rin),
        message(2, { user: 'U2' }),
        message(3, { user: 'U3' }),
        message(4, { user: 'U4' }),
        message(5, { user: 'U4' }),
        message(6, { user: undefined, bot_id: 'B1' }),
      ],
    });
    expect(said).toEqual([
      'Rin O./user: a @Sam Lind',
      'Rin O./user: t1',
      'Sam Lind/user: t2',
      'kim/user: t3',
      'U4/user: t4',
      'U4/user: t5',
      'B1/assistant: t6',
    ]);
    expect(warnings).toEqual(['unknown-sender 2']);
  });

  it('tells bots by any of their marks', () => {
    expect(
      read([
        message(0, { subtype: 'bot_message', username: 'deploy' }),
        message(1, { bot_id: 'B1', bot_profile: { name: 'CI' } }),
        message(2, { user: 'USLACKBOT' }),
      ]).said,
    ).toEqual(['deploy/assistant: t0', 'CI/assistant: t1', 'Slackbot/assistant: t2']);
  });

  it('puts replies under their threads, also without the first message, and counts what moved', () => {
    const thread = (n: number) => ({ ...rin, thread_ts: at(n) });
    const { messages, warnings } = read([
      message(0, thread(0)),
      message(1, thread(-99)),
      message(2, rin),
      message(3, thread(0)),
      message(4, { ...thread(-99), subtype: 'thread_broadcast' }),
      message(5, rin),
      message(6, thread(5)),
    ]);
    expect(messages.map(messageText)).toEqual(['t0', 't3', 't1', 't4', 't2', 't5', 't6']);
    expect(warnings).toEqual(['time-order 2', 'no-assistant 1']);
    expect(messages[0]?.id).toBe(at(0));
  });

  it('turns the web API answer round, which has the newest message first', () => {
    const { messages, warnings } = read({ ok: true, messages: [message(2, rin), message(1, rin)] });
    expect(messages.map(messageText)).toEqual(['t1', 't2']);
    expect(warnings).toEqual(['time-order 1', 'no-assistant 1']);
  });

  it('counts notices, deleted and hidden messages and stray values, and keeps files', () => {
    const { messages, warnings } = read([
      message(0, { ...rin, subtype: 'channel_purpose' }),
      message(1, { ...rin, subtype: 'pinned_item' }),
      message(2, { ...rin, subtype: 'tombstone', text: 'This message was deleted.' }),
      message(3, { ...rin, hidden: true }),
      message(4, { ...rin, subtype: 'me_message' }),
      message(5, {
        ...rin,
        text: '',
        files: [
          { name: 'a.png', mimetype: 'image/png', url_private: 'https://x' },
          { mode: 'tombstone', id: 'F1' },
        ],
      }),
      message(6, { ...rin, text: '' }),
      7,
    ]);
    expect(messages.map((m) => m.parts)).toEqual([
      [{ type: 'text', text: 't4' }],
      [
        { type: 'attachment', kind: 'image', name: 'a.png', mediaType: 'image/png' },
        { type: 'attachment', kind: 'file', name: 'F1' },
      ],
    ]);
    expect(warnings).toEqual([
      'bookkeeping-skipped 2',
      'deleted-skipped 1',
      'hidden-skipped 1',
      'attachment-missing 1',
      'mixed-shapes 1',
      'empty-skipped 1',
      'no-assistant 1',
    ]);
  });

  it('says that a day of notices is no conversation', () => {
    const result = importText(JSON.stringify([message(0, { subtype: 'channel_join' })]));
    expect(result.ok ? '' : result.error.code).toBe('empty-file');
  });

  it('never throws on damaged files', () => {
    const sound = {
      users: [{ id: 'U2', profile: { real_name: 'x' } }],
      messages: [
        message(0, { ...rin, blocks: [{ type: 'rich_text', elements: [{ type: 'text', text: 'x' }] }] }),
        message(1, { thread_ts: at(0), files: [{ name: 'a' }], attachments: [{ fields: [{ title: 'a' }] }] }),
        message(2, { bot_id: 'B', bot_profile: { name: 'b' } }),
      ],
    };
    fc.assert(
      fc.property(fc.oneof(damaged(sound), damaged(sound.messages)), (value) => {
        const result = importText(JSON.stringify(value));
        expect(result.ok ? result.value.conversation.messages.length : result.error.code).not.toBe(
          'import-failed',
        );
      }),
    );
  });
});
