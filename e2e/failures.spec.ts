import { expect, test } from './support/app-test';

const CONVERSATION = JSON.stringify(
  Array.from({ length: 8 }, (_, i) => [
    {
      role: 'user',
      content: `Question ${i + 1}: what about the harbour crane and its ${['cable', 'hook', 'motor', 'brake'][i % 4]}?`,
    },
    {
      role: 'assistant',
      content: `The ${['cable', 'hook', 'motor', 'brake'][i % 4]} of the crane was checked in week ${i + 1}.`,
    },
  ]).flat(),
);

test('a missing model: labelled lexical similarity takes over, other lanes never wait, retry is one click', async ({
  app,
}) => {
  const { page } = app;
  let broken = true;
  await page.route('**/models/manifest.json', (route) =>
    broken ? route.fulfill({ status: 404, body: 'no' }) : route.continue(),
  );
  app.expectProblem(/404/);
  await app.open();
  await page.getByRole('button', { name: 'Use your own conversation' }).first().click();
  await page
    .getByTestId('file-input')
    .setInputFiles({ name: 'crane.json', mimeType: 'application/json', buffer: Buffer.from(CONVERSATION) });
  const semantic = page.locator('section[aria-label^="D "]');
  await expect(semantic.getByText(/Lexical similarity \(BM25\) stands in/)).toBeVisible();
  await expect(semantic.getByText(/retrieved/)).toBeVisible();
  await expect(page.getByText('Similarities: lexical (BM25)')).toBeVisible();
  await expect(page.locator('section[aria-label^="B "]').getByText('5 verbatim, 2 dropped')).toBeVisible();
  broken = false;
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const text = document.querySelector('[aria-label="Embedding progress"]')?.textContent ?? '';
      if (seen.at(-1) !== text) seen.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { seen });
  });
  await semantic.getByRole('button', { name: 'Retry' }).click();
  await expect(semantic.getByText(/Lexical similarity/)).toBeHidden({ timeout: 40_000 });
  await expect(page.getByText('Similarities: all-MiniLM-L6-v2')).toBeVisible({ timeout: 40_000 });
  const said = (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).join('\n');
  expect(said).toMatch(/Loading the embedding model, \d+\.\d of \d+\.\d MB/);
  expect(said).toMatch(/Embedding, \d of 8 turns/);
});

test('missing precomputed facts cost time, not correctness', async ({ app }) => {
  const { page } = app;
  await page.route('**/examples/*.json', (route) => route.fulfill({ status: 404, body: 'no' }));
  app.expectProblem(/404/);
  await app.open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turn 30 needs turn 3.');
  await expect(page.getByText('Tokens: o200k_base, exact')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Two of four strategies still have it',
    { timeout: 50_000 },
  );
});

test('no storage: the app works in memory and says so', async ({ app }) => {
  const { page } = app;
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    });
  });
  await app.open();
  await expect(page.getByText('lasts only until the tab is closed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(page.getByTestId('scrubber')).toHaveAttribute('aria-valuenow', '29');
});

test('stored work that cannot be read is replaced by the example, and said', async ({ app }) => {
  const { page } = app;
  await app.open();
  await page.waitForTimeout(600);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('tdp-workspace');
        open.onsuccess = () => {
          const tx = open.result.transaction('workspace', 'readwrite');
          tx.objectStore('workspace').put(
            { version: 1, value: { conversation: { messages: 'broken' } } },
            'document',
          );
          tx.oncomplete = () => {
            open.result.close();
            resolve();
          };
        };
        open.onerror = () => reject(open.error);
      }),
  );
  await page.reload();
  await expect(page.getByText('The stored conversation could not be read')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turn 30 needs turn 3.');
});
