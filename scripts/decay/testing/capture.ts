import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../lib/root';
import type { Io } from '../command';
import { run } from '../main';

export interface Captured {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

export interface CaptureOptions {
  readonly stdin?: string | readonly Uint8Array[];
  readonly root?: string;
}

/** An Io that keeps what is written, with standard input from a text. */
export function captureIo({ stdin = '', root = ROOT }: CaptureOptions = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    write: async (text) => void out.push(text),
    say: (line) => void err.push(`${line}\n`),
    stdin: (async function* () {
      yield* typeof stdin === 'string' ? [new TextEncoder().encode(stdin)] : stdin;
    })(),
    root,
  };
  return { io, out: () => out.join(''), err: () => err.join('') };
}

/** Runs a command line in this process. */
export async function decay(argv: readonly string[], options: CaptureOptions = {}): Promise<Captured> {
  const { io, out, err } = captureIo(options);
  const exitCode = await run(argv, io);
  const text = out();
  return { exitCode, out: text, err: err(), json: text.startsWith('{') ? JSON.parse(text) : undefined };
}

export const fixture = (id: string, name: string, file = 'input.json'): string =>
  path.join(ROOT, 'src', 'core', 'importers', 'fixtures', id, name, file);

/** A folder for a test file's inputs. */
export function tempFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'decay-'));
  return {
    folder,
    write(name: string, content: string | Uint8Array | object): string {
      const file = path.join(folder, name);
      const isData = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(file, isData ? content : JSON.stringify(content));
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
