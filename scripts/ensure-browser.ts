/** Prints the path of a Chromium that starts, installing one where there is none: `tsx scripts/ensure-browser.ts`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findBrowser } from './lib/browser';
import { ROOT } from './lib/root';

const MINUTES = 60_000;
const PLAYWRIGHT = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');

// Standard output carries the path alone.
function run(command: string, ...args: string[]): boolean {
  console.error(`> ${path.basename(command)} ${args.map((arg) => path.basename(arg)).join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: 6 * MINUTES,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Root on a Debian or Ubuntu machine: the only place where this script may install system packages. */
const mayUseApt =
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

function install(): string | undefined {
  if (run(process.execPath, PLAYWRIGHT, 'install', 'chromium')) {
    const downloaded = findBrowser();
    if (downloaded || !mayUseApt) return downloaded;
    run(process.execPath, PLAYWRIGHT, 'install-deps', 'chromium');
    return findBrowser();
  }
  if (!mayUseApt) return undefined;
  console.error('Playwright could not download its browser; taking the system package instead.');
  return run('apt-get', 'update') && run('apt-get', 'install', '-y', 'chromium') ? findBrowser() : undefined;
}

try {
  const browser = findBrowser() ?? install();
  if (!browser) {
    throw new Error(
      'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
    );
  }
  console.log(browser);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
