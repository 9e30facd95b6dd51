/** The watcher of all other specs must see what it claims to see, in workers too. */

import { expect, foreignRequests, test } from './support/app-test';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';

// A page of the app's origin without the app.
const PLAIN_PAGE = '/plain';
test.beforeEach(({ page }) =>
  page.route(`**${PLAIN_PAGE}*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Plain</title><link rel="icon" href="data:,">',
    }),
  ),
);

test('sees console output and uncaught errors of the page', async ({ app, page }) => {
  await app.goto(PLAIN_PAGE);
  app.expectProblem(/^console warning: a warning/);
  app.expectProblem(/^console error: an error/);
  app.expectProblem(/^uncaught: .*thrown/s);
  app.expectProblem(/^uncaught: .*rejected/s);
  await page.evaluate(() => {
    console.warn('a warning');
    console.error('an error');
    setTimeout(() => {
      throw new Error('thrown');
    });
    void Promise.reject(new Error('rejected'));
    return new Promise((resolve) => setTimeout(resolve, 100));
  });
});

test('sees console output, uncaught errors and requests of a worker', async ({ app, page }) => {
  await app.goto(PLAIN_PAGE);
  app.expectProblem(/^console warning: from a worker/);
  app.expectProblem(/thrown in a worker/);
  await page.evaluate(async () => {
    const code = `
      console.warn('from a worker');
      fetch('${location.origin}/plain?worker').then(() => {
        postMessage('done');
        setTimeout(() => { throw new Error('thrown in a worker'); });
      });`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    await new Promise((resolve) => {
      worker.onmessage = resolve;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(app.requests.filter((address) => address.endsWith('?worker'))).toHaveLength(1);
});

test('tells requests of other origins from those of the app', () => {
  const origins = new Set(['http://127.0.0.1:1']);
  const own = ['http://127.0.0.1:1/a', 'blob:http://127.0.0.1:1/b', 'data:,c', 'about:blank'];
  const foreign = [
    'http://127.0.0.1:2/a',
    'https://127.0.0.1:1/',
    'https://example.com/',
    'ws://127.0.0.1:1/',
  ];
  expect(foreignRequests([...own, ...foreign], origins)).toEqual(foreign);
});

test('a request to another host fails even where there is a network', async ({ browser }) => {
  const page = await browser.newPage();
  const failure = page.waitForEvent('requestfailed');
  await page.goto('https://example.com/').catch(() => {});
  expect((await failure).failure()?.errorText).toBe('net::ERR_NAME_NOT_RESOLVED');
  await page.close();
});

test('axe names what is wrong, and passes what is right', async ({ app, page }) => {
  await app.goto(PLAIN_PAGE);
  await page.setContent(
    '<html lang="en"><title>Right</title><main><h1>Right</h1><img alt="A dot" src="data:,"></main></html>',
  );
  await expectAccessible(page);
  await page.evaluate(() => document.querySelector('img')!.removeAttribute('alt'));
  await expect(expectAccessible(page)).rejects.toThrow(/image-alt \(critical\): .*\n +img/);
});

test('axe names what cannot be read in dark only', async ({ app, page }) => {
  await app.goto(PLAIN_PAGE);
  await page.setContent(
    `<html lang="en"><title>Dim</title><main><h1>Dim</h1><p style="color: light-dark(#222, #333)">Words</p></main>
    <style>:root { color-scheme: light dark; background: light-dark(#fff, #111) }</style></html>`,
  );
  await expectAccessible(page);
  await expect(expectAccessibleInBoth(page)).rejects.toThrow(/color-contrast \(serious\): .*\n +p/);
});
