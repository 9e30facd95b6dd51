import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { setText } from '../core/edit/edit';
import { setPinned } from '../core/edit/pin-edits';
import { MAX_TURNS } from '../core/turn-limit';
import { example } from '../examples/three-files.example';
import { createWorkspaceStorage, type StoredKey, type WorkspaceStorage } from '../platform/workspace-storage';
import { applyEdit } from './documents';
import { addLane, defaultLanes, setModifier, setParams, setUnit } from './lanes';
import { restore, startSaving } from './persistence';
import { createPlaybackStore } from './playback';
import { createWorkspaceStore, DEFAULT_SETTINGS, putIn } from './workspace';

let count = 0;
const storage = () => createWorkspaceStorage(`test-${++count}`);

function work() {
  const workspace = createWorkspaceStore({
    document: example.document,
    exampleId: example.id,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
  return { workspace, playback: createPlaybackStore() };
}

async function stored(values: Partial<Record<StoredKey, unknown>>): Promise<WorkspaceStorage> {
  const target = storage();
  await target.save(values);
  return target;
}
const document = { version: 1, value: example.document, exampleId: example.id };
const experiment = { version: 1, lanes: defaultLanes(), settings: DEFAULT_SETTINGS };
const messages = (r: Awaited<ReturnType<typeof restore>>) => r.problems.map((p) => p.message).join(' ');

describe('a workspace kept between visits', () => {
  it('comes back as it was: document, marks, lanes, parameters, settings, step and view', async () => {
    const target = storage();
    const { workspace, playback } = work();
    const problems = vi.fn();
    const saving = startSaving(target, workspace, playback, problems);
    applyEdit(workspace, 'text', setText('u3', 'Edited “text” 😀'));
    applyEdit(workspace, 'pin', setPinned(['u3'], true));
    addLane(workspace, 'token-window');
    setParams(workspace, 'lane-2', { k: 9, overflow: 'archive' });
    setParams(workspace, 'lane-4', { budget: 700, formula: 'additive' });
    setUnit(workspace, 'lane-3', 'message');
    setModifier(workspace, 'lane-1', 'timestamps', { format: 'both' });
    setModifier(workspace, 'lane-1', 'pins', null);
    workspace.setState({
      settings: {
        ...DEFAULT_SETTINGS,
        segmentation: 'call',
        budgetLine: 500,
        limit: { tokens: 32_000, outputReserve: 1_000 },
      },
    });
    const looking = {
      step: 17,
      view: 'context',
      probeId: 'probe-30',
      speed: 2,
      contextLaneId: 'lane-2',
      contextOther: { kind: 'lane', laneId: 'lane-4' },
    } as const;
    playback.setState(looking);
    await saving.flush();
    saving.dispose();

    const back = await restore(target);
    const { document: doc, exampleId, lanes, settings } = workspace.getState();
    expect(back).toEqual({
      workspace: { document: doc, exampleId, lanes, settings },
      playback: looking,
      problems: [],
    });
  });

  it('saves by itself shortly after a change, and only what changed', async () => {
    vi.useFakeTimers();
    const saved: StoredKey[] = [];
    const target: WorkspaceStorage = {
      load: () => Promise.resolve({ ok: true, value: {} }),
      save: (values) => {
        saved.push(...(Object.keys(values) as StoredKey[]));
        return Promise.resolve({ ok: true, value: undefined });
      },
      clear: () => Promise.resolve({ ok: true, value: undefined }),
    };
    const { workspace, playback } = work();
    const saving = startSaving(target, workspace, playback, vi.fn());
    playback.setState({ step: 3 });
    playback.setState({ hover: { step: 1, turn: 1 } });
    await vi.advanceTimersByTimeAsync(1_000);
    setParams(workspace, 'lane-2', { k: 9 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual(['playback', 'experiment']);
    saving.dispose();
    vi.useRealTimers();
  });

  it('says once that nothing can be stored, and goes on', async () => {
    const full = { ok: false, error: { code: 'storage-full', message: 'Full.' } } as const;
    const target: WorkspaceStorage = {
      load: () => Promise.resolve(full),
      save: () => Promise.resolve(full),
      clear: () => Promise.resolve(full),
    };
    expect(await restore(target)).toEqual({ workspace: null, playback: {}, problems: [full.error] });
    const { workspace, playback } = work();
    const problems = vi.fn();
    const saving = startSaving(target, workspace, playback, problems);
    saving.saveAll();
    await saving.flush();
    saving.saveAll();
    await saving.flush();
    expect(problems).toHaveBeenCalledTimes(1);
  });

  it('does not show a stored conversation of more turns than the maps hold', async () => {
    const messages = Array.from({ length: MAX_TURNS + 1 }, (_, i) => ({
      id: `m${i}`,
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: 'x' }],
      time: null,
    }));
    const document = { value: emptyDocument({ id: 'long', title: 'Long', messages }) };
    const target = { ...storage(), load: async () => ({ ok: true, value: { document } }) as const };
    const { workspace } = work();
    const { document: shown } = workspace.getState();
    const restored = await restore(target as WorkspaceStorage);
    expect(putIn(workspace, restored.workspace!)).toMatchObject({ error: { code: 'too-large' } });
    expect(workspace.getState().document).toBe(shown);
  });

  it('is nothing on a first visit', async () => {
    expect(await restore(storage())).toEqual({ workspace: null, playback: {}, problems: [] });
  });
});

describe('stored values that are broken', () => {
  it.each<[string, unknown]>([
    ['a text', 'oops'],
    ['no conversation', { version: 1, value: {} }],
    [
      'a message without a role',
      { value: { conversation: { id: 'c', title: '', messages: [{ id: 'm', parts: [], time: null }] } } },
    ],
    [
      'two messages with one id',
      {
        value: {
          conversation: {
            id: 'c',
            title: '',
            messages: ['user', 'user'].map((role) => ({ id: 'm', role, parts: [], time: null })),
          },
        },
      },
    ],
    [
      'a time that is no number',
      {
        value: {
          conversation: {
            id: 'c',
            title: '',
            messages: [
              { id: 'm', role: 'user', parts: [], time: { text: '', sortMs: Number.NaN, precision: 'date' } },
            ],
          },
        },
      },
    ],
  ])('%s for the document: it is refused whole, and said', async (_, broken) => {
    const back = await restore(await stored({ document: broken, experiment }));
    expect(back.workspace).toBeNull();
    expect(back.problems.map((p) => p.code)).toEqual(['stored-document-unreadable']);
  });

  it.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['a number', 7],
    ['without lanes', { version: 1 }],
    ['with lanes that are no list', { lanes: { a: 1 } }],
  ])('an experiment that is %s: the default lanes, and it is said', async (_, broken) => {
    const back = await restore(
      await stored(broken === undefined ? { document } : { document, experiment: broken }),
    );
    expect(back.workspace!.lanes).toEqual(defaultLanes());
    expect(back.workspace!.settings).toEqual(DEFAULT_SETTINGS);
    expect(messages(back)).toMatch(/lanes are the default ones/);
  });

  it('lanes: what fits stays, what does not is named', async () => {
    const [full, window] = defaultLanes();
    const lanes = [
      full,
      { ...window, params: { k: -4, block: 3, extra: 1 } },
      {
        ...window,
        id: 'lane-8',
        unit: 'sentence',
        modifiers: { timestamps: { format: 'roman' }, unknown: {} },
      },
      { id: 'lane-9', strategyId: 'no-such-strategy', params: {} },
      full,
      null,
    ];
    const back = await restore(await stored({ document, experiment: { lanes, settings: DEFAULT_SETTINGS } }));
    const restored = back.workspace!.lanes;
    expect(restored.map((l) => l.id)).toEqual(['lane-1', 'lane-2', 'lane-8']);
    expect(restored[1]!.params).toEqual({ k: 5, block: 3, overflow: 'drop' });
    expect(restored[2]).toMatchObject({ unit: 'turn', modifiers: { timestamps: { format: 'relative' } } });
    expect(messages(back)).toMatch(/Sliding window: k, extra set back/);
    expect(messages(back)).toMatch(/Timestamps: format set back/);
    expect(messages(back)).toMatch(/without unknown/);
    expect(messages(back)).toMatch(/no-such-strategy/);
    expect(back.problems).toHaveLength(6);
  });

  it('more lanes than fit: the first six, and it is said', async () => {
    const lanes = Array.from({ length: 8 }, (_, i) => ({ ...defaultLanes()[0], id: `lane-${i}` }));
    const back = await restore(await stored({ document, experiment: { lanes, settings: DEFAULT_SETTINGS } }));
    expect(back.workspace!.lanes).toHaveLength(6);
    expect(messages(back)).toMatch(/2 lanes beyond 6/);
  });

  it('no lanes at all is a choice, not damage', async () => {
    const back = await restore(
      await stored({ document, experiment: { lanes: [], settings: DEFAULT_SETTINGS } }),
    );
    expect(back.workspace!.lanes).toEqual([]);
    expect(back.problems).toEqual([]);
  });

  it('settings: what fits stays, what does not is the default and named', async () => {
    const settings = {
      segmentation: 'word',
      tokens: { overhead: -1, includeReasoning: true },
      request: { keepPreamble: 'yes', toolDefinitionTokens: 55 },
      prices: null,
      budgetLine: Number.POSITIVE_INFINITY,
    };
    const back = await restore(await stored({ document, experiment: { lanes: defaultLanes(), settings } }));
    expect(back.workspace!.settings).toEqual({
      ...DEFAULT_SETTINGS,
      tokens: { overhead: 4, includeReasoning: true },
      request: { keepPreamble: true, toolDefinitionTokens: 55 },
    });
    expect(messages(back)).toMatch(/segmentation, overhead, keepPreamble, prices, budgetLine/);
  });

  it('playback: only what can be', async () => {
    const broken = {
      step: -3,
      view: 'nowhere',
      probeId: 4,
      speed: 1e9,
      contextLaneId: 3,
      contextOther: { kind: 'lane' },
    };
    expect((await restore(await stored({ document, experiment, playback: broken }))).playback).toEqual({});
    expect((await restore(await stored({ document, experiment, playback: 'x' }))).playback).toEqual({});
    expect((await restore(await stored({ document, experiment, playback: null }))).playback).toEqual({});
  });
});
