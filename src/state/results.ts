import { createStore } from 'zustand/vanilla';
import type { PreparedConversation } from '../core/prepared';
import type { ResolvedProbes } from '../core/probes';
import type { RequestAccount } from '../core/requests';
import type { Problem } from '../core/result';
import type { LaneRun } from '../core/simulate';
import type { SupersessionLink } from '../core/supersession-links';

export interface LaneResult {
  readonly run: LaneRun;
  /** null until all steps are done. */
  readonly account: RequestAccount | null;
  /** A newer run is being computed: this one is shown dimmed until it is there. */
  readonly stale: boolean;
  /** Grows with every change of `run.done`, so that subscribers repaint. */
  readonly version: number;
}

export interface ResultsState {
  readonly prepared: PreparedConversation | null;
  readonly probes: ResolvedProbes;
  readonly supersessions: readonly SupersessionLink[];
  readonly lanes: Readonly<Record<string, LaneResult>>;
  /** What sentences and tables speak of: `lanes`, but while a slider moves on, those where it last rested. */
  readonly restingLanes: Readonly<Record<string, LaneResult>>;
}

export const createResultsStore = () =>
  createStore<ResultsState>(() => ({
    prepared: null,
    probes: { probes: [], skipped: 0, droppedIds: 0 },
    supersessions: [],
    lanes: {},
    restingLanes: {},
  }));
export type ResultsStore = ReturnType<typeof createResultsStore>;

export type EmbeddingStage = 'idle' | 'cache' | 'download' | 'start' | 'embed' | 'done' | 'failed';

/** How far the workers are; shown as progress, never waited for. */
export interface FactsState {
  readonly tokens: {
    readonly state: 'estimate' | 'counting' | 'exact' | 'failed';
    readonly problem: Problem | null;
  };
  readonly embeddings: {
    readonly stage: EmbeddingStage;
    readonly done: number;
    readonly total: number;
    /** Turns whose vector is complete, for the progress text. */
    readonly turnsDone: number;
    readonly turnsTotal: number;
    /** Messages too long to embed wholly: evenly spread parts stand for them. */
    readonly sampled: number;
    readonly bytesLoaded: number;
    readonly bytesTotal: number;
    readonly problem: Problem | null;
  };
}

export const createFactsStore = () =>
  createStore<FactsState>(() => ({
    tokens: { state: 'estimate', problem: null },
    embeddings: {
      stage: 'idle',
      done: 0,
      total: 0,
      turnsDone: 0,
      turnsTotal: 0,
      sampled: 0,
      bytesLoaded: 0,
      bytesTotal: 0,
      problem: null,
    },
  }));
export type FactsStore = ReturnType<typeof createFactsStore>;
