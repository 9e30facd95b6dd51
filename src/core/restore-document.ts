import * as z from 'zod/mini';
import type { ConversationDocument } from './conversation';
import { fail, ok, type Result } from './result';

const text = z.string();
const id = z.string().check(z.minLength(1));

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('tool-call'), callId: z.nullable(text), name: text, arguments: z.json() }),
  z.object({
    type: z.literal('tool-result'),
    callId: z.nullable(text),
    text,
    isError: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('reasoning'), text }),
  z.object({
    type: z.literal('attachment'),
    kind: text,
    name: z.optional(text),
    mediaType: z.optional(text),
    text: z.optional(text),
  }),
]);

const timestamp = z.object({
  text,
  sortMs: z.number(),
  precision: z.enum(['instant', 'local', 'date']),
  assumed: z.optional(z.literal(true)),
});

export const storedMessage = z.object({
  id,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  parts: z.array(part),
  time: z.nullable(timestamp),
  name: z.optional(text),
  kind: z.optional(z.enum(['summary', 'event'])),
  offsetMs: z.optional(z.number()),
});

export const storedProbe = z.object({
  id: text,
  questionMessageId: text,
  evidenceMessageIds: z.array(text),
  quote: z.optional(text),
  label: z.optional(text),
});

export const storedSupersession = z.object({
  laterMessageId: text,
  earlierMessageId: text,
  scope: z.optional(z.enum(['turn', 'message', 'sentence'])),
  sentence: z.optional(text),
  reinstatedByMessageId: z.optional(text),
  label: z.optional(text),
});

const schema = z.object({
  conversation: z.object({ id: text, title: text, messages: z.array(storedMessage) }),
  pinnedMessageIds: z._default(z.array(text), []),
  probes: z._default(z.array(storedProbe), []),
  supersessions: z._default(z.array(storedSupersession), []),
  dismissedSuggestions: z.optional(
    z.array(z.object({ laterMessageId: text, earlierMessageId: text, sentence: z.optional(text) })),
  ),
  questions: z.optional(
    z.array(
      z.object({
        id: text,
        text,
        evidenceMessageIds: z.array(text),
        category: z.optional(text),
        time: z.optional(timestamp),
      }),
    ),
  ),
  leafId: z.optional(text),
});

/** Any stored value as a document; what does not fit is refused with the path of the first misfit, never half-loaded. */
export function restoreDocument(input: unknown): Result<ConversationDocument> {
  const parsed = z.safeParse(schema, input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail({
      code: 'stored-document-unreadable',
      message: 'The stored conversation could not be read, so an example is shown instead.',
      where: issue?.path.join('.') ?? '',
    });
  }
  const ids = new Set(parsed.data.conversation.messages.map((m) => m.id));
  if (ids.size !== parsed.data.conversation.messages.length) {
    return fail({
      code: 'stored-document-unreadable',
      message: 'The stored conversation has messages with the same id, so an example is shown instead.',
    });
  }
  return ok(parsed.data as ConversationDocument);
}
