import type { ConversationDocument, Message, Probe, Supersession } from '../conversation';

/** What somebody marked on messages: it goes when they are deleted, and comes back with them. */
export interface Marks {
  readonly pinnedMessageIds: readonly string[];
  /** Whole, also where only some of the evidence is on these messages. */
  readonly probes: readonly Probe[];
  readonly supersessions: readonly Supersession[];
}

/** The marks on these messages. */
export function marksOn(document: ConversationDocument, ids: ReadonlySet<string>): Marks {
  const { pinnedMessageIds, probes, supersessions } = document;
  const isOn = (named: readonly (string | undefined)[]) =>
    named.some((id) => id !== undefined && ids.has(id));
  return {
    pinnedMessageIds: pinnedMessageIds.filter((id) => ids.has(id)),
    probes: probes.filter((p) => isOn([p.questionMessageId, ...p.evidenceMessageIds])),
    supersessions: supersessions.filter((s) =>
      isOn([s.laterMessageId, s.earlierMessageId, s.reinstatedByMessageId]),
    ),
  };
}

/**
 * A document with the marks that messages had before they were deleted; `returned`: those that have just come back. Marks
 * on messages that stayed are as they are now: somebody may have changed them.
 */
export function withMarksBack(
  document: ConversationDocument,
  marks: Marks,
  returned: ReadonlySet<string>,
): ConversationDocument {
  if (returned.size === 0) return document;
  const messages = new Map(document.conversation.messages.map((m, at) => [m.id, { ...m, at }]));
  const { pinnedMessageIds } = document;
  const pins = marks.pinnedMessageIds.filter((id) => returned.has(id) && !pinnedMessageIds.includes(id));
  return {
    ...document,
    pinnedMessageIds: [...pinnedMessageIds, ...pins],
    probes: marks.probes.reduce((now, probe) => withProbe(now, probe, messages, returned), document.probes),
    supersessions: marks.supersessions.reduce(
      (now, link) => withLink(now, link, messages, returned),
      document.supersessions,
    ),
  };
}

/** Of the conversation, with their place in it. */
type Messages = ReadonlyMap<string, Message & { readonly at: number }>;

function withProbe(
  probes: readonly Probe[],
  kept: Probe,
  messages: Messages,
  returned: ReadonlySet<string>,
): readonly Probe[] {
  if (!messages.has(kept.questionMessageId)) return probes;
  const now =
    probes.find((p) => p.id === kept.id) ??
    probes.find((p) => p.questionMessageId === kept.questionMessageId);
  const marked = new Set(now?.evidenceMessageIds);
  const questionReturned = returned.has(kept.questionMessageId);
  const isEvidence = (id: string) =>
    marked.has(id) || returned.has(id) || (!now && questionReturned && messages.has(id));
  const placeOf = (id: string) => messages.get(id)?.at ?? Number.POSITIVE_INFINITY;
  const all = new Set([...kept.evidenceMessageIds.filter(isEvidence), ...marked]);
  if (all.size === marked.size) return probes;
  const evidenceMessageIds = [...all].sort((a, b) => placeOf(a) - placeOf(b));
  const { quote, ...rest } = kept;
  const isQuoted = quote !== undefined && evidenceMessageIds.some((id) => holds(messages.get(id), quote));
  const probe: Probe = { ...rest, ...(isQuoted && { quote }), ...now, evidenceMessageIds };
  if (now) return probes.map((p) => (p === now ? probe : p));
  const next = probes.findIndex((p) => placeOf(p.questionMessageId) > placeOf(probe.questionMessageId));
  return probes.toSpliced(next < 0 ? probes.length : next, 0, probe);
}

function withLink(
  links: readonly Supersession[],
  kept: Supersession,
  messages: Messages,
  returned: ReadonlySet<string>,
): readonly Supersession[] {
  const { earlierMessageId, laterMessageId, reinstatedByMessageId: again } = kept;
  if (!messages.has(earlierMessageId) || !messages.has(laterMessageId)) return links;
  const now = links.find(
    (s) =>
      s.earlierMessageId === earlierMessageId &&
      s.laterMessageId === laterMessageId &&
      s.sentence === kept.sentence,
  );
  if (now) {
    if (again === undefined || !returned.has(again) || now.reinstatedByMessageId !== undefined) return links;
    return links.map((s) => (s === now ? { ...now, reinstatedByMessageId: again } : s));
  }
  if (!returned.has(earlierMessageId) && !returned.has(laterMessageId)) return links;
  const { reinstatedByMessageId: _, ...lasting } = kept;
  return [...links, again === undefined || messages.has(again) ? kept : lasting];
}

/** Whether one of a message's texts has these words. */
export const holds = (message: Message | undefined, quote: string): boolean =>
  message?.parts.some((p) => (p.type === 'text' || p.type === 'tool-result') && p.text.includes(quote)) ??
  false;
