import * as z from 'zod/mini';
import type { BranchPoint } from '../core/importers/importer';
import type { QueueItem } from './imports';
import type { ImportReport } from './shell';

const text = z.string();
const place = z.object({
  line: z.optional(z.number()),
  path: z.optional(text),
  messageId: z.optional(text),
});
const problem = z.object({
  code: text,
  message: text,
  where: z.optional(text),
  count: z.optional(z.number()),
  places: z.optional(z.array(place)),
});
const source = z.object({
  name: text,
  format: z.nullable(text),
  conversations: z.number(),
  report: z.array(problem),
});
const report = z.object({
  conversationId: text,
  source: text,
  format: text,
  messages: z.number(),
  otherConversations: z.number(),
  warnings: z.array(problem),
  sources: z.optional(z.array(source)),
});
const branches = z.array(
  z.object({
    afterMessageId: z.nullable(text),
    alternatives: z.array(
      z.object({
        leafId: text,
        firstWords: text,
        messages: z.number(),
        time: z.nullable(
          z.object({ text, sortMs: z.number(), precision: z.enum(['instant', 'local', 'date']) }),
        ),
        active: z.boolean(),
      }),
    ),
  }),
);
const queue = z.array(z.object({ conversationId: text, title: text, source: text }));

/** A stored report; null for anything else. */
export function restoreReport(stored: unknown): ImportReport | null {
  const parsed = z.safeParse(report, stored);
  return parsed.success ? (parsed.data as ImportReport) : null;
}

/** Stored branch points; none for anything else. */
export function restoreBranches(stored: unknown): readonly BranchPoint[] {
  const parsed = z.safeParse(branches, stored);
  return parsed.success ? parsed.data : [];
}

/** The stored line of conversations; empty for anything else. */
export function restoreQueue(stored: unknown): readonly QueueItem[] {
  const parsed = z.safeParse(queue, stored);
  return parsed.success ? parsed.data : [];
}
