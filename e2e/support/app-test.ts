import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export { expect };

export interface App {
  readonly page: Page;
  /** Every address requested so far, by the page, its frames and its workers. */
  readonly requests: readonly string[];
  /** Opens the app (or a path of it) and waits until its shell is on screen. */
  open(path?: string): Promise<void>;
  /**
   * Announces console output, or an uncaught error, that the test provokes on purpose. The test fails when nothing
   * matches, so an announcement cannot outlive its reason.
   */
  expectProblem(pattern: RegExp): void;
}

const LOCAL_SCHEMES = new Set(['blob:', 'data:', 'about:']);
const PROBLEM_TYPES = new Set(['error', 'warning', 'assert']);

const describeMessage = (message: ConsoleMessage): string => {
  const { url, lineNumber } = message.location();
  return `console ${message.type()}: ${message.text()}${url ? ` (${url}:${lineNumber})` : ''}`;
};

/**
 * The test function of every spec. Each test has a browser context, and so an IndexedDB, of its own; it fails on any
 * console error or warning, on any uncaught error, and on any request to another origin.
 */
export const test = base.extend<{ app: App }>({
  app: [
    async ({ page, context, baseURL }, use) => {
      const origin = new URL(baseURL!).origin;
      const requests: string[] = [];
      const problems: string[] = [];
      const expected: RegExp[] = [];
      context.on('console', (message) => {
        if (PROBLEM_TYPES.has(message.type())) problems.push(describeMessage(message));
      });
      context.on('weberror', (error) => {
        problems.push(`uncaught: ${error.error().stack ?? error.error().message}`);
      });
      context.on('request', (request) => {
        requests.push(request.url());
      });
      const watchSockets = (opened: Page) => {
        opened.on('websocket', (socket) => {
          requests.push(socket.url());
        });
      };
      watchSockets(page);
      context.on('page', watchSockets);

      await use({
        page,
        requests,
        open: async (path = '/') => {
          await page.goto(path);
          await page.getByTestId('app').waitFor();
        },
        expectProblem: (pattern) => {
          expected.push(pattern);
        },
      });

      const foreign = requests.filter((address) => {
        const url = new URL(address);
        return url.origin !== origin && !LOCAL_SCHEMES.has(url.protocol);
      });
      expect(foreign, 'requests to another origin').toEqual([]);
      const surprises = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      expect(surprises, 'console errors and warnings, uncaught errors').toEqual([]);
      const idle = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
      expect(idle.map(String), 'announced problems that did not happen').toEqual([]);
    },
    // Automatic: a spec that takes only `page` is watched too.
    { auto: true },
  ],
});
