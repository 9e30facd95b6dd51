import fc from 'fast-check';
import type { Conversation, Message, Part, Timestamp } from '../../conversation';
import { evenlySpaced, parseTimestamp } from '../../timestamps';

/** Text as it is after loading (rule 11), often with what breaks parsers. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '```\nUser: x',
      '<script>alert(1)</script>',
      '<|endoftext|>',
      '{"a":1}',
      '  two\n\nparts ',
      '\ufeff',
    ),
  )
  .map((s) => s.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd'));
const filled = text.filter((s) => s !== '');

const time: fc.Arbitrary<Timestamp | null> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1e12, max: 4e12 }).map((ms) => parseTimestamp(ms)),
  fc.integer({ min: 1e12, max: 4e12 }).map((ms) => evenlySpaced(1, ms, 0)[0]!),
  fc.constantFrom('2026-03-02', '2026-03-02 09:00').map(parseTimestamp),
);

const attachment: fc.Arbitrary<Part> = fc.record(
  { type: fc.constant('attachment' as const), kind: filled, name: filled, mediaType: filled, text: filled },
  { requiredKeys: ['type', 'kind'] },
);
const callId = fc.option(fc.constantFrom('a', 'b', 'call_1', 'call_2'), { nil: null });
const call: fc.Arbitrary<Part> = fc.record({
  type: fc.constant('tool-call' as const),
  callId,
  name: fc.constantFrom('read', 'run'),
  arguments: fc.oneof(text, fc.constant({ path: 'auth.py', deep: [1, null, { x: true }] })),
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

/** Conversations as importers make them: at least one message, none empty, unique ids. */
export const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    title: filled.filter((t) => t.trim() === t && t !== ''),
    drafts: fc.array(fc.record({ body, time, name: fc.option(filled, { nil: '' }) }), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ title, drafts }) => {
    const messages = drafts
      .map(({ body: [role, groups], time: t, name }, i): Message => {
        const parts = (groups as Part[][]).flat();
        return {
          id: i % 3 === 0 ? `source-${i}` : `m${i + 1}`,
          role,
          parts,
          time: t,
          ...(name ? { name } : {}),
        };
      })
      .filter((m) => m.parts.length > 0);
    return { id: 'generated', title, messages };
  })
  .filter((c) => c.messages.length > 0);
