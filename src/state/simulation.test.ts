import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { deleteMessages, insertMessage, setText } from '../core/edit/edit';
import { setPinned } from '../core/edit/pin-edits';
import { embeddingText } from '../core/embedding-text';
import { ok } from '../core/result';
import type { AnyStrategy, StepInput } from '../core/strategy';
import { textsToCount } from '../core/token-facts';
import type { EmbeddingClient } from '../engines/embedding/embedding-client';
import type { TokenClient } from '../engines/tokens/token-client';
import { example } from '../examples/three-files.example';
import { registry } from '../strategies/registry';
import { applyEdit, openConversation } from './documents';
import { createFactService } from './fact-service';
import { FactCache } from './fact-store';
import { defaultLanes, moveLane, removeLane, setParams } from './lanes';
import { createPlaybackStore } from './playback';
import { createFactsStore, createResultsStore } from './results';
import { createSimulation } from './simulation';
import { change, createWorkspaceStore, DEFAULT_SETTINGS, undo } from './workspace';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Watches every strategy's step: which strategy, which step. */
function watchSteps(): string[] {
  const calls: string[] = [];
  for (const [id, registered] of registry.strategies) {
    const strategy = registered as AnyStrategy;
    const own = strategy.step.bind(strategy);
    vi.spyOn(strategy, 'step').mockImplementation((...args: Parameters<AnyStrategy['step']>) => {
      calls.push(`${id}/${(args[2] as StepInput).step}`);
      return own(...args);
    });
  }
  return calls;
}

function setUp(document = example.document) {
  const workspace = createWorkspaceStore({
    document,
    exampleId: null,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
  const results = createResultsStore();
  const cache = new FactCache();
  const simulation = createSimulation(workspace, results, cache);
  return { workspace, results, cache, simulation };
}

const oneRun = (id: string, steps = 30) => Array.from({ length: steps }, (_, i) => `${id}/${i + 1}`);
const IDS = ['full', 'window', 'tiered', 'semantic-recency'];

/** No memory is left for a lane's first step of this many turns. */
function failAt(turns: number): void {
  const strategy = registry.strategies.get('window') as AnyStrategy;
  const own = strategy.step.bind(strategy);
  vi.spyOn(strategy, 'step').mockImplementation((...args: Parameters<AnyStrategy['step']>) => {
    if (args[0].unitCount === turns) throw new RangeError('Array buffer allocation failed');
    return own(...args);
  });
}

describe('a simulation that fails', () => {
  const words = (n: number) => ({
    id: `own-${n}`,
    title: 'Own',
    messages: Array.from({ length: n }, (_, i) => ({
      id: `m${i}`,
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: `Words ${i}` }],
      time: null,
    })),
  });

  it('leaves the workspace, its history and the maps as they were, and says so', () => {
    const { workspace, results, simulation } = setUp();
    simulation.refresh();
    const before = workspace.getState();
    failAt(3);
    const opened = openConversation(workspace, words(3), 'open own.txt');
    expect(opened).toMatchObject({
      error: { code: 'change-failed', message: expect.stringContaining('Array buffer allocation failed') },
    });
    expect(workspace.getState()).toEqual({ ...before, failure: opened.ok ? null : opened.error });
    expect(workspace.getState().document).toBe(before.document);
    expect(results.getState().prepared?.document).toBe(before.document);
    for (const { run, stale } of Object.values(results.getState().lanes)) {
      expect(stale).toBe(false);
      expect(run.setup.prepared.document).toBe(before.document);
    }
    expect(openConversation(workspace, words(4), 'open other.txt').ok).toBe(true);
    expect(results.getState().prepared?.structure.turns.list).toHaveLength(4);
  });

  it('leaves the conversation when it fails at an edit, an undo or a lane', () => {
    const { workspace, results, simulation } = setUp(emptyDocument(words(3)));
    simulation.refresh();
    applyEdit(workspace, 'add', insertMessage(3, 'user', 'more'));
    failAt(3);
    const { document } = workspace.getState();
    expect(undo(workspace)).toBe(null);
    expect(workspace.getState().document).toBe(document);
    expect(workspace.getState().undoStack).toHaveLength(1);
    expect(applyEdit(workspace, 'delete', deleteMessages(new Set(['m0']))).ok).toBe(false);
    expect(workspace.getState().document).toBe(document);
    expect(results.getState().prepared?.document).toBe(document);
  });
});

describe('one pass', () => {
  it('calls each step of each lane once, in order', () => {
    const calls = watchSteps();
    setUp().simulation.refresh();
    expect(calls).toEqual(IDS.flatMap((id) => oneRun(id)));
  });

  it('computes each similarity row once, however many lanes and sliders ask', () => {
    const { workspace, results, simulation } = setUp();
    simulation.refresh();
    const { relevance } = results.getState().prepared!;
    const row = relevance.row(12, 'turn', 'auto');
    setParams(workspace, 'lane-4', { topK: 3 });
    expect(results.getState().prepared!.relevance).toBe(relevance);
    expect(relevance.row(12, 'turn', 'auto')).toBe(row);
  });

  it('runs one lane again when its slider moves, and none for a change that no lane reads', () => {
    const { workspace, results, simulation } = setUp();
    simulation.refresh();
    const calls = watchSteps();
    const before = results.getState().lanes;
    setParams(workspace, 'lane-2', { k: 9 });
    expect(calls).toEqual(oneRun('window'));
    const after = results.getState().lanes;
    for (const id of ['lane-1', 'lane-3', 'lane-4']) expect(after[id]).toBe(before[id]);
    expect(after['lane-2']!.version).toBeGreaterThan(before['lane-2']!.version);
    expect(after['lane-2']!.account).not.toBeNull();
    calls.length = 0;
    moveLane(workspace, 'lane-2', 0);
    removeLane(workspace, 'lane-1');
    change(workspace, 'line', (w) => ({ settings: { ...w.settings, budgetLine: 7 } }));
    expect(calls).toEqual([]);
    expect(Object.keys(results.getState().lanes).sort()).toEqual(['lane-2', 'lane-3', 'lane-4']);
    undo(workspace);
    undo(workspace);
    expect(calls).toEqual(oneRun('full'));
  });

  it('runs all lanes again for an edit, and those with pins for a pin', () => {
    const { workspace, simulation } = setUp();
    simulation.refresh();
    const calls = watchSteps();
    applyEdit(workspace, 'text', setText('u5', 'Something else.'));
    expect(calls).toEqual(IDS.flatMap((id) => oneRun(id)));
    calls.length = 0;
    applyEdit(workspace, 'pin', setPinned(['u3'], true));
    expect(calls).toEqual(IDS.flatMap((id) => oneRun(id)));
  });

  it('counts cached tokens again when the shortest cached prefix changes', () => {
    const { workspace, results, simulation } = setUp();
    simulation.refresh();
    const cached = () => results.getState().lanes['lane-1']!.account!.cached.reduce((a, b) => a + b, 0);
    const before = cached();
    const calls = watchSteps();
    change(workspace, 'prices', (w) => ({
      settings: { ...w.settings, prices: { ...w.settings.prices, minCachedPrefix: 0 } },
    }));
    expect(cached()).toBeGreaterThan(before);
    expect(calls).toEqual([]);
  });

  it('spreads a long conversation over tasks, still each step once, also when other lanes change meanwhile', async () => {
    const messages = Array.from({ length: 600 }, (_, i) => ({
      id: `m${i}`,
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: `message ${i}` }],
      time: null,
    }));
    const { workspace, results, simulation } = setUp({
      conversation: { id: 'long', title: '', messages },
      pinnedMessageIds: [],
      probes: [],
      supersessions: [],
    });
    const calls = watchSteps();
    simulation.refresh();
    expect(results.getState().lanes['lane-1']!.stale).toBe(true);
    // Every look at the clock takes 5 ms: two rounds of a few steps per task, whatever the machine.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 5));
    const done = () => results.getState().lanes['lane-1']!.run.done;
    while (done() < 20) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(done()).toBeLessThan(100);
    setParams(workspace, 'lane-2', { k: 7 });
    await vi.waitFor(
      () => {
        const lanes = Object.values(results.getState().lanes);
        expect(lanes.every((l) => !l.stale && l.run.done === 600 && l.account)).toBe(true);
      },
      { timeout: 20_000, interval: 50 },
    );
    for (const id of ['full', 'tiered', 'semantic-recency'])
      expect(calls.filter((c) => c.startsWith(`${id}/`))).toEqual(oneRun(id, 600));
    expect(results.getState().lanes['lane-2']!.run.setup.lane.params.k).toBe(7);
    simulation.dispose();
  });
});

describe('facts', () => {
  function withClients() {
    const parts = setUp();
    const counted: string[] = [];
    const embedded: string[] = [];
    const tokens: TokenClient = {
      count: (texts) => {
        counted.push(...texts);
        return Promise.resolve(ok(Int32Array.from(texts, (t) => t.length)));
      },
      dispose() {},
    };
    const embeddings: EmbeddingClient = {
      embed: (texts, options) => {
        texts.forEach((t, i) => {
          embedded.push(t);
          const vector = new Float32Array(384);
          vector[t.length % 384] = 1;
          options?.onVector?.(i, { vector, tokens: 1, estimated: false, chunks: 1, chunksUsed: 1 });
        });
        return Promise.resolve(ok(undefined)) as never;
      },
      retry() {},
      dispose() {},
    };
    const facts = createFactsStore();
    const service = createFactService({
      ...parts,
      playback: createPlaybackStore(),
      facts,
      embeddings,
      tokens,
    });
    return { ...parts, facts, service, counted, embedded };
  }

  it('are asked for only where they are missing: an edited message alone', async () => {
    vi.useFakeTimers();
    const { workspace, results, simulation, facts, service, counted, embedded } = withClients();
    simulation.refresh();
    service.request();
    await vi.advanceTimersByTimeAsync(1_000);
    const { prepared } = results.getState();
    expect(facts.getState().tokens.state).toBe('exact');
    expect(facts.getState().embeddings).toMatchObject({ stage: 'done', turnsDone: 30, turnsTotal: 30 });
    expect(prepared!.tokens.exact).toBe(true);
    // The preamble is never retrieved, so it is not embedded.
    expect(embedded).toHaveLength(59);
    expect(new Set(embedded).size).toBe(59);
    expect(new Set(counted).size).toBe(counted.length);

    counted.length = 0;
    embedded.length = 0;
    applyEdit(workspace, 'text', setText('u5', 'UTC everywhere, and no skew at all.'));
    await vi.advanceTimersByTimeAsync(1_000);
    const edited = workspace.getState().document.conversation.messages.find((m) => m.id === 'u5')!;
    expect(embedded).toEqual([embeddingText(edited)]);
    const own = textsToCount([edited], results.getState().prepared!.sentences, false);
    for (const text of counted) expect(own).toContain(text);
    expect(counted).toContain('UTC everywhere, and no skew at all.');
    expect(counted.every((t) => t.includes('UTC everywhere'))).toBe(true);
    expect(results.getState().prepared!.tokens.exact).toBe(true);

    counted.length = 0;
    embedded.length = 0;
    undo(workspace);
    setParams(workspace, 'lane-2', { k: 9 });
    applyEdit(workspace, 'pin', setPinned(['u3'], true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([...counted, ...embedded]).toEqual([]);
    service.dispose();
    simulation.dispose();
  });

  it('fall back to a labelled lexical similarity when embedding fails, and come back on retry', async () => {
    vi.useFakeTimers();
    const parts = withClients();
    const broken: EmbeddingClient = {
      embed: () =>
        Promise.resolve({ ok: false, error: { code: 'worker-crashed', message: 'It crashed.' } }) as never,
      retry() {},
      dispose() {},
    };
    parts.service.dispose();
    const service = createFactService({
      ...parts,
      playback: createPlaybackStore(),
      embeddings: broken,
      tokens: {
        count: () => Promise.resolve({ ok: false, error: { code: 'worker-failed', message: 'No.' } }),
        dispose() {},
      },
    });
    parts.simulation.refresh();
    service.request();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(parts.facts.getState().embeddings).toMatchObject({
      stage: 'failed',
      problem: { code: 'worker-crashed' },
    });
    expect(parts.facts.getState().tokens).toMatchObject({ state: 'failed' });
    const { prepared, lanes } = parts.results.getState();
    expect(prepared!.relevance.method).toBe('lexical');
    expect(prepared!.tokens.exact).toBe(false);
    expect(lanes['lane-4']!.run.selection(30)!.flags.map((f) => f.code)).toEqual(['relevance-lexical']);
    service.dispose();
    parts.simulation.dispose();
  });
});
