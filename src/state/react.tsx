import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { AppState } from './app-state';
import type { LibrariesState } from './libraries';
import type { PlaybackState } from './playback';
import type { FactsState, ResultsState } from './results';
import type { ShellState } from './shell';
import type { SuggestionsState } from './suggestions';
import type { WorkspaceState } from './workspace';

const Context = createContext<AppState | null>(null);

export const AppStateProvider = ({ state, children }: { state: AppState; children: ReactNode }) => (
  <Context value={state}>{children}</Context>
);

export function useApp(): AppState {
  const app = useContext(Context);
  if (!app) throw new Error('AppStateProvider is missing');
  return app;
}

// Selectors may return fresh objects or arrays: they are compared by their members.
export const useWorkspace = <T,>(select: (state: WorkspaceState) => T): T =>
  useStore(useApp().workspace, useShallow(select));
export const usePlayback = <T,>(select: (state: PlaybackState) => T): T =>
  useStore(useApp().playback, useShallow(select));
export const useResults = <T,>(select: (state: ResultsState) => T): T =>
  useStore(useApp().results, useShallow(select));
export const useFacts = <T,>(select: (state: FactsState) => T): T =>
  useStore(useApp().facts, useShallow(select));
export const useShell = <T,>(select: (state: ShellState) => T): T =>
  useStore(useApp().shell, useShallow(select));
export const useSuggestions = <T,>(select: (state: SuggestionsState) => T): T =>
  useStore(useApp().suggestionsStore, useShallow(select));
export const useLibraries = (): LibrariesState => useStore(useApp().libraries.store, (s) => s.state);

/** Nothing moves: what takes longer than a frame to read may be made now (`state/rest.ts`). */
export function useAtRest(): boolean {
  const { playback, results } = useApp();
  const step = useStore(playback, (s) => s.step === s.restingStep);
  return useStore(results, (s) => s.lanes === s.restingLanes) && step;
}
