import {
  createEmbeddingClient,
  createEmbeddingWorker,
  modelsUrlOf,
} from '../engines/embedding/embedding-client';
import { createTokenClient, createTokenWorker } from '../engines/tokens/token-client';
import { createEmbeddingCache } from '../platform/embedding-cache';
import { loadExampleFacts } from '../platform/example-facts';
import { createWorkspaceStorage } from '../platform/workspace-storage';
import type { AppServices } from '../state/app-state';

/** The real engines and browser adapters; workers start only when something asks them. */
export const createServices = (): AppServices => ({
  storage: createWorkspaceStorage(),
  embeddings: createEmbeddingClient({
    modelsUrl: modelsUrlOf(document.baseURI),
    cache: createEmbeddingCache(),
    createWorker: createEmbeddingWorker,
    fetch: (url) => fetch(url),
  }),
  tokens: createTokenClient(createTokenWorker),
  // Behind the first screen: nothing waits for it.
  openArchiveStorage: async () => (await import('../platform/archive-storage')).createArchiveStorage(),
  openImportsStorage: async () => (await import('../platform/imports-storage')).createImportsStorage(),
  loadSeed: (exampleId) => loadExampleFacts(document.baseURI, exampleId),
});
