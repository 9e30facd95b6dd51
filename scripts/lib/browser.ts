import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** What systems call Chromium and its relatives; the first that starts is taken. */
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Chromium heeds its last --disable-features only, so what Playwright switches off must be said again. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Each window prepares the lists of an address bar that nobody sees, as two pages in a process of their own, and a
 * process for the next site: in all, nearly as much work as opening the app.
 */
const OFF_FOR_SPEED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/**
 * Settings of every Chromium the project starts. Its own background traffic is off, and no host but this machine can
 * be resolved, so a request that should not be made fails wherever the tests run.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED].join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Chromium refuses to run as root with its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A file that exists is not yet a browser: Ubuntu's stub asks for snap, a download may lack system libraries. */
function starts(file: string): boolean {
  if (!existsSync(file)) return false;
  // chrome.exe opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

const inPath = (name: string): string[] =>
  (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name));

/**
 * The browser the tests run in: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there is none.
 * @throws when CHROMIUM_PATH names something that does not start: falling back would test another browser than asked.
 */
export function findBrowser(): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!starts(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, which does not start.`);
    return asked;
  }
  const candidates = [chromium.executablePath(), ...SYSTEM_NAMES.flatMap(inPath), MAC_CHROME];
  return candidates.find(starts);
}

/** @throws with what to do when there is no browser. */
export function requireBrowser(): string {
  const browser = findBrowser();
  if (!browser) throw new Error('No Chromium was found; run "npm run browser" to install one.');
  return browser;
}
