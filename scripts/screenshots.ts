/** Takes pictures of the built app's views into screenshots/: `npm run screenshots`, after `npm run build`. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, requireBrowser } from './lib/browser';
import { ROOT } from './lib/root';
import { serveDist, untilSettled } from './lib/serve-dist';

const OUT = path.join(ROOT, 'screenshots');
const VIEWS = ['Compare', 'Context', 'Conversation'] as const;
const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
] as const;
const SCHEMES = ['light', 'dark'] as const;
const SETTLE_TIMEOUT_MS = 120_000;
const LAZY_PARTS_MS = 1500;

mkdirSync(OUT, { recursive: true });
const server = await serveDist();
const browser = await chromium.launch({ executablePath: requireBrowser(), args: [...CHROMIUM_ARGS] });
try {
  for (const { name, ...screen } of SCREENS) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        ...screen,
        hasTouch: screen.isMobile,
        colorScheme,
        // No picture of a half-done transition.
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
        locale: 'en-US',
      });
      const page = await context.newPage();
      await page.goto(server.url);
      await untilSettled(page, SETTLE_TIMEOUT_MS);
      for (const view of VIEWS) {
        const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view });
        await tabs.filter({ visible: true }).click();
        await page.locator(`[data-testid="app"][data-view="${view.toLowerCase()}"]`).waitFor();
        // Views arrive lazily, and outcomes under the sliders are computed when the browser is idle.
        await page.locator('.app__loading').waitFor({ state: 'detached' });
        await page.waitForTimeout(LAZY_PARTS_MS);
        await page.mouse.move(0, 0);
        await page.evaluate(() => document.fonts.ready);
        const file = `${view.toLowerCase()}-${name}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(OUT, file) });
        console.log(`screenshots/${file}`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
