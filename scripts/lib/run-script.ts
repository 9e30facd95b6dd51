import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './root';

export interface ScriptResult {
  /** 1 when the script was ended by a signal or could not be started. */
  readonly exitCode: number;
  /** What it printed to standard output, without colours. */
  readonly output: string;
}

/** Runs a script of package.json and, if `shown`, shows what it prints while it runs. */
export function runScript(script: string, args: readonly string[], shown = true): Promise<ScriptResult> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      // npm is a .cmd file on Windows, which only a shell starts.
      shell: process.platform === 'win32',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (shown) process.stdout.write(chunk);
    });
    child.on('error', (error) => {
      console.error(`npm run ${script} could not be started: ${error.message}`);
      resolve({ exitCode: 1, output: '' });
    });
    child.on('close', (code) => {
      resolve({
        exitCode: code ?? 1,
        output: stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')),
      });
    });
  });
}
