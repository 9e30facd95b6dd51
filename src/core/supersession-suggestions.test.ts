import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message } from './conversation';
import { buildSentenceIndex } from './summary/sentence-index';
import { type SupersessionSuggestion, suggestSupersessions } from './supersession-suggestions';

const suggest = (messages: readonly Message[]) =>
  suggestSupersessions(messages, buildSentenceIndex(messages));

/** "U text" is a user's message, "A text" an assistant's, "U:Ann text" that of a user called Ann. */
const talk = (...lines: string[]): Message[] =>
  lines.map((line, i) => {
    const [, role, name, text] = /^([UA])(?::(\w+))? (.*)$/s.exec(line)!;
    return {
      id: `m${i}`,
      role: role === 'U' ? 'user' : 'assistant',
      parts: [{ type: 'text', text: text! }],
      time: null,
      ...(name === undefined ? {} : { name }),
    };
  });

/** "0 -> 2" and the sentence where it is not the whole message. */
const brief = ({ earlierMessage, earlierSentence, laterMessage }: SupersessionSuggestion) =>
  `${earlierMessage} -> ${laterMessage}${earlierSentence === null ? '' : ` ${earlierSentence}`}`;
const links = (...lines: string[]) => suggest(talk(...lines)).map(brief);

const BLUE = 'U Make the checkout buttons blue.';

describe('what is said', () => {
  it.each<[string, string, string]>([
    [BLUE, 'U Actually, make the buttons green.', 'turn 2 says green where turn 1 said blue'],
    [BLUE, 'U Make the checkout buttons green.', 'turn 2 says green where turn 1 said blue'],
    [
      'U Retry a charge at most three times.',
      'U Retry a charge at most 5 times.',
      'turn 2 says 5 times where turn 1 said three',
    ],
    [
      'U The timeout must be 30 seconds.',
      'U Use a timeout of 60 seconds.',
      'turn 2 says 60 seconds where turn 1 said 30 seconds',
    ],
    [
      'U We will use SQLite for the cache.',
      'U Use Postgres instead of SQLite.',
      'turn 2 says Postgres where turn 1 said SQLite',
    ],
    ['U 结账按钮应该用蓝色。', 'U 把结账按钮改成绿色。', 'turn 2 says 绿色 where turn 1 said 蓝色'],
  ])('a changed value: %s | %s', (earlier, later, why) => {
    expect(suggest(talk(earlier, 'A Ok.', later))).toEqual([
      { kind: 'changed-value', earlierMessage: 0, earlierSentence: null, laterMessage: 2, why },
    ]);
  });

  it.each<[string, string]>([
    ['U Never log customer e-mail addresses.', 'U Actually, you can log customer e-mail addresses now.'],
    ['U The site must support IE11.', 'U We no longer support IE11.'],
    ['U Always use tabs.', 'U Forget the rule about tabs.'],
  ])('a change of mind: %s | %s', (earlier, later) => {
    expect(suggest(talk(earlier, 'A Ok.', later))).toEqual([
      {
        kind: 'change-of-mind',
        earlierMessage: 0,
        earlierSentence: null,
        laterMessage: 2,
        why: 'turn 2 takes back what turn 1 said',
      },
    ]);
  });

  it('names the sentence where the message says more than that', () => {
    const later = 'U Actually, make the buttons green.';
    const sentence = 'Make the checkout buttons blue.';
    expect(links(`${BLUE} Write a test for the cart.`, later)).toEqual([`0 -> 1 ${sentence}`]);
    expect(links(`${BLUE}\n\`\`\`\nbutton { }\n\`\`\``, later)).toEqual([`0 -> 1 ${sentence}`]);
    const clauses = 'Make the checkout buttons blue, and round their corners.';
    expect(links(`U ${clauses}`, later)).toEqual([`0 -> 1 ${clauses}`]);
    expect(links('U Use tabs. Set the timeout to 30 seconds.', 'U Use spaces instead of tabs.')).toEqual([
      '0 -> 1 Use tabs.',
    ]);
  });

  it('replaces a message whole when all its sentences fall at once', () => {
    const both = 'U Make the checkout buttons blue. The checkout links should be blue.';
    expect(links(both, 'U Use green for the checkout buttons and links instead of blue.')).toEqual([
      '0 -> 1',
    ]);
  });

  it('follows a value that changes twice, and back again', () => {
    const again = [
      'U Actually, make the buttons green.',
      'A Ok.',
      'U Actually, make the buttons blue again.',
    ];
    expect(links(BLUE, 'A Ok.', ...again)).toEqual(['0 -> 2', '2 -> 4']);
    const plain = ['U Make the checkout buttons green.', 'U Make the checkout buttons blue.'];
    expect(links(BLUE, ...plain)).toEqual(['0 -> 1', '1 -> 2']);
  });

  it('lets a repeated value stand, and replaces both when it changes', () => {
    expect(links(BLUE, 'A Ok.', BLUE)).toEqual([]);
    expect(links(BLUE, 'U The checkout buttons must be blue.')).toEqual([]);
    expect(links(BLUE, BLUE, 'U Make the checkout buttons green.')).toEqual(['0 -> 2', '1 -> 2']);
  });

  it.each<[string, string, string]>([
    ['a negation that changes nothing', BLUE, 'U Never make the checkout buttons green.'],
    ['a negation of something else', 'U Always use tabs.', "U Don't forget the tabs."],
    ['another thing', BLUE, 'U Make the refund links green.'],
    ['another name', 'U:Ann We must ship to France in 3 days.', 'U:Ann We must ship to Spain in 5 days.'],
    ['another bound', 'U The name must have at least 8 letters.', 'U The name must have at most 64 letters.'],
    ['another day', 'U I need to run 5 km on Monday.', 'U I need to run 8 km on Tuesday.'],
    [
      'another of its kind',
      'U The blue shirt costs 20 dollars, we should buy it.',
      'U The green shirt costs 30 dollars, we should buy it.',
    ],
    ['another numbered thing', 'U Make section 3 shorter.', 'U Make section 4 shorter.'],
    ['a question', BLUE, 'U Should we make the checkout buttons green instead?'],
    ['a supposition', BLUE, 'U If we rebrand, make the checkout buttons green.'],
    ['another speaker', 'U:Ann Make the checkout buttons blue.', 'U:Bob Make the checkout buttons green.'],
    ['another role', 'A I will use SQLite for the cache.', 'U Use Postgres instead of SQLite for the cache.'],
    [
      'quoted code',
      'U Always use tabs for indentation.',
      'U Explain `use spaces for indentation instead of tabs`.',
    ],
    ['fenced code', BLUE, 'U Look:\n```\nActually, make the checkout buttons green.\n```'],
  ])('%s is none: %s | %s', (_, earlier, later) => {
    expect(links(earlier, 'A Understood.', later)).toEqual([]);
  });

  it('takes a single word in a code span as a value', () => {
    expect(
      links('U Always use tabs for indentation.', 'U Use `spaces` for indentation instead of `tabs`.'),
    ).toEqual(['0 -> 1']);
  });

  it('hears no speaker in tool output', () => {
    const result = (text: string): Message => ({
      id: text,
      role: 'user',
      parts: [{ type: 'tool-result', callId: null, text }],
      time: null,
    });
    expect(suggest([result(BLUE.slice(2)), result('Make the checkout buttons green.')])).toEqual([]);
  });

  it('numbers turns as it is told to', () => {
    const messages = talk(BLUE, 'A Ok.', 'U Actually, make the buttons green.');
    const index = buildSentenceIndex(messages);
    expect(suggestSupersessions(messages, index, [4, 4, 17])[0]!.why).toBe(
      'turn 17 says green where turn 4 said blue',
    );
    expect(suggestSupersessions(messages, index, [4, 4, 4])[0]!.why).toBe(
      'turn 4 says green where it said blue',
    );
  });
});

/** Longer than the mark that would stand for it. */
const OUTPUT = 'def main(): return load_orders(path, currency="EUR", limit=500)';

/** A call of a tool about a path and its result: two messages. */
const callOn = (path: string, name: string, callId: string, output = OUTPUT): Message[] => [
  {
    id: callId,
    role: 'assistant',
    parts: [{ type: 'tool-call', callId, name, arguments: { path } }],
    time: null,
  },
  {
    id: `${callId}-r`,
    role: 'tool',
    parts: [{ type: 'tool-result', callId, text: output }],
    time: null,
  },
];

describe('what tools do', () => {
  it('outdates the earlier result of a path', () => {
    const names = ['read_file', 'read_file', 'write_file', 'delete_file'];
    const calls = names.flatMap((name, i) => callOn('a.py', name, `c${i}`));
    const turns = calls.map((_, m) => (m < 6 ? 1 + (m >> 1) : 3));
    const suggestions = suggestSupersessions(calls, buildSentenceIndex(calls), turns);
    expect(suggestions.map(brief)).toEqual(['1 -> 3', '3 -> 5', '5 -> 7']);
    expect(new Set(suggestions.map((s) => s.kind))).toEqual(new Set(['stale-path']));
    expect(suggestions.map((s) => s.why)).toEqual([
      'turn 2 reads a.py again, so the result in turn 1 is out of date',
      'turn 3 writes a.py, so the result in turn 2 is out of date',
      'turn 3 deletes a.py, so the result earlier in that turn is out of date',
    ]);
  });
});

describe('a result that is no longer than the mark for it', () => {
  it('is not asked about', () => {
    const calls = [
      ...callOn('a.py', 'write_file', 'c1', 'Wrote a.py.'),
      ...callOn('a.py', 'write_file', 'c2'),
    ];
    expect(suggest(calls)).toEqual([]);
  });
});

describe('all suggestions', () => {
  const step: fc.Arbitrary<Message[]> = fc.oneof(
    fc
      .constantFrom(BLUE, 'U Actually, make the buttons green.', 'U Make the checkout buttons red.', 'A Ok.')
      .map((line) => talk(line)),
    fc
      .tuple(fc.constantFrom('a.py', 'b.py'), fc.constantFrom('read_file', 'write_file', 'delete_file'))
      .map(([path, name]) => callOn(path, name, 'c')),
  );

  it('come in order, point back, and never depend on what comes later', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(24), (steps, n) => {
        const messages = steps.flat();
        const turns = messages.map((_, m) => m);
        const all = suggestSupersessions(messages, buildSentenceIndex(messages), turns);
        for (const [i, s] of all.entries()) {
          expect(s.earlierMessage).toBeLessThan(s.laterMessage);
          if (i > 0) expect(all[i - 1]!.laterMessage).toBeLessThanOrEqual(s.laterMessage);
        }
        const head = messages.slice(0, n);
        expect(suggestSupersessions(head, buildSentenceIndex(head), turns)).toEqual(
          all.filter((s) => s.laterMessage < n),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('come from thousands of messages about one thing', () => {
    const long = Array.from({ length: 2_000 }, (_, i) => [
      ...talk(i % 2 === 0 ? BLUE : 'U Make the checkout buttons green.'),
      ...callOn(`f${i}.py`, 'read_file', `c${i}`),
    ]).flat();
    expect(suggest(long)).toHaveLength(1_999);
  });
});

/** The bundled examples, found by name so that the core does not import them. */
interface ExampleModule {
  readonly example: { readonly id: string; readonly document: ConversationDocument };
}
const examples = Object.fromEntries(
  Object.values(import.meta.glob<ExampleModule>('../examples/*.example.ts', { eager: true })).map(
    ({ example }) => [example.id, example.document.conversation.messages],
  ),
);
const inExample = (id: string) =>
  suggest(examples[id]!).map((s) => ({
    ...s,
    earlierMessage: examples[id]![s.earlierMessage]!.id,
    laterMessage: examples[id]![s.laterMessage]!.id,
  }));

describe('the examples', () => {
  it('three files: blue becomes green in turn 18', () => {
    expect(inExample('three-files')).toEqual([
      {
        kind: 'changed-value',
        earlierMessage: 'u12',
        earlierSentence: 'Make the checkout buttons blue.',
        laterMessage: 'u18',
        why: 'turn 18 says green where turn 12 said blue',
      },
    ]);
  });

  it('support chat: the address changes in turn 12', () => {
    expect(inExample('support-chat')).toEqual([
      {
        kind: 'changed-value',
        earlierMessage: 'u5',
        earlierSentence: 'Deliver the next box to 14 Harbour Street, flat 3, as always.',
        laterMessage: 'u12',
        why: 'turn 12 says 7 Mill Lane where turn 5 said Harbour Street',
      },
    ]);
  });

  it('research agent: two notes are read after they were written', () => {
    expect(inExample('research-agent').map((s) => [s.kind, s.earlierMessage, s.laterMessage, s.why])).toEqual(
      [
        [
          'stale-path',
          't1-9',
          't4',
          'turn 28 reads notes/candidates.md, so the result in turn 8 is out of date',
        ],
        [
          'stale-path',
          't2-8',
          't4-5',
          'turn 32 reads notes/accuracy.md, so the result in turn 17 is out of date',
        ],
      ],
    );
  });
});
