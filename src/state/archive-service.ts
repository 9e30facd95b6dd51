import {
  type ArchiveEntry,
  archiveCharacters,
  archivedSince,
  archivedTurns,
  inOrder,
  type LaneArchive,
  surplusArchives,
  updateArchive,
} from '../core/archive';
import { turnsHolding } from '../core/prepared';
import { restoreArchive } from '../core/restore-archive';
import type { Problem, Result } from '../core/result';
import type { LaneRun } from '../core/simulate';
import type { ArchiveStorage } from '../platform/archive-storage';
import type { ArchiveParts, ArchiveService, ArchiveStore } from './archive';
import { whenIdle } from './idle';
import { lanePins } from './lane-pins';
import { laneTitle } from './lanes';
import { notify } from './notices';
import { isGestureOpen } from './workspace';

/** After the last change; while a hand is on a control it is asked again as often. */
const PAUSE_MS = 300;

export interface ArchiveServiceParts extends ArchiveParts {
  readonly store: ArchiveStore;
  readonly storage: ArchiveStorage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Keeps the archive of the open conversation: written at rest, when all lanes are complete and no hand is on a control.
 * Other conversations' archives stay as they are stored.
 */
export function startArchive(parts: ArchiveServiceParts): ArchiveService {
  const { workspace, results, notices, store, storage, now } = parts;
  /** Of every conversation seen since the start: what storage refused is still here. */
  const archives = new Map<string, readonly ArchiveEntry[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;
  // Writes follow one another, so that none overtakes a later one.
  let writing: Promise<void> = Promise.resolve();

  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(update), PAUSE_MS);
  };

  function update(): void {
    if (disposed) return;
    const { conversation } = workspace.getState().document;
    const known = archives.get(conversation.id);
    if (!known) {
      void load(conversation.id);
      return;
    }
    if (isGestureOpen(workspace)) {
      schedule();
      return;
    }
    const archived = archivedNow(known);
    // Not all lanes are complete: their results call again.
    if (!archived) return;
    const { entries, put, remove } = updateArchive(known, archived, conversation.messages);
    if (put.length > 0 || remove.length > 0) {
      archives.set(conversation.id, entries);
      write(put, remove);
    }
    show();
  }

  async function load(id: string): Promise<void> {
    const loaded = await storage.load(id);
    if (disposed || archives.has(id)) return;
    if (!loaded.ok) report(loaded.error);
    const { entries, rejected } = restoreArchive(loaded.ok ? loaded.value : []);
    if (rejected > 0)
      notify(notices, 'info', {
        code: 'archive-entries-unreadable',
        message: `${rejected} stored ${rejected === 1 ? 'entry' : 'entries'} of the archive could not be read and ${rejected === 1 ? 'is' : 'are'} left out.`,
      });
    archives.set(id, entries);
    update();
  }

  function archivedNow(known: readonly ArchiveEntry[]): ArchiveEntry[] | null {
    const { document, lanes } = workspace.getState();
    const { prepared, restingLanes } = results.getState();
    if (prepared?.document !== document) return null;
    const out: LaneArchive[] = [];
    for (const lane of lanes) {
      const result = restingLanes[lane.id];
      const run = result?.run;
      if (!run || result.stale || run.done < run.steps || run.setup.lane !== lane) return null;
      if (run.setup.prepared.structure !== prepared.structure) return null;
      out.push({
        laneId: lane.id,
        title: laneTitle(lane),
        since: sinceOf(run),
        restored: turnsHolding(lanePins(lane), prepared.structure),
      });
    }
    return archivedTurns(prepared, out, new Map(known.map((e) => [e.key, e])));
  }

  function show(): void {
    const { id } = workspace.getState().document.conversation;
    const entries = archives.get(id);
    const before = store.getState();
    if (before.conversationId === id && before.status === 'ready' && before.entries === entries) return;
    store.setState({ conversationId: id, entries: entries ?? [], status: entries ? 'ready' : 'loading' });
  }

  function write(put: readonly ArchiveEntry[], remove: readonly string[]): void {
    const { id, title } = workspace.getState().document.conversation;
    const info = {
      conversationId: id,
      title,
      updated: now(),
      characters: archiveCharacters(archives.get(id) ?? []),
    };
    writing = writing.then(async () => {
      const written = await storage.write(info, put, remove);
      if (!written.ok) report(written.error);
      else if (put.length > 0) await makeRoom(id);
    });
  }

  async function makeRoom(openId: string): Promise<void> {
    const listed = await storage.list();
    const surplus = listed.ok ? surplusArchives(listed.value, openId) : [];
    if (surplus.length === 0) return;
    const removed: Result<void> = await storage.removeArchives(surplus.map((i) => i.conversationId));
    if (!removed.ok) {
      report(removed.error);
      return;
    }
    for (const { conversationId } of surplus) archives.delete(conversationId);
    const names = surplus.map(({ title }) => `“${title === '' ? 'Untitled conversation' : title}”`);
    notify(notices, 'info', {
      code: 'archives-removed',
      message: `To make room, the oldest ${names.length === 1 ? 'archive was' : 'archives were'} removed: ${names.join(', ')}.`,
    });
  }

  /** Said once: what fails goes on failing. */
  function report(problem: Problem): void {
    if (store.getState().problem) return;
    store.setState({ problem });
    notify(notices, 'info', problem);
  }

  /** An entry by hand, in or out. */
  function replace(change: (entries: readonly ArchiveEntry[]) => readonly ArchiveEntry[]): void {
    const { id } = workspace.getState().document.conversation;
    const known = archives.get(id);
    if (!known) return;
    archives.set(id, change(known));
    show();
  }

  const stop = results.subscribe((state, before) => {
    if (state.prepared === before.prepared && state.restingLanes === before.restingLanes) return;
    // Another conversation's entries must not be shown as this one's.
    if (state.prepared?.document.conversation.id !== store.getState().conversationId) show();
    schedule();
  });
  schedule();

  return {
    forget(entry) {
      replace((entries) => entries.filter((e) => e.key !== entry.key));
      write([], [entry.key]);
    },
    keep(entry) {
      replace((entries) => inOrder([entry, ...entries.filter((e) => e.key !== entry.key)]));
      write([entry], []);
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      stop();
    },
  };
}

const known = new WeakMap<LaneRun, Int32Array>();

/** Of a complete run: it does not change any more. */
function sinceOf(run: LaneRun): Int32Array {
  let since = known.get(run);
  if (!since) {
    since = archivedSince(run.fates);
    known.set(run, since);
  }
  return since;
}
