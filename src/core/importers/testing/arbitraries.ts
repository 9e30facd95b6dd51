import fc from 'fast-check';
import type { Conversation, Json, Message, Part, Role, Timestamp } from '../../conversation';
import { evenlySpaced, parseTimestamp } from '../../timestamps';
import { cleanCounts, cleanJson } from '../clean-text';

/** Text as it is after loading (rule 11), often with what breaks parsers. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '```\nUser: x',
      '<script>alert(1)</script>',
      '<|endoftext|>',
      '{"a":1}',
      '{"role":"user","content":"x"}\n{"role":"assistant","content":"y"}',
      '  two\n\nparts ',
      '\n\nblank lines around\n\n\n',
      '\ufeff',
      'User: x\nAssistant: y',
      '## User\n\nx\n\n## Assistant (Rin) · 2026-03-02\n\n\\## Tool',
      '# Title\n**User:** x',
      'Result:\n\n```\nx\n```',
      'Call of `run` (a):\n\n````json\n{}\n````\n~~~',
      '> Reasoning: x\n> y',
      'Attachment: `image`',
      '[2026-03-02 09:00] Rin: x',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Rin>x',
      '\u202eשלום\u200f مرحبا',
      '👩‍👩‍👧‍👦 e\u0301 \u2028 \u0000 \t',
    ),
    fc
      .array(
        fc.constantFrom('## User', 'Result:', 'Error (a):', '```', '> Reasoning: ', '\\', ' ', '\n', 'x'),
        { maxLength: 8 },
      )
      .map((pieces) => pieces.join('\n')),
  )
  .map((s) => s.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd'));
const filled = text.filter((s) => s !== '');
const word = fc.oneof(filled, fc.constantFrom('Rin Okafor', 'a (b)', '"q"', 'x) · 2026-03-02', '`', 'a\nb'));

const time: fc.Arbitrary<Timestamp | null> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1e12, max: 4e12 }).map((ms) => parseTimestamp(ms)),
  fc.integer({ min: 1e12, max: 4e12 }).map((ms) => evenlySpaced(1, ms, 0)[0]!),
  fc.constantFrom('2026-03-02', '2026-03-02 09:00').map(parseTimestamp),
);

const attachment: fc.Arbitrary<Part> = fc.record(
  { type: fc.constant('attachment' as const), kind: word, name: word, mediaType: word, text: filled },
  { requiredKeys: ['type', 'kind'] },
);
const callId = fc.option(fc.constantFrom('a', 'b', 'call_1', 'call_2', 'x (y)'), { nil: null });
const call: fc.Arbitrary<Part> = fc.record({
  type: fc.constant('tool-call' as const),
  callId,
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('read', 'run') }, word),
  arguments: fc.oneof(
    text,
    fc.constant({ path: 'auth.py', deep: [1, null, { x: true }] }),
    fc.constant('{"path": "a"}'),
    fc.jsonValue({ maxDepth: 2 }).map((v) => cleanJson(v, cleanCounts())),
  ),
});
const result: fc.Arbitrary<Part> = fc.record(
  { type: fc.constant('tool-result' as const), callId, text, isError: fc.constant(true) },
  { requiredKeys: ['type', 'callId', 'text'] },
);
const said = filled.map((t): Part => ({ type: 'text', text: t }));
const reasoning = filled.map((t): Part => ({ type: 'reasoning', text: t }));

const maybe = (part: fc.Arbitrary<Part>, max = 1): fc.Arbitrary<Part[]> => fc.array(part, { maxLength: max });
const body = fc.oneof(
  fc.tuple(
    fc.constant('tool' as const),
    fc.tuple(
      result.map((p) => [p]),
      maybe(attachment),
    ),
  ),
  fc.tuple(
    fc.constant('assistant' as const),
    fc.tuple(maybe(reasoning), maybe(said), maybe(call, 3), maybe(attachment)),
  ),
  fc.tuple(
    fc.constantFrom('user' as const, 'system' as const),
    fc.tuple(
      said.map((p) => [p]),
      maybe(attachment, 2),
    ),
  ),
);

const marks = fc.record(
  { kind: fc.constantFrom('summary' as const, 'event' as const), offsetMs: fc.nat() },
  { requiredKeys: [] },
);

/** Conversations as importers make them: at least one message, none empty, unique ids. */
export const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    title: filled.filter((t) => t.trim() === t && t !== ''),
    drafts: fc.array(fc.record({ body, time, name: fc.option(word, { nil: '' }), marks }), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ title, drafts }) => {
    const messages = drafts
      .map(({ body: [role, groups], time: t, name, marks: { kind, offsetMs } }, i): Message => {
        const parts = (groups as Part[][]).flat();
        return {
          id: i % 3 === 0 ? `source-${i}` : `m${i + 1}`,
          role,
          parts,
          time: t,
          ...(name ? { name } : {}),
          ...(kind ? { kind } : {}),
          ...(offsetMs === undefined ? {} : { offsetMs }),
        };
      })
      .filter((m) => m.parts.length > 0);
    return { id: 'generated', title, messages };
  })
  .filter((c) => c.messages.length > 0);

/** Arguments that providers take: an object, or the text of one. */
const objectArguments = fc
  .dictionary(fc.constantFrom('path', 'q', '__proto__', '`'), fc.oneof(text, fc.integer(), fc.constant(null)))
  .chain((value) =>
    fc.constantFrom<Json>({ ...value }, JSON.stringify(value), JSON.stringify(value, null, 1)),
  );

/**
 * Conversations that a provider takes as they are: the system first, then user and assistant in turn, and the results of
 * calls (parallel ones too) in their order right behind them.
 */
export const exchanges: fc.Arbitrary<Conversation> = fc
  .record({
    title: fc.constant('An exchange'),
    system: maybe(said),
    turns: fc.array(
      fc.record({
        asked: said,
        rounds: fc.array(
          fc.record({
            said: maybe(said),
            calls: fc.array(
              fc.record({
                name: fc.constantFrom('read', 'run'),
                args: objectArguments,
                text,
                failed: fc.boolean(),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { maxLength: 2 },
        ),
        answer: said,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    times: fc.array(time, { minLength: 40, maxLength: 40 }),
    extra: fc.array(marks, { minLength: 40, maxLength: 40 }),
  })
  .map(({ title, system, turns, times, extra }) => {
    const drafts: { readonly role: Role; readonly parts: Part[]; readonly name?: string }[] = [];
    let calls = 0;
    if (system[0]) drafts.push({ role: 'system', parts: system });
    for (const { asked, rounds, answer } of turns) {
      drafts.push({ role: 'user', parts: [asked], name: 'Rin' });
      for (const round of rounds) {
        const made = round.calls.map((c) => ({ ...c, callId: `toolu_${++calls}` }));
        const parts = made.map(
          ({ callId, name, args }): Part => ({ type: 'tool-call', callId, name, arguments: args }),
        );
        drafts.push({ role: 'assistant', parts: [...round.said, ...parts] });
        for (const { callId, name, text: answered, failed } of made) {
          const isError = failed ? { isError: true } : {};
          const answeredWith: Part = { type: 'tool-result', callId, text: answered, ...isError };
          drafts.push({ role: 'tool', parts: [answeredWith], name });
        }
      }
      drafts.push({ role: 'assistant', parts: [answer] });
    }
    const messages = drafts.map((draft, i): Message => {
      const { kind, offsetMs } = extra[i % 40] ?? {};
      return {
        id: `m${i + 1}`,
        ...draft,
        time: times[i % 40] ?? null,
        ...(kind ? { kind } : {}),
        ...(offsetMs === undefined ? {} : { offsetMs }),
      };
    });
    return { id: 'generated', title, messages };
  });
