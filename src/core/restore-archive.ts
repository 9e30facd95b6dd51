import * as z from 'zod/mini';
import { type ArchiveEntry, entryKey, inOrder } from './archive';
import type { Message } from './conversation';
import { storedMessage, storedProbe, storedSupersession } from './restore-document';

const text = z.string();

const entry = z.object({
  turn: z.number(),
  messages: z.array(storedMessage).check(z.minLength(1)),
  tokens: z.number(),
  exact: z.boolean(),
  place: z.object({ after: z.array(text), before: z.array(text), index: z.number() }),
  marks: z.optional(
    z.object({
      pinnedMessageIds: z.array(text),
      probes: z.array(storedProbe),
      supersessions: z.array(storedSupersession),
    }),
  ),
  by: z.array(z.object({ laneId: text, title: text, since: z.nullable(z.number()), restored: z.boolean() })),
});

/** Stored entries as valid ones, by turn; `rejected` counts those that could not be read. */
export function restoreArchive(stored: readonly unknown[]): {
  readonly entries: readonly ArchiveEntry[];
  readonly rejected: number;
} {
  const entries = stored.flatMap((raw): ArchiveEntry[] => {
    const parsed = z.safeParse(entry, raw);
    if (!parsed.success) return [];
    const messages = parsed.data.messages as Message[];
    return [{ ...parsed.data, messages, key: entryKey(messages) } as ArchiveEntry];
  });
  return { entries: inOrder(entries), rejected: stored.length - entries.length };
}
