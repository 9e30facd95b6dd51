import { createStore } from 'zustand/vanilla';
import { loadFrameworks } from '../strategies/registry';

export type LibrariesState = 'not-loaded' | 'loading' | 'loaded' | 'failed';

/** Whether the libraries' strategies are there: they come as a chunk of their own, after the first screen. */
export function createLibraries(loadChunk: () => Promise<void> = loadFrameworks) {
  const store = createStore<{ readonly state: LibrariesState }>(() => ({ state: 'not-loaded' }));
  return {
    store,
    /** Loads them unless they are there or on their way; after a failure it tries again. Never rejects. */
    async load(): Promise<void> {
      const { state } = store.getState();
      if (state === 'loading' || state === 'loaded') return;
      store.setState({ state: 'loading' });
      const loaded = await loadChunk().then(
        () => true,
        () => false,
      );
      store.setState({ state: loaded ? 'loaded' : 'failed' });
    },
  };
}
export type Libraries = ReturnType<typeof createLibraries>;
