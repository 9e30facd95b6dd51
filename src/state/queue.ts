import type { ConversationDocument } from '../core/conversation';
import { readAhead } from '../core/read-ahead';
import { restoreDocument } from '../core/restore-document';
import { ok, type Problem, type Result } from '../core/result';
import type { ImportsStorage } from '../platform/imports-storage';
import type { ImportsParts, ImportsStore, QueueItem } from './imports';
import { inSlices } from './in-slices';
import { lanePins, withoutLanePins, withPins } from './lane-pins';
import { restoreQueue } from './restore-report';
import { change, endGesture, type Workspace } from './workspace';

/** More would be read and kept before anybody has looked at the first. */
export const MAX_QUEUE = 50;

export interface QueuedConversation {
  readonly document: ConversationDocument;
  /** The name of the file it came from. */
  readonly source: string;
}

interface QueueParts extends ImportsParts {
  readonly store: ImportsStore;
  readonly storage: ImportsStorage;
}

/** A queued conversation while another one is open. */
interface Parked {
  readonly document: ConversationDocument;
  /** Turns pinned in one lane alone name messages of this conversation: by lane. */
  readonly lanePins: Readonly<Record<string, readonly string[]>>;
}

/**
 * Conversations in line. The open one lives in the workspace; each other one is stored as it was left, whichever way it
 * was left: next, undo, another file.
 */
export function startQueue(parts: QueueParts, report: (problem: Problem) => void) {
  const { workspace, playback, store, storage } = parts;
  /** Until storage has them, and for good where it refused them. */
  const here = new Map<string, Parked>();
  let goal: string | null = null;
  let removedFrom = 0;

  const items = () => store.getState().queue;
  const openId = () => workspace.getState().document.conversation.id;
  const isQueued = (id: string): boolean => items().some((i) => i.conversationId === id);

  function setQueue(queue: readonly QueueItem[]): void {
    store.setState({ queue });
    void storage.saveQueue(queue).then((saved) => {
      if (!saved.ok) report(saved.error);
    });
  }

  async function park(parked: Parked): Promise<void> {
    const { id } = parked.document.conversation;
    here.set(id, parked);
    const saved = await storage.saveDocument(id, parked);
    if (!saved.ok) report(saved.error);
    else if (here.get(id) === parked) here.delete(id);
  }

  async function parkedOf(id: string): Promise<Parked | null> {
    const waiting = here.get(id);
    if (waiting) return waiting;
    const stored = await storage.loadDocument(id);
    const value = (stored.ok ? stored.value : null) as Partial<Parked> | null | undefined;
    const document = restoreDocument(value?.document);
    return document.ok ? { document: document.value, lanePins: restorePins(value?.lanePins) } : null;
  }

  function leave({ document, lanes }: Workspace): void {
    const { id, title } = document.conversation;
    if (!isQueued(id)) return;
    void park({ document, lanePins: Object.fromEntries(lanes.map((l) => [l.id, lanePins(l)])) });
    setQueue(items().map((i) => (i.conversationId === id ? { ...i, title } : i)));
  }

  const stop = workspace.subscribe((now, before) => {
    if (now.document.conversation.id !== before.document.conversation.id) leave(before);
  });
  void storage.loadQueue().then((stored) => {
    if (stored.ok && items().length === 0) store.setState({ queue: restoreQueue(stored.value) });
  });

  /** Errors: `queued-conversation-gone`, those of `change`. */
  async function goTo(id: string): Promise<Result<void>> {
    goal = id;
    const parked = id === openId() ? null : await parkedOf(id);
    if (parked) await inSlices(readAhead(parked.document.conversation.messages));
    // A later press leads elsewhere.
    if (goal !== id) return ok(undefined);
    goal = null;
    if (id === openId()) return ok(undefined);
    const title = items().find((i) => i.conversationId === id)?.title ?? '';
    if (!parked) return { ok: false, error: gone(title) };
    const played = playback.getState();
    playback.setState({ probeId: null, selectedTurn: null, hover: null, playing: false, legendFilter: null });
    endGesture();
    const opened = change(workspace, `open ${title === '' ? 'the next conversation' : title}`, (w) => ({
      document: parked.document,
      exampleId: null,
      lanes: withoutLanePins(w.lanes).map((lane) => {
        const own = parked.lanePins[lane.id] ?? [];
        return own.length > 0 ? withPins(lane, own) : lane;
      }),
    }));
    if (!opened.ok) playback.setState(played);
    return opened;
  }

  return {
    goTo,

    /** One further or one back, from where the last press leads. At an end it stays. */
    async goBy(by: 1 | -1): Promise<Result<void>> {
      const at = items().findIndex((i) => i.conversationId === (goal ?? openId()));
      const next = items()[at < 0 ? 0 : at + by];
      return next ? goTo(next.conversationId) : ok(undefined);
    },

    /** Adds conversations at the end. One that is in line already stays as it is, with its edits. */
    async add(conversations: readonly QueuedConversation[]): Promise<void> {
      const fresh = conversations.filter(({ document }) => !isQueued(document.conversation.id));
      const added = new Map(fresh.map((c) => [c.document.conversation.id, c]));
      setQueue([
        ...items(),
        ...[...added].map(([conversationId, { document, source }]) => ({
          conversationId,
          title: document.conversation.title,
          source,
        })),
      ]);
      for (const { document } of added.values()) await park({ document, lanePins: {} });
    },

    /** Takes one out of the line; an open one stays open. Its edits are kept until the next one is taken out. */
    remove(id: string): void {
      const index = items().findIndex((i) => i.conversationId === id);
      const item = items()[index];
      if (!item) return;
      const { removed } = store.getState();
      if (removed) forget([removed.conversationId]);
      removedFrom = index;
      store.setState({ removed: item });
      setQueue(items().toSpliced(index, 1));
    },

    /** What `remove` took out last, back at its place. */
    putBack(): void {
      const { removed } = store.getState();
      if (removed && !isQueued(removed.conversationId)) setQueue(items().toSpliced(removedFrom, 0, removed));
      store.setState({ removed: null });
    },

    clear(): void {
      const { removed } = store.getState();
      forget([...items(), ...(removed ? [removed] : [])].map((i) => i.conversationId));
      store.setState({ removed: null });
      setQueue([]);
    },

    dispose: stop,
  };

  function forget(ids: readonly string[]): void {
    for (const id of ids) here.delete(id);
    void storage.removeDocuments(ids);
  }
}

export type Queue = ReturnType<typeof startQueue>;

const gone = (title: string): Problem => ({
  code: 'queued-conversation-gone',
  message: `“${title}” could not be read from the browser’s storage. Open its file again; the open conversation stays.`,
});

function restorePins(stored: unknown): Parked['lanePins'] {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([lane, ids]) =>
      Array.isArray(ids) ? [[lane, ids.filter((id) => typeof id === 'string')]] : [],
    ),
  );
}
