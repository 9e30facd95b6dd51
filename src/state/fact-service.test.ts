import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { fateAt } from '../core/fate-codes';
import { ok, type Result } from '../core/result';
import type { EmbedOptions } from '../engines/embedding/embedding-call';
import { createFactService } from './fact-service';
import { FactCache } from './fact-store';
import { newLane } from './lanes';
import { createPlaybackStore } from './playback';
import { createFactsStore, createResultsStore } from './results';
import { createSimulation } from './simulation';
import { createWorkspaceStore, DEFAULT_SETTINGS } from './workspace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  readonly texts: readonly string[];
  readonly options: EmbedOptions;
  readonly settle: (result: Result<void>) => void;
}

const TURNS = 30;
/** The later, the shorter. */
const textOf = (turn: number) => `turn ${turn}${' word'.repeat(TURNS - turn)}`;
const embeddedTextOf = (turn: number) => `user: ${textOf(turn)}`;

/** Texts are asked for and nothing is answered yet: the test does that. */
async function asked(step: number) {
  const messages = Array.from({ length: TURNS }, (_, i) => ({
    id: `m${i + 1}`,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: textOf(i + 1) }],
    time: null,
  }));
  const workspace = createWorkspaceStore({
    document: emptyDocument({ id: 'own', title: 'Own', messages }),
    exampleId: null,
    lanes: [newLane('semantic', 'semantic-recency', { alwaysRecent: 0, minRelevance: 0, topK: 100 })],
    settings: DEFAULT_SETTINGS,
  });
  const results = createResultsStore();
  const cache = new FactCache();
  const simulation = createSimulation(workspace, results, cache);
  const playback = createPlaybackStore();
  playback.setState({ step });
  const facts = createFactsStore();
  const calls: Call[] = [];
  const retry = vi.fn();
  const service = createFactService({
    workspace,
    playback,
    results,
    facts,
    cache,
    simulation,
    tokens: { count: (texts) => Promise.resolve(ok(Int32Array.from(texts, () => 1))), dispose() {} },
    embeddings: {
      embed: (texts, options) => new Promise((settle) => calls.push({ texts, options, settle })),
      retry,
      dispose() {},
    },
  });
  simulation.refresh();
  service.request();
  await vi.advanceTimersByTimeAsync(1_000);
  const vector = new Float32Array(384);
  vector[0] = 1;
  return {
    service,
    calls,
    retry,
    embeddings: () => facts.getState().embeddings,
    method: () => results.getState().prepared!.relevance.method,
    fate: (turn: number) => fateAt(results.getState().lanes.semantic!.run.fates, step, turn),
    /** One text of a call has its vector, made of some of the text's chunks. */
    answer: (call: Call, index: number, chunks = 1, chunksUsed = 1) =>
      call.options.onVector(index, { vector, tokens: 1, estimated: false, chunks, chunksUsed }),
    async answerAll() {
      for (let c = 0; c < calls.length; c++) {
        const call = calls[c]!;
        call.texts.forEach((_, i) => {
          call.options.onVector(i, { vector, tokens: 1, estimated: false, chunks: 1, chunksUsed: 1 });
        });
        call.settle(ok(undefined));
        await vi.advanceTimersByTimeAsync(1_000);
      }
    },
  };
}

it('asks first for the question of the step on screen, as urgent, then for the shortest turns', async () => {
  const { calls, answerAll } = await asked(4);
  const [first] = calls;
  expect(first!.texts[0]).toBe(embeddedTextOf(4));
  expect([...first!.options.urgent!]).toEqual([0]);
  await answerAll();
  const inOrder = calls.flatMap(({ texts }) => texts);
  const others = Array.from({ length: TURNS }, (_, i) => TURNS - i).filter((turn) => turn !== 4);
  expect(inOrder).toEqual([4, ...others].map(embeddedTextOf));
  for (const { options } of calls.slice(1)) expect(options.urgent!.size).toBe(0);
});

it('shows what has arrived while the rest is on its way', async () => {
  const { calls, answer, fate, embeddings } = await asked(TURNS);
  const [first] = calls;
  expect([fate(28), fate(29)]).toEqual(['pending', 'pending']);
  expect(first!.texts.slice(0, 2)).toEqual([embeddedTextOf(30), embeddedTextOf(29)]);
  answer(first!, 0);
  answer(first!, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([fate(28), fate(29)]).toEqual(['pending', 'retrieved']);
  expect(embeddings()).toMatchObject({ turnsDone: 2, turnsTotal: TURNS });
  expect(embeddings().stage).not.toBe('done');
});

it('counts the texts of which some chunks were left out', async () => {
  const { calls, answer, embeddings } = await asked(TURNS);
  answer(calls[0]!, 0, 40, 32);
  answer(calls[0]!, 1, 2, 2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(embeddings().sampled).toBe(1);
});

it('stops on request: nothing further is asked for, words stand in, and what has arrived is kept', async () => {
  const { service, calls, answer, answerAll, embeddings, method, retry } = await asked(TURNS);
  const [first] = calls;
  answer(first!, 0);
  service.cancel();
  expect(first!.options.signal!.aborted).toBe(true);
  first!.settle({ ok: false, error: { code: 'cancelled', message: 'stopped' } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(1);
  expect(embeddings()).toMatchObject({ stage: 'failed', problem: { code: 'cancelled' } });
  expect(method()).toBe('lexical');

  calls.length = 0;
  service.retry();
  expect(retry).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  await answerAll();
  expect(calls.flatMap(({ texts }) => texts)).toHaveLength(TURNS - 1);
  expect(embeddings()).toMatchObject({ stage: 'done', turnsDone: TURNS });
  expect(method()).toBe('embedding');
});
