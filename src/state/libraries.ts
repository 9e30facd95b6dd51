import { createStore } from 'zustand/vanilla';
import { loadExamples } from '../examples/registry';
import { loadAllStrategies } from '../strategies/registry';

export type LibrariesState = 'not-loaded' | 'loading' | 'loaded' | 'failed';

const loadAll = async (): Promise<void> => {
  await Promise.all([loadAllStrategies(), loadExamples()]);
};

/** Whether what the first screen does not need is there: compressors, the libraries' rules, the other examples. */
export function createLibraries(loadChunk: () => Promise<void> = loadAll) {
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
