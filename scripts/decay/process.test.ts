/** The real process: start, exit codes, streams. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../lib/root';
import { fixture, tempFolder } from './testing/capture';

const temp = tempFolder();
afterAll(temp.remove);
const SCRIPT = path.join(ROOT, 'scripts', 'decay.mjs');
const sample = fixture('openai-chat', 'sample-openai-chat');

const start = (argv: readonly string[], input = '') =>
  spawnSync(process.execPath, [SCRIPT, ...argv], { encoding: 'utf8', input, cwd: temp.folder });

describe('the process', () => {
  it('prints JSON and ends with 0, from any folder', () => {
    const { status, stdout, stderr } = start(['import', sample]);
    expect(JSON.parse(stdout).messages).toHaveLength(40);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('ends with 1 for bad input and 2 for bad usage', () => {
    const bad = start(['import', 'none.json']);
    expect(JSON.parse(bad.stdout).error.code).toBe('file-missing');
    expect(bad.status).toBe(1);
    const usage = start(['simulate', sample, '--strategy', 'window', '--set', 'k=many']);
    expect(usage.stdout).toBe('');
    expect(usage.stderr).toContain('k is a whole number');
    expect(usage.status).toBe(2);
  });

  it('reads cases from standard input', () => {
    const { status, stdout } = start(['select'], '{"id":"a","function":"no such function"}\n');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'a', error: { code: 'unknown-function' } });
    expect(status).toBe(1);
  });

  it.skipIf(process.platform === 'win32')('says that standard input is a folder', () => {
    const folder = openSync(temp.folder, 'r');
    for (const argv of [['import', '-'], ['select']]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...argv], {
        encoding: 'utf8',
        stdio: [folder, 'pipe', 'pipe'],
      });
      expect(JSON.parse(stdout).error.code).toBe('file-is-folder');
      expect(stderr).toContain('is a folder');
      expect(status).toBe(1);
    }
    closeSync(folder);
  });

  it.skipIf(!existsSync('/dev/full'))('says that standard output cannot be written to', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'import', sample], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(stderr).toBe('Standard output cannot be written to (ENOSPC).\n');
    expect(status).toBe(1);
  });

  it('runs through npm', () => {
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'decay', '--', '--help'], {
      encoding: 'utf8',
      cwd: ROOT,
      shell: process.platform === 'win32',
    });
    expect(stdout).toContain('evaluate FILE...');
    expect(status).toBe(0);
  });

  it('ends quietly when its reader goes', async () => {
    const messages = Array.from({ length: 300 }, (_, i) => ({
      role: 'user',
      content: `turn ${i} ${'x'.repeat(50)}`,
    }));
    const file = temp.write('long.json', messages);
    const child = spawn(process.execPath, [
      SCRIPT,
      'simulate',
      file,
      '--strategy',
      'full',
      '--tokens',
      'estimate',
    ]);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
