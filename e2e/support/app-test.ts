import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export { expect };

export interface App {
  readonly page: Page;
  /** Every address requested so far, by pages, their frames and their workers. */
  readonly requests: readonly string[];
  /**
   * Goes to a path of the app, or to an address on 127.0.0.1 that a test serves itself; its origin is then the app's
   * too.
   */
  goto(address?: string): Promise<void>;
  /** Goes there and waits until the app's shell is on screen. */
  open(address?: string): Promise<void>;
  /**
   * Announces console output, or an uncaught error, that the test provokes on purpose. The test fails when nothing
   * matches, so an announcement cannot outlive its reason.
   */
  expectProblem(pattern: RegExp): void;
}

const LOCAL_SCHEMES: ReadonlySet<string> = new Set(['blob:', 'data:', 'about:']);
const PROBLEM_TYPES: ReadonlySet<string> = new Set(['error', 'warning', 'assert']);

/** Those addresses that are neither of one of the origins nor local to the page. */
export const foreignRequests = (addresses: readonly string[], origins: ReadonlySet<string>): string[] =>
  addresses.filter((address) => {
    const { origin, protocol } = new URL(address);
    return !LOCAL_SCHEMES.has(protocol) && !origins.has(origin);
  });

const describeMessage = (message: ConsoleMessage): string => {
  const { url, lineNumber } = message.location();
  return `console ${message.type()}: ${message.text()}${url ? ` (${url}:${lineNumber})` : ''}`;
};

/** A worker for embeddings that is never heard of again; the others are as they are. */
function keepModelAway(): void {
  window.Worker = new Proxy(window.Worker, {
    construct: (Real, [url, ...options]: ConstructorParameters<typeof Worker>) =>
      String(url).includes('embed.worker')
        ? Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined })
        : new Real(url, ...options),
  });
}

export interface Options {
  /**
   * False where nothing of the test is about similarities: the model is on its way as long as the test lasts, as on a
   * slow line. Starting it takes the processor longer than opening the app.
   */
  readonly modelArrives: boolean;
}

/**
 * The test function of every spec. Each test has a browser context, and so an IndexedDB, of its own; it fails on any
 * console error or warning, on any uncaught error, and on any request to another origin.
 */
export const test = base.extend<{ app: App } & Options>({
  modelArrives: [true, { option: true }],
  app: [
    async ({ page, context, baseURL, modelArrives }, use) => {
      const origins = new Set([new URL(baseURL!).origin]);
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

      if (!modelArrives) await context.addInitScript(keepModelAway);

      const goto = async (address = '/') => {
        const url = new URL(address, baseURL);
        expect(url.hostname).toBe('127.0.0.1');
        origins.add(url.origin);
        await page.goto(url.href);
      };
      await use({
        page,
        requests,
        goto,
        open: async (address) => {
          await goto(address);
          await page.getByTestId('app').waitFor();
        },
        expectProblem: (pattern) => {
          expected.push(pattern);
        },
      });

      expect(foreignRequests(requests, origins), 'requests to another origin').toEqual([]);
      if (!modelArrives)
        expect(
          requests.filter((address) => /embed\.worker|\.onnx/.test(address)),
          'the model kept away',
        ).toEqual([]);
      const surprises = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      expect(surprises, 'console errors and warnings, uncaught errors').toEqual([]);
      const idle = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
      expect(idle.map(String), 'announced problems that did not happen').toEqual([]);
    },
    // Automatic: a spec that takes only `page` is watched too.
    { auto: true },
  ],
});
