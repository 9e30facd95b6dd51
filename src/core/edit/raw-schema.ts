import * as z from 'zod/mini';
import { ROLES } from '../conversation';
import { parseTimestamp } from '../timestamps';

/** Something in the text that does not fit: where it is, and what is wrong in a sentence. */
export interface RawIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const text = z.string().check(z.refine((s) => s.isWellFormed(), 'This text holds half of a character.'));
const id = z.string().check(z.minLength(1, 'An id needs at least one character.'));
const time = z
  .string()
  .check(
    z.refine(
      (s) => parseTimestamp(s) !== null,
      'This is not a time that can be read. Write 2026-03-11T09:00:00Z, 2026-03-11T09:00:00 or 2026-03-11.',
    ),
  );

const call = z.strictObject({
  id,
  type: z.optional(z.literal('function')),
  function: z.strictObject({ name: text, arguments: text }),
});
const attachment = z.strictObject({
  kind: text,
  name: z.optional(text),
  media_type: z.optional(text),
  text: z.optional(text),
});

const message = z.strictObject({
  id: z.optional(id),
  role: z.enum(ROLES),
  content: z.nullable(text),
  tool_call_id: z.optional(id),
  is_error: z.optional(z.boolean()),
  name: z.optional(text),
  reasoning_content: z.optional(text),
  tool_calls: z.optional(z.array(call)),
  attachments: z.optional(z.array(attachment)),
  kind: z.optional(z.enum(['summary', 'event'])),
  offset_ms: z.optional(z.number()),
  timestamp: z.optional(time),
  timestamp_assumed: z.optional(z.boolean()),
});

const conversation = z.strictObject({ title: text, messages: z.array(message) });

export type RawMessage = z.infer<typeof message>;
export type RawConversation = z.infer<typeof conversation>;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text in double quotes',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
};

function issuesOf(issue: z.core.$ZodIssue): RawIssue[] {
  const path = issue.path as (string | number)[];
  const name = String(path.at(-1) ?? '');
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && path.length > 0)
        return [{ path: path.slice(0, -1), message: `“${name}” is missing.` }];
      return [{ path, message: `This must be ${KINDS[issue.expected] ?? issue.expected}.` }];
    case 'invalid_value':
      if (issue.input === undefined) return [{ path: path.slice(0, -1), message: `“${name}” is missing.` }];
      return [{ path, message: `This must be one of: ${issue.values.join(', ')}.` }];
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `“${key}” is no field that is kept here.`,
      }));
    default:
      return [{ path, message: issue.message }];
  }
}

/** At most so many issues are told: one slip of the pen can spoil every message. */
const MAX_ISSUES = 100;

/**
 * A parsed value as a conversation in the form of `toConversationJson`, or what does not fit, in the order of the text; fields
 * that would be lost count as not fitting. Ids must be different.
 */
export function readRaw(value: unknown): RawConversation | readonly RawIssue[] {
  const parsed = z.safeParse(conversation, value, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.flatMap(issuesOf).slice(0, MAX_ISSUES);
  const seen = new Map<string, number>();
  const issues: RawIssue[] = [];
  parsed.data.messages.forEach(({ id }, i) => {
    if (id === undefined) return;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, i);
    else issues.push({ path: ['messages', i, 'id'], message: `Message ${first + 1} has this id already.` });
  });
  // The value itself: its keys stand as they were written.
  return issues.length > 0 ? issues.slice(0, MAX_ISSUES) : (value as RawConversation);
}

/** A path as people write it: `messages[3].tool_calls[0].id`; "the whole text" for none. */
export function pathText(path: readonly (string | number)[]): string {
  const written = path.reduce<string>(
    (out, step) => (typeof step === 'number' ? `${out}[${step}]` : out === '' ? step : `${out}.${step}`),
    '',
  );
  return written || 'the whole text';
}
