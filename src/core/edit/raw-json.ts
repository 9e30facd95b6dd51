import type { Message, Part } from '../conversation';
import { exportMessages } from '../exporters/conversation-json.exporter';
import { ImportReport } from '../importers/import-report';
import { readOpenAiMessages } from '../importers/openai-messages';
import { ok } from '../result';
import { deleteMessages, type Edit } from './edit';
import type { RawConversation, RawMessage } from './raw-schema';

interface Original {
  readonly message: Message;
  readonly elements: readonly object[];
}

/** Call ids that the text has and the conversation has not: they were made up for the text. */
function inventedIds(messages: readonly Message[], elements: readonly object[][]): Set<string> {
  const own = new Set<string | null>(
    messages.flatMap((m) => m.parts.map((p) => ('callId' in p ? p.callId : null))),
  );
  const written = elements.flat().flatMap((element) => {
    const { tool_calls, tool_call_id } = element as Partial<RawMessage>;
    return [...(tool_calls ?? []).map((c) => c.id), ...(tool_call_id === undefined ? [] : [tool_call_id])];
  });
  return new Set(written.filter((id) => !own.has(id)));
}

const withoutInvented =
  (invented: ReadonlySet<string>) =>
  (part: Part): Part =>
    'callId' in part && part.callId !== null && invented.has(part.callId) ? { ...part, callId: null } : part;

/**
 * Puts what a text of `toConversationJson` says in place of the messages and the title. Messages are the same one when their
 * ids are: pins, links and evidence stay with them and go with those that are no longer there. A message whose words in the
 * text did not change stays as it is, with what the text has no room for (several texts, calls without ids).
 */
export const replaceByRaw =
  ({ title, messages: elements }: RawConversation): Edit =>
  (document) => {
    const { conversation } = document;
    const exported = exportMessages(conversation.messages);
    const invented = inventedIds(conversation.messages, exported);
    const originals = new Map<string, Original>(
      conversation.messages.map((message, i) => [message.id, { message, elements: exported[i]! }]),
    );
    const taken = new Set([...originals.keys(), ...elements.flatMap((e) => e.id ?? [])]);
    let last = elements.length;
    const freshId = (): string => {
      do last++;
      while (taken.has(`m${last}`));
      return `m${last}`;
    };
    const next: Message[] = [];
    for (let i = 0; i < elements.length; ) {
      const original = originals.get(elements[i]!.id ?? '');
      const group = elements.slice(i, i + groupLength(elements, i, original));
      i += group.length;
      if (original && JSON.stringify(group) === JSON.stringify(original.elements))
        next.push(original.message);
      else next.push(readGroup(group, freshId, withoutInvented(invented)));
    }
    const kept = new Set(next.map((m) => m.id));
    const removed = new Set(conversation.messages.flatMap((m) => (kept.has(m.id) ? [] : [m.id])));
    const same =
      title === conversation.title &&
      next.length === conversation.messages.length &&
      next.every((m, i) => m === conversation.messages[i]);
    if (same) return ok(document);
    const left = removed.size > 0 ? deleteMessages(removed)(document) : ok(document);
    return left.ok ? ok({ ...left.value, conversation: { ...conversation, title, messages: next } }) : left;
  };

/** A message and the further results that it was written with: those have no id of their own. */
function groupLength(elements: readonly RawMessage[], at: number, original: Original | undefined): number {
  const most = original?.elements.length ?? 1;
  let n = 1;
  while (n < most && elements[at + n]?.role === 'tool' && elements[at + n]!.id === undefined) n++;
  return n;
}

function readGroup(group: readonly RawMessage[], freshId: () => string, own: (part: Part) => Part): Message {
  // The text was checked before: nothing is left to report.
  const drafts = readOpenAiMessages(group, () => '', new ImportReport());
  const [first] = drafts;
  const parts = drafts.flatMap((d) => d.parts).map(own);
  const { name, kind, offset_ms: offsetMs } = group[0]!;
  return {
    id: group[0]!.id ?? freshId(),
    role: group[0]!.role,
    parts: parts.length > 0 ? parts : [{ type: 'text', text: '' }],
    time: first?.time ?? null,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(offsetMs === undefined ? {} : { offsetMs }),
  };
}
