import path from 'node:path';
import { defineConfig, mergeConfig } from 'vite';
import app from './vite.config';

/** Pages that only tests open, built as the app is; nothing of them is in the app's build. */
export default defineConfig(
  mergeConfig(app, {
    root: path.join(import.meta.dirname, 'e2e', 'harness'),
    publicDir: path.join(import.meta.dirname, 'public'),
    build: {
      outDir: path.join(import.meta.dirname, '.cache', 'harness'),
      emptyOutDir: true,
      rolldownOptions: { input: path.join(import.meta.dirname, 'e2e', 'harness', 'embeddings.html') },
    },
  }),
);
