import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { preview } from 'vite';
import { ROOT } from './root';

export interface ServedBuild {
  /** Ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the built app on 127.0.0.1 and a free port. @throws when there is no build. */
export async function serveDist(): Promise<ServedBuild> {
  if (!existsSync(path.join(ROOT, 'dist', 'index.html'))) {
    throw new Error('There is no build to serve; run "npm run build" first.');
  }
  const server = await preview({
    root: ROOT,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 4400, strictPort: false, open: false },
  });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The preview server has no address.');
  return { url, close: () => server.close() };
}

/** Waits until every lane is complete and exact and nothing is under way. */
export const untilSettled = (page: Page, timeout: number): Promise<void> =>
  page.locator('[data-testid="settled"][data-settled="true"]').waitFor({ state: 'attached', timeout });
