import type { Conversation, ConversationDocument, Message } from '../conversation';
import { deleteMessages, freshId } from './edit';

/** What a document had on messages that the other branch does not have. Counts; all 0: nothing is lost. */
export interface BranchLoss {
  /** Messages of the left branch that were edited, and messages that were written into it. */
  readonly edits: number;
  readonly pins: number;
  /** Questions with their evidence. */
  readonly questions: number;
  readonly links: number;
}

export interface SwitchedBranch {
  readonly document: ConversationDocument;
  readonly lost: BranchLoss;
}

/**
 * A document moved to another branch of its source: `left` and `entered` are the source as it reads on either branch.
 * What both share stays as the document has it, with edits, deletions, order and marks; messages that were written
 * beside shared ones stay too. The id stays: it is the same conversation. `before`: the document as it was when the
 * entered branch was left; what it had on that branch alone, edits and marks, comes back.
 */
export function switchBranch(
  document: ConversationDocument,
  left: Conversation,
  entered: Conversation,
  before: ConversationDocument | null = null,
): SwitchedBranch {
  const { messages } = document.conversation;
  const source = new Map(left.messages.map((m) => [m.id, m]));
  const shared = new Set(
    entered.messages.flatMap((m) => {
      const same = source.get(m.id);
      return same && sameMessage(same, m) ? [m.id] : [];
    }),
  );
  const gone = goneMessages(messages, source, shared);
  const edits = messages.filter((m) => gone.has(m.id) && m !== source.get(m.id) && !isAsRead(m, source));
  const pruned = gone.size === 0 ? document : withoutMessages(document, gone);
  const own = before && ownMessages(before, entered, shared);
  const branch = own ?? entered.messages;
  const fresh = new Set(branch.filter((m) => !shared.has(m.id)).map((m) => m.id));
  const kept = withFreeIds(pruned, fresh);
  const switched = {
    ...kept,
    conversation: { ...kept.conversation, messages: placed(kept.conversation.messages, branch, shared) },
  };
  return {
    document: before ? withMarksOf(before, fresh, switched) : switched,
    lost: {
      edits: edits.length,
      pins: document.pinnedMessageIds.length - pruned.pinnedMessageIds.length,
      questions: document.probes.length - pruned.probes.length,
      links: document.supersessions.length - pruned.supersessions.length,
    },
  };
}

const sameMessage = (a: Message, b: Message): boolean => JSON.stringify(a) === JSON.stringify(b);

const isAsRead = (message: Message, source: ReadonlyMap<string, Message>): boolean => {
  const read = source.get(message.id);
  return read !== undefined && sameMessage(read, message);
};

/** Of the document: what only the left branch has, and what was written where that stood. */
function goneMessages(
  messages: readonly Message[],
  source: ReadonlyMap<string, Message>,
  shared: ReadonlySet<string>,
): ReadonlySet<string> {
  const isBesideShared = (from: number, by: 1 | -1): boolean => {
    let i = from + by;
    while (messages[i] && !source.has(messages[i]!.id)) i += by;
    const neighbour = messages[i];
    return neighbour === undefined ? by === -1 : shared.has(neighbour.id);
  };
  return new Set(
    messages.flatMap(({ id }, i) => {
      const stays = source.has(id) ? shared.has(id) : isBesideShared(i, -1) || isBesideShared(i, 1);
      return stays ? [] : [id];
    }),
  );
}

/** Of a document on the entered branch: what it shares with the other, and what is that branch's alone, as it was left. */
function ownMessages(
  before: ConversationDocument,
  entered: Conversation,
  shared: ReadonlySet<string>,
): readonly Message[] {
  const { messages } = before.conversation;
  const own = goneMessages(messages, new Map(entered.messages.map((m) => [m.id, m])), shared);
  return messages.filter((m) => shared.has(m.id) || own.has(m.id));
}

/** The marks that `before` had on messages of the branch, where all that they are about is there. */
function withMarksOf(
  before: ConversationDocument,
  own: ReadonlySet<string>,
  document: ConversationDocument,
): ConversationDocument {
  const here = new Set(document.conversation.messages.map((m) => m.id));
  const belongs = (...ids: readonly string[]): boolean =>
    ids.some((id) => own.has(id)) && ids.every((id) => here.has(id));
  const asked = new Set(document.probes.map((p) => p.questionMessageId));
  const ofPair = (pair: { readonly laterMessageId: string; readonly earlierMessageId: string }): boolean =>
    belongs(pair.laterMessageId, pair.earlierMessageId);
  return {
    ...document,
    pinnedMessageIds: [...document.pinnedMessageIds, ...before.pinnedMessageIds.filter((id) => belongs(id))],
    probes: [
      ...document.probes,
      ...before.probes.filter(
        (p) => belongs(p.questionMessageId, ...p.evidenceMessageIds) && !asked.has(p.questionMessageId),
      ),
    ],
    supersessions: [...document.supersessions, ...before.supersessions.filter(ofPair)],
    ...(before.dismissedSuggestions && {
      dismissedSuggestions: [
        ...(document.dismissedSuggestions ?? []),
        ...before.dismissedSuggestions.filter(ofPair),
      ],
    }),
  };
}

/** Deleting needs at least one message that is there; all of them may go. */
function withoutMessages(document: ConversationDocument, gone: ReadonlySet<string>): ConversationDocument {
  const deleted = deleteMessages(gone)(document);
  return deleted.ok ? deleted.value : document;
}

/** Messages that a person wrote give way where the source has a message of the same id; their marks follow. */
function withFreeIds(document: ConversationDocument, taken: ReadonlySet<string>): ConversationDocument {
  let out = document;
  for (const { id } of document.conversation.messages) {
    if (!taken.has(id)) continue;
    const { conversation } = out;
    const others = [...taken].map((other) => ({ id: other }) as Message);
    const free = freshId({ ...conversation, messages: [...conversation.messages, ...others] });
    out = renamed(out, id, free);
  }
  return out;
}

function renamed(document: ConversationDocument, from: string, to: string): ConversationDocument {
  const name = (id: string): string => (id === from ? to : id);
  const { conversation, pinnedMessageIds, probes, supersessions, dismissedSuggestions } = document;
  const ends = <T extends { readonly laterMessageId: string; readonly earlierMessageId: string }>(
    link: T,
  ): T => ({
    ...link,
    laterMessageId: name(link.laterMessageId),
    earlierMessageId: name(link.earlierMessageId),
  });
  return {
    ...document,
    conversation: {
      ...conversation,
      messages: conversation.messages.map((m) => (m.id === from ? { ...m, id: to } : m)),
    },
    pinnedMessageIds: pinnedMessageIds.map(name),
    probes: probes.map((p) => ({
      ...p,
      questionMessageId: name(p.questionMessageId),
      evidenceMessageIds: p.evidenceMessageIds.map(name),
    })),
    supersessions: supersessions.map((s) => ({
      ...ends(s),
      ...(s.reinstatedByMessageId === undefined
        ? {}
        : { reinstatedByMessageId: name(s.reinstatedByMessageId) }),
    })),
    ...(dismissedSuggestions ? { dismissedSuggestions: dismissedSuggestions.map(ends) } : {}),
  };
}

/** The branch's own messages: its end at the end, what is inside behind what it follows and what was written there. */
function placed(
  kept: readonly Message[],
  entered: readonly Message[],
  shared: ReadonlySet<string>,
): Message[] {
  const here = new Set(kept.map((m) => m.id));
  const runs = new Map<string | null, Message[]>();
  let run: Message[] = [];
  let after: string | null = null;
  for (const message of entered) {
    if (!shared.has(message.id)) run.push(message);
    else {
      runs.set(after, [...(runs.get(after) ?? []), ...run]);
      run = [];
      if (here.has(message.id)) after = message.id;
    }
  }
  const out: Message[] = [];
  let waiting = runs.get(null) ?? [];
  for (const message of kept) {
    if (shared.has(message.id)) {
      out.push(...waiting);
      waiting = runs.get(message.id) ?? [];
    }
    out.push(message);
  }
  return [...out, ...waiting, ...run];
}
