import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { ConversationDocument, Message } from './conversation';
import { makeNotes, NOTES_LEAD, NOTES_LIMIT, type NotesOptions } from './notes';
import { buildSentenceIndex } from './summary/sentence-index';

const o200k = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() });
/** A token count that is easy to do in one's head: words. */
const words = (text: string) => text.split(/\s+/).filter((w) => w !== '').length;

/** "U text" is a user's message, "A text" an assistant's, "T text" a tool's result. */
const talk = (...lines: string[]): Message[] =>
  lines.map((line, i) => {
    const text = line.slice(2);
    return line.startsWith('T')
      ? { id: `m${i}`, role: 'tool', parts: [{ type: 'tool-result', callId: null, text }], time: null }
      : {
          id: `m${i}`,
          role: line.startsWith('U') ? 'user' : 'assistant',
          parts: [{ type: 'text', text }],
          time: null,
        };
  });

function noteOf(lines: readonly string[], options: Partial<NotesOptions> = {}, to = lines.length) {
  const index = buildSentenceIndex(talk(...lines));
  return makeNotes(index, [{ from: 0, to }], { before: lines.length, tokensOf: words, ...options });
}
const said = (lines: readonly string[], options?: Partial<NotesOptions>, to?: number) =>
  noteOf(lines, options, to).sentences.map((s) => s.text);

const RULE = 'Never log customer e-mail addresses.';
const BLUE = 'Make the checkout buttons blue.';

describe('a note', () => {
  it('holds the decisions and constraints, in the order in which they were said', () => {
    const note = noteOf([
      'U Hello! The page is slow today.',
      `U One more thing. ${RULE}`,
      'A I had a look at the table. We decided to use an index.',
      'U Great.',
      'T Warranty of at least three years.',
    ]);
    expect(note.sentences).toEqual([
      { text: RULE, messages: [1] },
      { text: 'We decided to use an index.', messages: [2] },
      { text: 'Warranty of at least three years.', messages: [4] },
    ]);
    expect(note.text).toBe(
      `${NOTES_LEAD} ${RULE} We decided to use an index. Warranty of at least three years.`,
    );
    expect(note.tokens).toBe(1 + 5 + 6 + 6);
    expect(note.left).toBe(0);
  });

  it('is empty where nothing was decided', () => {
    const empty = { sentences: [], text: '', tokens: 0, left: 0 };
    expect(noteOf([])).toEqual(empty);
    expect(noteOf(['U Hello!', 'A Hi.'])).toEqual(empty);
    expect(noteOf([`U ${RULE}`], {}, 0)).toEqual(empty);
    expect(noteOf([`U ${RULE}`], { before: 0 })).toEqual(empty);
  });

  it('takes no questions but those that ask for something to be done', () => {
    expect(said(['U Should we always use tabs?', 'A Must it be blue?'])).toEqual([]);
    expect(said(['U Could you always use tabs, please?'])).toEqual(['Could you always use tabs, please?']);
  });

  it('says the same words once and cites every message that says them', () => {
    expect(noteOf([`U ${RULE}`, 'A Ok.', `U ${RULE}`, `A ${RULE.toLowerCase()}`]).sentences).toEqual([
      { text: RULE, messages: [0, 2, 3] },
    ]);
    expect(noteOf([`U ${RULE} ${RULE}`]).sentences).toEqual([{ text: RULE, messages: [0] }]);
  });
});

describe('what is excluded', () => {
  it('enters no note, and the memo knows the difference', () => {
    const index = buildSentenceIndex(talk(`U ${RULE} Always sign the releases.`, 'A Ok.'));
    const note = (exclude?: ReadonlySet<number>) =>
      makeNotes(index, [{ from: 0, to: 2 }], { before: 2, tokensOf: words, ...(exclude ? { exclude } : {}) });
    expect(note().sentences).toHaveLength(2);
    expect(note(new Set([0])).sentences.map((s) => s.text)).toEqual(['Always sign the releases.']);
    expect(note(new Set([0, 1]))).toEqual({ sentences: [], text: '', tokens: 0, left: 0 });
    expect(note(new Set())).toBe(note());
  });
});

describe('newest value per topic', () => {
  const GREEN = 'Actually, make the buttons green.';

  it('leaves out what a later message replaces, also where that one is still in the context', () => {
    const lines = [`U ${BLUE}`, 'A Ok.', `U ${GREEN}`, 'U Next.'];
    expect(said(lines)).toEqual([GREEN]);
    expect(said(lines, {}, 2)).toEqual([]);
    expect(said(lines, { before: 3 }, 2)).toEqual([]);
    expect(said(lines, { before: 2 }, 2)).toEqual([BLUE]);
  });

  it('needs no word of change', () => {
    const lines = ['U Retry a charge at most three times.', 'A Ok.', 'U Retry a charge at most five times.'];
    expect(said(lines)).toEqual(['Retry a charge at most five times.']);
    expect(said(lines, { before: 2 })).toEqual(['Retry a charge at most three times.']);
  });

  it('follows a value that comes back', () => {
    expect(said([`U ${BLUE}`, `U ${GREEN}`, 'U Actually, make the buttons blue again.'])).toEqual([
      'Actually, make the buttons blue again.',
    ]);
  });

  it('lets a user replace what an assistant says, not the other way round, and no tool anyone', () => {
    const three = 'Retry a charge at most three times.';
    const five = 'Retry a charge at most five times.';
    expect(said([`A ${three}`, `U ${five}`])).toEqual([five]);
    expect(said([`A ${three}`, `A ${five}`])).toEqual([five]);
    expect(said([`U ${three}`, `A ${five}`])).toEqual([three, five]);
    expect(said([`U ${three}`, `T ${five}`])).toEqual([three, five]);
    expect(said([`T ${three}`, `T ${five}`])).toEqual([three, five]);
  });
});

describe('when room is short', () => {
  const LINES = [
    'A You must restart both workers.',
    'U Prefer short names.',
    'T The disk must be empty.',
    'U Always sign the releases.',
    'U Never skip the tests.',
  ];

  it('keeps within the limit, the lead included', () => {
    // 1 + 5 + 3 + 5 + 4 + 4 words
    expect(said(LINES, { limit: 22 })).toHaveLength(5);
    for (let limit = 0; limit <= 22; limit += 1) {
      const note = noteOf(LINES, { limit });
      expect(note.tokens).toBeLessThanOrEqual(limit);
      expect(note.tokens).toBe(note.text === '' ? 0 : words(note.text));
      expect(note.sentences.length + note.left).toBe(5);
    }
    expect(noteOf(LINES, { limit: 3 })).toEqual({ sentences: [], text: '', tokens: 0, left: 5 });
  });

  it('takes a user’s first, then an assistant’s, then a tool’s; the stronger, then the newer', () => {
    const [assistant, weak, , old, recent] = LINES.map((l) => l.slice(2));
    expect(said(LINES, { limit: 5 })).toEqual([recent]);
    expect(said(LINES, { limit: 9 })).toEqual([old, recent]);
    expect(said(LINES, { limit: 12 })).toEqual([weak, old, recent]);
    expect(said(LINES, { limit: 17 })).toEqual([assistant, weak, old, recent]);
    expect(noteOf(LINES, { limit: 17 }).left).toBe(1);
  });

  it('skips one that is too long for the next that fits', () => {
    expect(said(LINES, { limit: 8 })).toEqual([LINES[1]!.slice(2), LINES[4]!.slice(2)]);
  });

  it('has 300 tokens unless something else is said', () => {
    const many = Array.from({ length: 100 }, (_, i) => `U Never delete the file f${i}.py.`);
    const note = noteOf(many);
    expect(note.tokens).toBe(1 + 5 * 59);
    expect(note.tokens + 5).toBeGreaterThan(NOTES_LIMIT);
    expect(note.left).toBe(41);
  });

  it('takes all for an assistant’s where the index has no standings', () => {
    const { sentences, firstOfMessage } = buildSentenceIndex(talk(...LINES));
    const note = makeNotes({ sentences, firstOfMessage }, [{ from: 0, to: 5 }], {
      before: 5,
      tokensOf: words,
      limit: 9,
    });
    expect(note.sentences.map((s) => s.text)).toEqual(LINES.slice(3).map((l) => l.slice(2)));
  });
});

describe('every note', () => {
  const line = fc.constantFrom(
    `U ${RULE}`,
    `U ${BLUE}`,
    'U Actually, make the buttons green.',
    'U Make the checkout buttons red.',
    'A You must restart both workers.',
    'T The limit is 20 rows.',
    'U Ok.',
    'A 好的。必须用蓝色。',
  );

  it('does not care how ranges are cut, ordered or overlap, and is the same object when asked again', () => {
    const index = buildSentenceIndex(talk(`U ${RULE}`, 'A Ok.', `U ${BLUE}`, 'U Always sign.', 'U Ok.'));
    const options = { before: 5, tokensOf: words };
    const whole = makeNotes(index, [{ from: 0, to: 4 }], options);
    for (const ranges of [
      [
        { from: 2, to: 4 },
        { from: 0, to: 3 },
      ],
      [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
        { from: 2, to: 4 },
        { from: 4, to: 4 },
      ],
      [{ from: 0, to: 4 }],
    ])
      expect(makeNotes(index, ranges, options)).toBe(whole);
    expect(makeNotes(index, [{ from: 0, to: 2 }], options).sentences).toHaveLength(1);
    expect(makeNotes(index, [{ from: 0, to: 4 }], { ...options, tokensOf: o200k }).tokens).toBe(
      o200k(whole.text),
    );
  });

  it('adds up in tokens, cites what says it, is within its ranges and never knows the future', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 14 }),
        fc.nat(14),
        fc.nat(14),
        fc.nat(15),
        fc.constantFrom(0, 12, 30, 300),
        (lines, a, b, before, limit) => {
          const messages = talk(...lines);
          const ranges = [{ from: Math.min(a, b, lines.length), to: Math.min(Math.max(a, b), lines.length) }];
          const options = { before, tokensOf: o200k, limit };
          const note = makeNotes(buildSentenceIndex(messages), ranges, options);
          expect(note.tokens).toBe(note.text === '' ? 0 : o200k(note.text));
          expect(note.tokens).toBeLessThanOrEqual(limit);
          let last = -1;
          for (const { text, messages: cited } of note.sentences) {
            expect(cited[0]!).toBeGreaterThanOrEqual(last);
            last = cited[0]!;
            for (const m of cited) {
              expect(m >= ranges[0]!.from && m < Math.min(before, ranges[0]!.to)).toBe(true);
              expect(lines[m]!.toLowerCase()).toContain(text.toLowerCase());
            }
          }
          const past = buildSentenceIndex(messages.slice(0, before));
          expect(makeNotes(past, ranges, options)).toEqual(note);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** The bundled examples, found by name so that the core does not import them. */
interface ExampleModule {
  readonly example: { readonly id: string; readonly document: ConversationDocument };
}
const examples = Object.values(
  import.meta.glob<ExampleModule>('../examples/*.example.ts', { eager: true }),
).map(({ example }) => example);

describe('the examples', () => {
  it('three files: the rule about logs and green stay, blue is out', () => {
    const { messages } = examples.find((e) => e.id === 'three-files')!.document.conversation;
    const index = buildSentenceIndex(messages);
    const to = messages.length - 2;
    const note = makeNotes(index, [{ from: 1, to }], { before: to, tokensOf: o200k });
    expect(note.text).toContain('never log customer e-mail addresses');
    expect(note.text).toContain('make the buttons green');
    expect(note.text).not.toContain('buttons blue');
    const green = messages.findIndex((m) => m.id === 'u18');
    const before = makeNotes(index, [{ from: 1, to: green }], { before: green, tokensOf: o200k });
    expect(before.text).toContain('Make the checkout buttons blue.');
  });

  it.each(examples.map((e) => [e.id, e.document.conversation.messages] as const))(
    '%s: tokens add up at every step',
    (_, messages) => {
      const index = buildSentenceIndex(messages);
      for (let to = 1; to < messages.length; to += 1) {
        const note = makeNotes(index, [{ from: 1, to }], { before: to + 1, tokensOf: o200k });
        expect(note.tokens).toBe(note.text === '' ? 0 : o200k(note.text));
        expect(note.tokens).toBeLessThanOrEqual(NOTES_LIMIT);
      }
    },
  );
});
