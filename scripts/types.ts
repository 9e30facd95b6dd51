/** Both type checks at once, each on a processor of its own: `tsx scripts/types.ts`. Prints one after the other. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from './lib/root';

const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');

const check = (config: string): Promise<{ failed: boolean; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [TSC, '-p', config, ...process.argv.slice(2)],
      { cwd: ROOT, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });

for (const { failed, output } of await Promise.all(['tsconfig.json', 'tsconfig.core.json'].map(check))) {
  process.stdout.write(output);
  if (failed) process.exitCode = 1;
}
