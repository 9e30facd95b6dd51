/** For random conversations, export then import is the identity on what a family's form carries. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../conversation';
import { importText } from '../importers/import-conversation';
import { conversations, exchanges } from '../importers/testing/arbitraries';
import { carried, type Family, FORMAT_OF } from '../importers/testing/carried';
import { runs } from '../importers/testing/runs';
import { exporters } from './registry';

const families = exporters.map((e) => e.id as Family);

/** null: nothing is left to write of a conversation of files and thoughts alone. */
function reopen(family: Family, { title, messages }: Conversation): Conversation | null {
  const made = exporters.find((e) => e.id === family)!.make({ title, items: messages });
  const result = importText(made.text);
  if (!result.ok) {
    expect(
      messages.every((m) => m.parts.every((p) => p.type === 'attachment' || p.type === 'reasoning')),
    ).toBe(true);
    return null;
  }
  expect(result.value.format).toMatch(FORMAT_OF[family]);
  return result.value.conversation;
}

const hasIds = (messages: readonly Message[]): boolean =>
  messages.every((m) => m.parts.every((p) => !('callId' in p) || p.callId !== null));

describe('export, then import', () => {
  it.each(families)('%s: what a provider takes comes back as it was', (family) => {
    fc.assert(
      fc.property(exchanges, (conversation) => {
        const again = reopen(family, conversation)!;
        expect(carried(again.messages, family)).toEqual(carried(conversation.messages, family));
      }),
      runs(30),
    );
  });

  it.each(['markdown', 'conversation-json'] as const)(
    '%s: any conversation comes back as it was',
    (family) => {
      fc.assert(
        fc.property(conversations, (conversation) => {
          const again = reopen(family, conversation)!;
          const ids = family === 'markdown' || hasIds(conversation.messages);
          expect(carried(again.messages, family, ids)).toEqual(carried(conversation.messages, family, ids));
        }),
        runs(30),
      );
    },
  );

  it.each(families)('%s: any conversation is the same from the second time on', (family) => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const once = reopen(family, conversation);
        const twice = once && reopen(family, once);
        expect(twice && carried(twice.messages, family)).toEqual(once && carried(once.messages, family));
      }),
      runs(30),
    );
  });
});
