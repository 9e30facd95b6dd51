import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { insertMessage, setText, setTitle } from '../core/edit/edit';
import { setPinned } from '../core/edit/pin-edits';
import { replaceByRaw } from '../core/edit/raw-json';
import { importText } from '../core/importers/import-conversation';
import type { Project } from '../core/project-file';
import { ok } from '../core/result';
import { MAX_TURNS } from '../core/turn-limit';
import { createImportsStorage, type ImportsStorage } from '../platform/imports-storage';
import { applyEdit, openConversation } from './documents';
import { createImportsStore } from './imports';
import { MAX_SOURCE, startImports, surplusImports } from './imports-service';
import { lanePins, pinInLane } from './lane-pins';
import { defaultLanes } from './lanes';
import { createNoticeStore } from './notices';
import { type OpenParts, openedImport, openImported, reportOf } from './open-source';
import { createPlaybackStore } from './playback';
import { readAgain } from './read-again';
import { createShellStore } from './shell';
import { change, createWorkspaceStore, DEFAULT_SETTINGS, undo } from './workspace';

const swipes = [
  { user_name: 'Rin', character_name: 'Helper' },
  { name: 'Rin', is_user: true, mes: 'Hello', send_date: '2026-03-02T09:00:00Z' },
  { name: 'Helper', mes: 'two', swipes: ['one', 'two'], swipe_id: 1, send_date: '2026-03-02T09:01:00Z' },
  { name: 'Rin', is_user: true, mes: 'Thanks', send_date: '2026-03-02T09:02:00Z' },
]
  .map((line) => JSON.stringify(line))
  .join('\n');
const index = { sources: [], conversations: [] };

let databases = 0;
function setUp(storage: ImportsStorage = createImportsStorage(`test-${++databases}`)) {
  const workspace = createWorkspaceStore({
    document: emptyDocument({ id: 'start', title: 'Start', messages: [] }),
    exampleId: null,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
  const shell = createShellStore();
  const store = createImportsStore();
  const parts = { workspace, shell, store, storage, readAgain, now: Date.now };
  const playback = createPlaybackStore();
  const service = startImports({ ...parts, playback, notices: createNoticeStore() });
  const texts = () => workspace.getState().document.conversation.messages.map((m) => JSON.stringify(m.parts));
  return { ...parts, playback, service, texts };
}

const read = () => {
  const imported = importText(swipes, { name: 'chat.jsonl' });
  if (!imported.ok) throw new Error(imported.error.message);
  return { ...imported.value, ownText: swipes };
};
const conversation = (id: string) => ({
  id,
  title: id,
  messages: [
    {
      id: 'm1',
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: `Words of ${id}` }],
      time: null,
    },
  ],
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('branches', () => {
  it('are switched as one undo step; lanes, settings and shared edits stay', async () => {
    const { service, workspace, store, texts } = setUp();
    const imported = read();
    openConversation(workspace, imported.conversation, 'open');
    await service.opened(openedImport(imported, reportOf(imported, 'chat.jsonl', index)));
    const [point] = store.getState().branches;
    expect(point?.alternatives.map((a) => a.active)).toEqual([false, true]);
    applyEdit(workspace, 'edit', setText('m1', 'Hello there'));
    const { lanes, settings, document } = workspace.getState();
    expect(await service.switchBranch(point!.alternatives[0]!.leafId, 'show branch')).toEqual(ok(undefined));
    expect(texts().join()).toMatch(/Hello there.*one.*Thanks/);
    expect(workspace.getState().lanes).toBe(lanes);
    expect(workspace.getState().settings).toBe(settings);
    expect(store.getState().branches[0]!.alternatives.map((a) => a.active)).toEqual([true, false]);
    undo(workspace);
    expect(workspace.getState().document).toBe(document);
    expect(store.getState().branches[0]!.alternatives[1]!.active).toBe(true);
  });

  it('are read from the kept source in the next session, with the report', async () => {
    const first = setUp();
    const imported = read();
    openConversation(first.workspace, imported.conversation, 'open');
    await first.service.opened(openedImport(imported, reportOf(imported, 'chat.jsonl', index)));
    first.service.dispose();
    const next = setUp(first.storage);
    openConversation(next.workspace, imported.conversation, 'restored');
    await settled();
    expect(next.store.getState().branches).toHaveLength(1);
    expect(next.shell.getState().report?.source).toBe('chat.jsonl');
  });

  it('of a source that is too long are shown, and say that the file must be opened again', async () => {
    const first = setUp();
    const imported = { ...read(), ownText: `${swipes}\n${' '.repeat(MAX_SOURCE)}` };
    openConversation(first.workspace, imported.conversation, 'open');
    await first.service.opened(openedImport(imported, reportOf(imported, 'chat.jsonl', index)));
    const next = setUp(first.storage);
    openConversation(next.workspace, imported.conversation, 'restored');
    await settled();
    const [point] = next.store.getState().branches;
    expect(await next.service.switchBranch(point!.alternatives[0]!.leafId, 'show')).toMatchObject({
      ok: false,
      error: { code: 'branch-source-gone' },
    });
  });

  it('are forgotten with the oldest imports', () => {
    const rows = Array.from({ length: 52 }, (_, i) => ({
      conversationId: `${i}`,
      at: i,
      report: null,
      characters: 0,
    }));
    expect(surplusImports(rows)).toEqual(['1', '0']);
    expect(surplusImports([{ ...rows[1]!, characters: 4e7 }, rows[0]!])).toEqual(['0']);
  });
});

describe('the queue', () => {
  it('keeps edits, marks and pins of each conversation, whichever way it is left', async () => {
    const { service, workspace, storage, store } = setUp();
    const { queue } = service;
    await queue.add(
      ['a', 'b'].map((id) => ({ document: emptyDocument(conversation(id)), source: 'x.json' })),
    );
    await queue.goBy(1);
    expect(workspace.getState().document.conversation.id).toBe('a');
    applyEdit(workspace, 'edit', setText('m1', 'Changed'));
    applyEdit(workspace, 'pin', setPinned(['m1'], true));
    applyEdit(workspace, 'title', setTitle('Renamed'));
    pinInLane(workspace, 'lane-2', ['m1'], true, 'pin in lane');
    const edited = workspace.getState();
    await queue.goBy(1);
    expect(workspace.getState().document.conversation.id).toBe('b');
    expect(workspace.getState().lanes.flatMap(lanePins)).toEqual([]);
    expect(store.getState().queue.map((i) => i.title)).toEqual(['Renamed', 'b']);
    openConversation(workspace, conversation('other'), 'open another file');
    await settled();

    const next = setUp(storage);
    await settled();
    expect(next.store.getState().queue).toHaveLength(2);
    await next.service.queue.goTo('a');
    expect(next.workspace.getState().document).toEqual(edited.document);
    expect(next.workspace.getState().lanes).toEqual(edited.lanes);
  });

  it('takes a conversation once, takes it out and puts it back with its edits', async () => {
    const { service, workspace, store } = setUp();
    const { queue } = service;
    const queued = { document: emptyDocument(conversation('a')), source: 'x.json' };
    await queue.add([queued]);
    await queue.goTo('a');
    applyEdit(workspace, 'edit', setText('m1', 'Changed'));
    await queue.add([queued, { document: emptyDocument(conversation('b')), source: 'x.json' }]);
    expect(store.getState().queue.map((i) => i.conversationId)).toEqual(['a', 'b']);
    await queue.goTo('b');
    queue.remove('a');
    expect(store.getState().queue.map((i) => i.conversationId)).toEqual(['b']);
    queue.putBack();
    expect(store.getState().queue.map((i) => i.conversationId)).toEqual(['a', 'b']);
    await queue.goTo('a');
    expect(JSON.stringify(workspace.getState().document)).toContain('Changed');
    queue.clear();
    expect(store.getState().queue).toEqual([]);
    expect(await queue.goTo('b')).toMatchObject({ ok: false, error: { code: 'queued-conversation-gone' } });
  });

  it('remembers what was chosen of a file, by name and id', async () => {
    const { service } = setUp();
    await service.choices.keep([
      { id: 'x.json#1', source: 'x.json' },
      { id: 'y.json#2', source: 'y.json' },
    ]);
    await service.choices.keep([{ id: 'x.json#3', source: 'x.json' }]);
    expect(await service.choices.last(['x.json', 'y.json', 'z.json'])).toEqual(
      new Set(['x.json#3', 'y.json#2']),
    );
  });
});

describe('more turns than the maps hold', () => {
  const long = {
    ...conversation('long'),
    messages: Array.from({ length: MAX_TURNS + 1 }, (_, i) => ({
      ...conversation('long').messages[0]!,
      id: `m${i}`,
    })),
  };
  const longImport = { format: 'Text', conversation: long, otherConversations: 0, warnings: [] };

  it.each([
    ['a file', longImport],
    ['a project', { ...longImport, project: { document: emptyDocument(long), exampleId: null } as Project }],
  ])('are refused of %s before anything changes', async (_, imported) => {
    const { workspace, shell, playback, service, store } = setUp();
    playback.setState({ probeId: 'q1', selectedTurn: 1 });
    const before = [workspace.getState(), shell.getState(), playback.getState()];
    const imports = { store, start: async () => service } as unknown as OpenParts['imports'];
    const opened = await openImported({ workspace, shell, playback, imports }, imported, 'long.txt', index);
    expect(opened).toMatchObject({ error: { code: 'too-large' } });
    expect([workspace.getState(), shell.getState(), playback.getState()]).toEqual(before);
    expect(undo(workspace)).toBe(null);
  });

  it('are refused of the queue, of an edit and of what a turn is', async () => {
    const { workspace, service } = setUp();
    await service.queue.add([{ document: emptyDocument(long), source: 'long.txt' }]);
    expect(await service.queue.goTo('long')).toMatchObject({ error: { code: 'too-large' } });
    const most = { ...long, messages: long.messages.slice(1) };
    openConversation(workspace, most, 'open');
    const { document } = workspace.getState();
    expect(document.conversation).toBe(most);
    expect(applyEdit(workspace, 'add', insertMessage(0, 'user', 'x'))).toMatchObject({
      error: { code: 'too-large' },
    });
    expect(
      applyEdit(
        workspace,
        'edit as JSON',
        replaceByRaw({ title: 'T', messages: long.messages.map(() => ({ role: 'user', content: 'x' })) }),
      ),
    ).toMatchObject({ error: { code: 'too-large' } });
    expect(workspace.getState().document).toBe(document);
    const answers = long.messages.map((m) => ({ ...m, role: 'assistant' as const }));
    openConversation(workspace, { ...long, messages: answers }, 'open');
    const count = (segmentation: 'user' | 'call') =>
      change(workspace, 'count', ({ settings }) => ({ settings: { ...settings, segmentation } }));
    count('user');
    openConversation(workspace, { ...long, messages: answers }, 'open');
    expect(count('call').ok).toBe(false);
    expect(workspace.getState().settings.segmentation).toBe('user');
    expect(workspace.getState().failure?.code).toBe('too-large');
  });
});
