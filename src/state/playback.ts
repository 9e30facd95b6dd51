import { createStore } from 'zustand/vanilla';
import type { Fate } from '../core/fate-codes';

export type View = 'compare' | 'context' | 'conversation';
export const VIEWS: readonly View[] = ['compare', 'context', 'conversation'];
export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Where the user is looking: changes many times a second while scrubbing, so views paint from it by subscription. */
export interface PlaybackState {
  readonly view: View;
  /** From 1; 0 when the conversation has no turn. */
  readonly step: number;
  /** The step that sentences and tables speak of: `step`, but while it races on, the one where it last rested. */
  readonly restingStep: number;
  readonly playing: boolean;
  /** A hand moves the scrubber: nothing is read until it rests. */
  readonly scrubbing: boolean;
  /** Steps per second at speed 1: see `STEPS_PER_SECOND`. */
  readonly speed: number;
  /** The probe the headline is about; null: the nearest one at or after the step, else the last. */
  readonly probeId: string | null;
  /** The turn in the crosshair's row when the user chose one; null: the focused probe's evidence. */
  readonly selectedTurn: number | null;
  readonly selectedLaneId: string | null;
  readonly hover: { readonly step: number; readonly turn: number } | null;
  /** Fates shown at full strength; null: all. */
  readonly legendFilter: ReadonlySet<Fate> | null;
  /** The two sides of the context view; `previous` compares with the step before. */
  readonly contextLaneId: string | null;
  readonly contextOther:
    | { readonly kind: 'lane'; readonly laneId: string }
    | { readonly kind: 'previous' }
    | null;
  readonly differencesOnly: boolean;
}

export const STEPS_PER_SECOND = 3;

export const createPlaybackStore = () =>
  createStore<PlaybackState>(() => ({
    view: 'compare',
    step: 0,
    restingStep: 0,
    playing: false,
    scrubbing: false,
    speed: 1,
    probeId: null,
    selectedTurn: null,
    selectedLaneId: null,
    hover: null,
    legendFilter: null,
    contextLaneId: null,
    contextOther: null,
    differencesOnly: false,
  }));

export type PlaybackStore = ReturnType<typeof createPlaybackStore>;
