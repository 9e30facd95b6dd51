import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

const EVERY_MS = 25;

export interface MemorySample {
  /** Memory of the page's process that is its own (page, workers, buffers), in bytes. */
  readonly process: number;
  /** What the workers' JavaScript heaps hold, garbage included, and their array buffers. */
  readonly workers: number;
}

interface Target {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string };
}

/** Samples the memory of a page's process (Linux only) and of its workers, until `stop`. */
export class MemorySampler {
  #peak: MemorySample = { process: 0, workers: 0 };
  #running = true;
  #done: Promise<void> = Promise.resolve();
  #samples = 0;

  private constructor(
    private readonly processes: readonly number[],
    private readonly heaps: () => Promise<number>,
  ) {}

  static async of(browser: Browser, page: Page): Promise<MemorySampler> {
    return new MemorySampler(await renderersOf(browser), await workerHeaps(page));
  }

  /** Bytes of the pages' processes that are their own. */
  now(): number {
    return this.processes.reduce((sum, pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return sum + Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    }, 0);
  }

  start(): void {
    const watch = async () => {
      while (this.#running) {
        const [process, workers] = [this.now(), await this.heaps()];
        this.#samples++;
        this.#peak = {
          process: Math.max(this.#peak.process, process, this.now()),
          workers: Math.max(this.#peak.workers, workers),
        };
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    this.#done = watch();
  }

  async stop(): Promise<MemorySample & { readonly samples: number }> {
    this.#running = false;
    await this.#done;
    return { ...this.#peak, samples: this.#samples };
  }
}

/** One page is open; a spare process that the browser keeps ready does not grow. */
async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  if (renderers.length === 0) throw new Error('The browser names no renderer process.');
  return renderers;
}

/** Heap and buffers of all workers that the page starts from now on, summed. */
async function workerHeaps(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const workers = new Set<string>();
  let nextId = 1;
  const waiting = new Map<number, (bytes: number) => void>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }: Target) => {
    if (targetInfo.type === 'worker') workers.add(sessionId);
  });
  session.on('Target.detachedFromTarget', ({ sessionId }: { readonly sessionId: string }) => {
    workers.delete(sessionId);
  });
  session.on('Target.receivedMessageFromTarget', ({ message }: { readonly message: string }) => {
    const { id, result } = JSON.parse(message) as {
      readonly id?: number;
      readonly result?: { readonly usedSize?: number; readonly backingStorageSize?: number };
    };
    if (id === undefined) return;
    waiting.get(id)?.((result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0));
    waiting.delete(id);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const heapOf = (sessionId: string): Promise<number> =>
    new Promise((resolve) => {
      const id = nextId++;
      waiting.set(id, resolve);
      setTimeout(() => waiting.delete(id) && resolve(0), 1000);
      const message = JSON.stringify({ id, method: 'Runtime.getHeapUsage' });
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => resolve(0));
    });
  return async () => (await Promise.all([...workers].map(heapOf))).reduce((sum, bytes) => sum + bytes, 0);
}
