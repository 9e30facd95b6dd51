/** Prepares, builds and serves the app on this machine alone, and opens it: `npm start`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build, preview } from 'vite';
import { ROOT } from './lib/root';

const PORT = 4173;

function prepare(script: string): void {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join('scripts', script)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Opening a browser where there is no screen fails noisily, and nobody waits for one in CI. */
function wantsBrowser(): boolean {
  const { CI, BROWSER, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = process.env;
  if (CI || BROWSER?.toLowerCase() === 'none') return false;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY || WSL_DISTRO_NAME);
}

prepare('build-model.ts');
prepare('prepare-examples.ts');
const started = performance.now();
// Always built: it takes seconds, and a stale page would take someone an hour.
await build({ root: ROOT, logLevel: 'warn' });
console.log(`Built the app in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
const server = await preview({
  root: ROOT,
  preview: { host: '127.0.0.1', port: PORT, strictPort: false, open: wantsBrowser() },
});
console.log(`\nTemporal Decay Playground: ${server.resolvedUrls?.local[0]}\nPress Ctrl+C to stop.`);
