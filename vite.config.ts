import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// Cross-origin isolation gives onnxruntime-web shared memory and so two threads; hosts without it fall back to one.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The licences of what the bundle carries demand that their texts travel with it. */
const notices: Plugin = {
  name: 'notices',
  apply: 'build',
  generateBundle() {
    const emit = (source: string, fileName: string) =>
      this.emitFile({
        type: 'asset',
        fileName,
        source: readFileSync(path.join(import.meta.dirname, source)),
      });
    emit('LICENSE', 'LICENSE.txt');
    emit('THIRD-PARTY-NOTICES.md', 'THIRD-PARTY-NOTICES.txt');
  },
};

/** The preview compresses whatever it serves, each time anew: on one machine that costs more than it saves. */
const uncompressed: Plugin = {
  name: 'uncompressed',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      delete request.headers['accept-encoding'];
      next();
    });
  },
};

const PURE_TESTS = ['src/core/**/*.test.ts', 'src/strategies/**/*.test.ts'];
/** They count what the engine runs, and must be alone with it. */
const COUNTING_TESTS = 'src/**/growth.test.ts';
const REST_TESTS = ['src/!(core|strategies)/**/*.test.{ts,tsx}', 'src/*.test.ts', 'scripts/**/*.test.ts'];

export default defineConfig({
  // Relative, so that the build also works from a sub-path of a static host.
  base: './',
  plugins: [react(), notices, uncompressed],
  resolve: {
    // Without this, transformers.js takes a 27 MB build of onnxruntime from a CDN.
    alias: { 'onnxruntime-web/webgpu': 'onnxruntime-web/wasm' },
  },
  worker: { format: 'es' },
  optimizeDeps: { include: ['@huggingface/transformers'] },
  server: { host: '127.0.0.1', headers: isolation },
  preview: { host: '127.0.0.1', headers: isolation },
  // The manifest tells .size-limit.mjs what a first visit loads.
  build: { target: 'es2023', sourcemap: false, manifest: true, chunkSizeWarningLimit: 4000 },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    // Starting the model takes longer than the default on a busy machine.
    hookTimeout: 60_000,
    // The default leaves one core to a watcher nobody runs.
    maxWorkers: '100%',
    projects: [
      // Pure code leaves nothing behind in its modules, so files share them: loading them anew took half the time.
      {
        extends: true,
        test: { name: 'pure', include: PURE_TESTS, exclude: [COUNTING_TESTS], isolate: false },
      },
      { extends: true, test: { name: 'rest', include: [...REST_TESTS, COUNTING_TESTS] } },
    ],
  },
});
