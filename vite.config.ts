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

export default defineConfig({
  // Relative, so that the build also works from a sub-path of a static host.
  base: './',
  plugins: [react(), notices],
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
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
