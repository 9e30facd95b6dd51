import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, requireBrowser } from './scripts/lib/browser';

const PORT = Number(process.env.E2E_PORT ?? 4317);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  // What is waited for comes later on slow machines; no test measures time.
  expect: { timeout: 15_000 },
  globalTimeout: 30 * 60_000,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    // Tracing every action takes a quarter of the time; TRACE=1 brings it where a failure needs it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: requireBrowser(), args: [...CHROMIUM_ARGS] },
  },
  projects: [{ name: 'chromium' }],
  webServer: {
    command: `npx vite preview --port ${PORT} --strictPort`,
    url: `http://127.0.0.1:${PORT}/`,
    reuseExistingServer: false,
    timeout: 20_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
  },
});
