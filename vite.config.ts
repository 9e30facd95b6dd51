import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Cross-origin isolation gives onnxruntime-web shared memory and so two threads; hosts without it fall back to one.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative, so that the build also works from a sub-path of a static host.
  base: './',
  plugins: [react()],
  resolve: {
    // Without this, transformers.js takes a 27 MB build of onnxruntime from a CDN.
    alias: { 'onnxruntime-web/webgpu': 'onnxruntime-web/wasm' },
  },
  worker: { format: 'es' },
  optimizeDeps: { include: ['@huggingface/transformers'] },
  server: { host: '127.0.0.1', headers: isolation },
  preview: { host: '127.0.0.1', headers: isolation },
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 4000 },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
