import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ArchiveEntry, type ArchiveInfo, byId, MAX_ARCHIVES, standing } from '../core/archive';
import { bringBack } from '../core/edit/bring-back';
import { deleteMessages, setEvidence, setText } from '../core/edit/edit';
import { fail, ok } from '../core/result';
import { example } from '../examples/three-files.example';
import { type ArchiveStorage, createArchiveStorage } from '../platform/archive-storage';
import { turns } from '../strategies/testing/talk';
import { createArchiveStore } from './archive';
import { startArchive } from './archive-service';
import { applyEdit, openConversation } from './documents';
import { FactCache } from './fact-store';
import { pinInLane } from './lane-pins';
import { defaultLanes, removeLane, setParams } from './lanes';
import { createNoticeStore } from './notices';
import { createPlaybackStore } from './playback';
import { createRest } from './rest';
import { createResultsStore } from './results';
import { createSimulation } from './simulation';
import { createWorkspaceStore, DEFAULT_SETTINGS, endGesture, undo } from './workspace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  endGesture();
  vi.useRealTimers();
});

/** As IndexedDB keeps it, without a browser; `broken`: every call fails. */
function fakeStorage(infos: readonly ArchiveInfo[] = [], broken = false) {
  const archives = new Map(infos.map((i) => [i.conversationId, i]));
  const rows = new Map<string, Map<string, unknown>>(infos.map((i) => [i.conversationId, new Map()]));
  const full = () => Promise.resolve(fail({ code: 'archive-full', message: 'Full.' }));
  const write = vi.fn((info: ArchiveInfo, put: readonly ArchiveEntry[], remove: readonly string[]) => {
    if (broken) return full();
    const own = rows.get(info.conversationId) ?? new Map<string, unknown>();
    rows.set(info.conversationId, own);
    archives.set(info.conversationId, info);
    for (const entry of put) own.set(entry.key, structuredClone(entry));
    for (const key of remove) own.delete(key);
    return Promise.resolve(ok(undefined));
  });
  const storage: ArchiveStorage = {
    load: (id) => (broken ? full() : Promise.resolve(ok([...(rows.get(id)?.values() ?? [])]))),
    write,
    list: () => (broken ? full() : Promise.resolve(ok([...archives.values()]))),
    removeArchives: (ids) => {
      for (const id of ids) {
        rows.delete(id);
        archives.delete(id);
      }
      return Promise.resolve(ok(undefined));
    },
  };
  return { storage, rows, archives, write };
}

function setUp(fake = fakeStorage(), archiving = true) {
  const workspace = createWorkspaceStore({
    document: example.document,
    exampleId: null,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
  if (archiving) setParams(workspace, 'lane-2', { overflow: 'archive' });
  const results = createResultsStore();
  const notices = createNoticeStore();
  const store = createArchiveStore();
  createRest(createPlaybackStore(), results);
  createSimulation(workspace, results, new FactCache()).refresh();
  let clock = 1_000;
  const service = startArchive({
    workspace,
    results,
    notices,
    store,
    storage: fake.storage,
    now: () => ++clock,
  });
  const numbers = () => store.getState().entries.map((e) => e.turn);
  const said = () => notices.getState().notices.map((n) => n.problem.code);
  return { workspace, store, service, fake, numbers, said };
}

const settle = () => vi.advanceTimersByTimeAsync(5_000);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const stored = (fake: ReturnType<typeof fakeStorage>, id: string) => [...(fake.rows.get(id)?.keys() ?? [])];
const ID = example.document.conversation.id;

describe('the archive of the open conversation', () => {
  it('holds what a lane archives at any step, and is stored', async () => {
    const { store, numbers, fake } = setUp();
    await settle();
    expect(numbers()).toEqual(upTo(24));
    const [first] = store.getState().entries;
    expect(first!.by).toEqual([{ laneId: 'lane-2', title: 'Sliding window', since: 7, restored: false }]);
    expect(stored(fake, ID)).toHaveLength(24);
  });

  it('is empty where no lane archives, and writes nothing', async () => {
    const { store, numbers, fake } = setUp(fakeStorage(), false);
    await settle();
    expect(store.getState().status).toBe('ready');
    expect(numbers()).toEqual([]);
    expect(fake.write).not.toHaveBeenCalled();
  });

  it('lets go of what no lane archives any more', async () => {
    const { workspace, numbers, fake } = setUp();
    await settle();
    setParams(workspace, 'lane-2', { k: 20 });
    await settle();
    expect(numbers()).toEqual(upTo(9));
    expect(stored(fake, ID)).toHaveLength(9);
    removeLane(workspace, 'lane-2');
    await settle();
    expect(numbers()).toEqual([]);
  });

  it('waits until the hand rests', async () => {
    const { workspace, numbers, fake } = setUp();
    await settle();
    const writes = fake.write.mock.calls.length;
    for (const k of [8, 12, 16]) {
      setParams(workspace, 'lane-2', { k }, 'lane-2/k');
      await settle();
    }
    expect(fake.write.mock.calls.length).toBe(writes);
    expect(numbers()).toEqual(upTo(24));
    endGesture();
    await settle();
    expect(fake.write.mock.calls.length).toBe(writes + 1);
    expect(numbers()).toEqual(upTo(13));
  });

  it('writes nothing when nothing changed', async () => {
    const { workspace, fake } = setUp();
    await settle();
    const writes = fake.write.mock.calls.length;
    setParams(workspace, 'lane-3', { recentN: 7 });
    await settle();
    expect(fake.write.mock.calls.length).toBe(writes);
  });

  it('keeps words that were deleted or edited, and finds them in the conversation again after undo', async () => {
    const { workspace, store, fake } = setUp();
    await settle();
    const messages = () => byId(workspace.getState().document.conversation.messages);
    const standings = () =>
      store
        .getState()
        .entries.slice(0, 4)
        .map((e) => standing(e, messages()));
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u1', 'a1'])));
    await settle();
    expect(standings()).toEqual(['deleted', 'there', 'there', 'there']);
    applyEdit(workspace, 'edit', setText('u3', 'Something else'));
    await settle();
    expect(standings()).toEqual(['deleted', 'there', 'edited', 'there']);
    expect(stored(fake, ID)).toHaveLength(store.getState().entries.length);
    undo(workspace);
    undo(workspace);
    await settle();
    // It was turn 2 while turn 1 was away.
    expect(standings()).toEqual(['there', 'edited', 'there', 'there']);
  });

  it('brings a deleted turn back at its place; then it is archived as before', async () => {
    const { workspace, store, numbers } = setUp();
    await settle();
    const before = workspace.getState().document.conversation.messages;
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u3', 'a3'])));
    await settle();
    const entry = store.getState().entries.find((e) => e.messages[0]!.id === 'u3')!;
    applyEdit(workspace, 'restore', bringBack(entry.messages, entry.place));
    expect(workspace.getState().document.conversation.messages).toEqual(before);
    await settle();
    expect(numbers()).toEqual(upTo(24));
  });

  it('brings back the marks that a deleted turn had, at the next visit too', async () => {
    const first = setUp();
    await settle();
    const { document } = first.workspace.getState();
    const marked = document.probes.flatMap((p) => p.evidenceMessageIds).filter((id) => id === 'u5');
    expect(marked.length).toBeGreaterThan(0);
    // The marks of now are kept, not those of when the turn left.
    applyEdit(first.workspace, 'mark', setEvidence('u16', 'a5', true));
    await settle();
    const before = first.workspace.getState().document;
    applyEdit(first.workspace, 'delete', deleteMessages(new Set(['u5', 'a5'])));
    await settle();
    first.service.dispose();

    const again = setUp(first.fake);
    applyEdit(again.workspace, 'mark', () => ok(first.workspace.getState().document));
    await settle();
    const entry = again.store.getState().entries.find((e) => e.messages[0]!.id === 'u5')!;
    applyEdit(again.workspace, 'restore', bringBack(entry.messages, entry.place, entry.marks));
    expect(again.workspace.getState().document).toEqual(before);
  });

  it('reads entries that were stored before marks were', async () => {
    const { workspace, fake, service } = setUp();
    await settle();
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u5', 'a5'])));
    await settle();
    service.dispose();
    for (const row of fake.rows.get(ID)!.values()) delete (row as { marks?: unknown }).marks;
    const again = setUp(fake);
    applyEdit(again.workspace, 'delete', deleteMessages(new Set(['u5', 'a5'])));
    await settle();
    expect(again.said()).toEqual([]);
    const entry = again.store.getState().entries.find((e) => e.messages[0]!.id === 'u5')!;
    expect(entry.marks).toBeUndefined();
    expect(
      applyEdit(again.workspace, 'restore', bringBack(entry.messages, entry.place, entry.marks)).ok,
    ).toBe(true);
  });

  it('keeps a turn that was restored into a lane, and says so', async () => {
    const { workspace, store } = setUp();
    await settle();
    const third = () => store.getState().entries.find((e) => e.turn === 3)!;
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], true, 'restore turn 3');
    await settle();
    expect(third().by).toEqual([{ laneId: 'lane-2', title: 'Sliding window', since: 9, restored: true }]);
    undo(workspace);
    await settle();
    expect(third().by[0]!.restored).toBe(false);
  });

  it('forgets an entry, and takes it back', async () => {
    const { workspace, store, service, fake } = setUp();
    await settle();
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u1', 'a1'])));
    await settle();
    const [gone] = store.getState().entries;
    service.forget(gone!);
    await settle();
    expect(store.getState().entries).not.toContain(gone);
    expect(stored(fake, ID)).not.toContain(gone!.key);
    service.keep(gone!);
    await settle();
    expect(store.getState().entries[0]).toEqual(gone);
    expect(stored(fake, ID)).toContain(gone!.key);
  });
});

describe('archives of several conversations', () => {
  it('each keeps its own, and none shows another’s', async () => {
    const { workspace, store, numbers, fake } = setUp();
    await settle();
    openConversation(workspace, { id: 'other', title: 'Other', messages: turns(9) }, 'open');
    expect(numbers()).toEqual([]);
    await settle();
    expect(store.getState().conversationId).toBe('other');
    expect(numbers()).toEqual([1, 2, 3]);
    expect(stored(fake, ID)).toHaveLength(24);
    undo(workspace);
    await settle();
    expect(numbers()).toEqual(upTo(24));
    expect(stored(fake, 'other')).toHaveLength(3);
  });

  it('come back at the next visit, deleted words included', async () => {
    const first = setUp();
    await settle();
    applyEdit(first.workspace, 'delete', deleteMessages(new Set(['u3', 'a3'])));
    await settle();
    first.service.dispose();
    const again = setUp(first.fake);
    applyEdit(again.workspace, 'delete', deleteMessages(new Set(['u3', 'a3'])));
    await settle();
    const gone = again.store.getState().entries.filter((e) => e.messages[0]!.id === 'u3');
    expect(gone).toHaveLength(1);
  });

  it('the oldest go when there are too many, and that is said', async () => {
    const old = Array.from({ length: MAX_ARCHIVES }, (_, i) => ({
      conversationId: `c${i}`,
      title: i === 0 ? 'Harbour' : '',
      updated: i,
      characters: 5,
    }));
    const { fake, said } = setUp(fakeStorage(old));
    await settle();
    expect([...fake.archives.keys()]).not.toContain('c0');
    expect(fake.archives.size).toBe(MAX_ARCHIVES);
    expect(said()).toEqual(['archives-removed']);
  });
});

describe('storage that fails', () => {
  it('is said once, and the archive goes on in memory', async () => {
    const { workspace, store, numbers, said } = setUp(fakeStorage([], true));
    await settle();
    expect(numbers()).toEqual(upTo(24));
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u1', 'a1'])));
    await settle();
    expect(numbers()).toHaveLength(24);
    expect(store.getState().problem?.code).toBe('archive-full');
    expect(said()).toEqual(['archive-full']);
  });

  it('entries that cannot be read are left out, and that is said', async () => {
    const fake = fakeStorage();
    fake.rows.set(ID, new Map([['x', { turn: 'three' }]]));
    const { numbers, said } = setUp(fake);
    await settle();
    expect(numbers()).toEqual(upTo(24));
    expect(said()).toEqual(['archive-entries-unreadable']);
  });
});

describe('the real store', () => {
  const entry = (key: string) => ({ key }) as ArchiveEntry;
  const info = (conversationId: string) => ({ conversationId, title: '', updated: 1, characters: 1 });

  it('keeps each conversation apart and removes whole archives', async () => {
    vi.useRealTimers();
    const storage = createArchiveStorage('archive-test');
    await storage.write(info('a'), [entry('1'), entry('2')], []);
    await storage.write(info('ab'), [entry('1')], []);
    await storage.write(info('a'), [entry('3')], ['1']);
    expect(await storage.load('a')).toEqual(ok([entry('2'), entry('3')]));
    expect(await storage.list()).toEqual(ok([info('a'), info('ab')]));
    await storage.removeArchives(['a']);
    const again = createArchiveStorage('archive-test');
    expect(await again.load('a')).toEqual(ok([]));
    expect(await again.load('ab')).toEqual(ok([entry('1')]));
  });

  it('gives a forbidden database as a value', async () => {
    vi.useRealTimers();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const storage = createArchiveStorage('archive-forbidden');
    expect(await storage.load('a')).toMatchObject({ ok: false, error: { code: 'archive-unavailable' } });
    vi.restoreAllMocks();
    expect(await storage.load('a')).toEqual(ok([]));
  });
});
