import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticServerOptions {
  /** Folder to serve. */
  readonly folder: string;
  /** Sends COOP and COEP, so that pages are cross-origin isolated. */
  readonly isolated?: boolean;
  /** Serves below this path, e.g. `/some/where/`, and nothing outside it. */
  readonly prefix?: string;
  /** Answers missing files with index.html and status 200, as hosts of single-page apps do. */
  readonly spaFallback?: boolean;
}

export interface StaticServer {
  /** Address of the folder, ending with a slash. */
  readonly url: string;
  /** Paths asked for, below the prefix, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A static host on 127.0.0.1 and a free port. */
export async function startStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const { folder, isolated = false, prefix = '/', spaFallback = false } = options;
  const root = path.resolve(folder);
  const requests: string[] = [];

  async function respond(url: string, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    if (!pathname.startsWith(prefix)) return notFound(response);
    const asked = decodeURIComponent(pathname.slice(prefix.length));
    requests.push(asked);
    const file =
      (await findFile(root, asked)) ?? (spaFallback ? await findFile(root, 'index.html') : undefined);
    if (!file) return notFound(response);
    response.setHeader('Content-Type', CONTENT_TYPES[path.extname(file.path)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', file.size);
    createReadStream(file.path).pipe(response);
  }

  const server = createServer((request, response) => {
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    respond(request.url ?? '/', response).catch(() => {
      response.statusCode = 400;
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function findFile(root: string, asked: string): Promise<{ path: string; size: number } | undefined> {
  const full = path.join(root, asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked);
  if (!full.startsWith(root + path.sep)) return undefined;
  const found = await stat(full).catch(() => undefined);
  return found?.isFile() ? { path: full, size: found.size } : undefined;
}

function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end('Not found');
}
