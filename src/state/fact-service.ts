import { embeddingText } from '../core/embedding-text';
import { laneNeedsRelevance } from '../core/lane-context';
import { queryMessages, type VectorLookup } from '../core/relevance-facts';
import type { Structure } from '../core/structure';
import { textsToCount } from '../core/token-facts';
import type { EmbeddingClient } from '../engines/embedding/embedding-client';
import type { TokenClient } from '../engines/tokens/token-client';
import { registry } from '../strategies/registry';
import type { FactCache } from './fact-store';
import { whenIdle } from './idle';
import type { PlaybackStore } from './playback';
import type { FactsStore, ResultsStore } from './results';
import type { Simulation } from './simulation';
import type { WorkspaceStore } from './workspace';

/** How often arriving vectors reach the lanes while many are on their way. */
const PUBLISH_EVERY_MS = 250;
/** Typing must not start a worker round for every key. */
const SETTLE_MS = 200;

export interface FactServiceParts {
  readonly workspace: WorkspaceStore;
  readonly playback: PlaybackStore;
  readonly results: ResultsStore;
  readonly facts: FactsStore;
  readonly cache: FactCache;
  readonly simulation: Simulation;
  readonly embeddings: EmbeddingClient;
  readonly tokens: TokenClient;
}

/** Texts asked for together; within a batch the client embeds the shortest first. */
const BATCH = 24;

/**
 * The distinct texts without a vector, shortest turns first: a turn counts only when all its messages are there, so
 * going by messages alone would finish no turn for a long time.
 */
export function missingTexts(structure: Structure, vectorOf: VectorLookup): string[] {
  const byTurn = structure.turns.list.map(({ start, end }) => {
    const texts: string[] = [];
    let length = 0;
    for (let m = start; m < end; m++) {
      const text = embeddingText(structure.messages[m]!);
      if (text === null || vectorOf(text) !== undefined) continue;
      texts.push(text);
      length += text.length;
    }
    return { texts, length };
  });
  byTurn.sort((a, b) => a.length - b.length);
  return [...new Set(byTurn.flatMap((t) => t.texts))];
}

/**
 * Asks the workers for what the current document lacks, and only for that: an edited message is counted and embedded
 * alone. Nothing waits for it; results are used as they arrive.
 */
export function createFactService(parts: FactServiceParts) {
  const { workspace, playback, results, facts, cache, simulation, embeddings, tokens } = parts;
  let embedding: AbortController | null = null;
  let counting: AbortController | null = null;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let publishTimer: ReturnType<typeof setTimeout> | undefined;
  /** How often facts were asked for: only the last time counts. */
  let asked = 0;

  /** Texts so long that their vector stands for evenly spread parts only. */
  const sampled = new Set<string>();

  const setTokens = (patch: Partial<ReturnType<FactsStore['getState']>['tokens']>) =>
    facts.setState((s) => ({ tokens: { ...s.tokens, ...patch } }));
  const setEmbeddings = (patch: Partial<ReturnType<FactsStore['getState']>['embeddings']>) =>
    facts.setState((s) => ({ embeddings: { ...s.embeddings, ...patch } }));

  async function countTokens(): Promise<void> {
    const { prepared } = results.getState();
    if (!prepared) return;
    const missing = textsToCount(
      prepared.structure.messages,
      prepared.sentences,
      workspace.getState().settings.tokens.includeReasoning,
    ).filter((t) => cache.tokensOf(t) === undefined);
    counting?.abort();
    if (missing.length === 0) {
      setTokens({ state: 'exact', problem: null });
      return;
    }
    const mine = new AbortController();
    counting = mine;
    setTokens({ state: 'counting', problem: null });
    const counted = await tokens.count(missing, mine.signal);
    if (mine.signal.aborted) return;
    if (!counted.ok) {
      setTokens({ state: 'failed', problem: counted.error });
      return;
    }
    cache.addCounts(missing, counted.value);
    setTokens({ state: 'exact', problem: null });
    simulation.refresh();
  }

  function turnsDone(): { turnsDone: number; turnsTotal: number } {
    const { prepared } = results.getState();
    if (!prepared) return { turnsDone: 0, turnsTotal: 0 };
    const { turns, messages } = prepared.structure;
    let done = 0;
    for (const turn of turns.list) {
      let complete = true;
      for (let m = turn.start; m < turn.end && complete; m++) {
        const text = embeddingText(messages[m]!);
        complete = text === null || cache.vectorOf(text) !== undefined;
      }
      if (complete) done++;
    }
    return { turnsDone: done, turnsTotal: turns.list.length };
  }

  function publishVectors(): void {
    if (publishTimer !== undefined) return;
    publishTimer = setTimeout(() => {
      publishTimer = undefined;
      setEmbeddings({ ...turnsDone(), sampled: sampled.size });
      simulation.refresh();
    }, PUBLISH_EVERY_MS);
  }

  async function embed(): Promise<void> {
    const { prepared } = results.getState();
    const needed = workspace.getState().lanes.some((lane) => laneNeedsRelevance(lane, registry));
    embedding?.abort();
    if (!prepared || !needed) {
      setEmbeddings({ stage: 'idle', problem: null });
      return;
    }
    const { messages, turns } = prepared.structure;
    const texts = missingTexts(prepared.structure, cache.vectorOf);
    if (texts.length === 0) {
      setEmbeddings({ stage: 'done', problem: null, ...turnsDone() });
      simulation.setMethod('embedding');
      return;
    }
    const mine = new AbortController();
    embedding = mine;
    const { step } = playback.getState();
    const questions =
      step > 0 && step <= turns.list.length ? queryMessages(prepared.structure, step, 'auto') : [];
    const askedTexts = new Set(questions.map((m) => embeddingText(messages[m]!)));
    texts.sort((a, b) => Number(askedTexts.has(b)) - Number(askedTexts.has(a)));
    setEmbeddings({ stage: 'cache', done: 0, total: texts.length, problem: null, ...turnsDone() });
    let finished: Awaited<ReturnType<EmbeddingClient['embed']>> = { ok: true, value: undefined };
    for (let from = 0; from < texts.length && finished.ok && !mine.signal.aborted; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      finished = await embeddings.embed(batch, {
        signal: mine.signal,
        urgent: new Set(batch.flatMap((t, i) => (askedTexts.has(t) ? [i] : []))),
        onVector(index, embedded) {
          cache.addVector(batch[index]!, embedded.vector);
          if (embedded.chunksUsed < embedded.chunks) sampled.add(batch[index]!);
          if (!mine.signal.aborted) publishVectors();
        },
        onProgress(p) {
          if (mine.signal.aborted) return;
          setEmbeddings({
            // From the second batch on the model is there: its start and the cache are not worth a word.
            stage: from > 0 || p.stage === 'done' ? 'embed' : p.stage,
            done: from + p.done,
            total: texts.length,
            ...(p.bytesLoaded === undefined ? {} : { bytesLoaded: p.bytesLoaded }),
            ...(p.bytesTotal === undefined ? {} : { bytesTotal: p.bytesTotal }),
          });
        },
      });
    }
    if (mine.signal.aborted) return;
    clearTimeout(publishTimer);
    publishTimer = undefined;
    if (finished.ok) {
      setEmbeddings({ stage: 'done', ...turnsDone(), sampled: sampled.size });
      simulation.setMethod('embedding');
      simulation.refresh();
    } else {
      setEmbeddings({ stage: 'failed', problem: finished.error, ...turnsDone() });
      simulation.setMethod('lexical');
    }
  }

  /**
   * One after the other, and when the page has drawn what was asked for: two workers that start together take both
   * processors of a small machine, and a view that is just opening stands still meanwhile.
   */
  async function gather(mine: number): Promise<void> {
    await countTokens();
    if (mine === asked) await embed();
  }

  function request(): void {
    clearTimeout(settle);
    const mine = ++asked;
    settle = setTimeout(
      () =>
        whenIdle(() => {
          if (mine === asked) void gather(mine);
        }),
      SETTLE_MS,
    );
  }

  const unsubscribe = workspace.subscribe((now, before) => {
    const strategies = (w: typeof now) => w.lanes.map((l) => l.strategyId).join();
    if (now.document.conversation !== before.document.conversation || now.settings !== before.settings)
      request();
    else if (now.lanes !== before.lanes && strategies(now) !== strategies(before)) request();
  });

  return {
    request,
    /** One click after a failure: a fresh worker, from where it stopped. */
    retry() {
      embeddings.retry();
      setEmbeddings({ stage: 'start', problem: null });
      request();
    },
    /** Goes on with the lexical stand-in; what was embedded is kept. */
    cancel() {
      embedding?.abort();
      setEmbeddings({
        stage: 'failed',
        problem: { code: 'cancelled', message: 'Embedding was stopped; lexical similarity stands in.' },
        ...turnsDone(),
      });
      simulation.setMethod('lexical');
    },
    dispose() {
      asked++;
      unsubscribe();
      clearTimeout(settle);
      clearTimeout(publishTimer);
      embedding?.abort();
      counting?.abort();
    },
  };
}

export type FactService = ReturnType<typeof createFactService>;
