/**
 * `npm run --silent decay -- COMMAND`: the core without a browser (scripts/decay/main.ts).
 * The registries find their files with import.meta.glob, which only Vite knows, and Vite takes a second to start. So the
 * runner is compiled once per change of the code, into .cache/decay, and starts from there.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..');
const ENTRY = path.join(ROOT, 'scripts', 'decay', 'main.ts');
const CACHE = path.join(ROOT, '.cache', 'decay');

const ABANDONED_AFTER_MS = 10 * 60_000;

/** Changes with every file that can be part of the runner, and with the installed packages. */
function stateOfCode() {
  const hash = createHash('sha256');
  const add = (file) => {
    const { mtimeMs, size } = statSync(path.join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  };
  for (const folder of ['src', 'scripts/decay']) {
    const names = readdirSync(path.join(ROOT, folder), { recursive: true }).map(String).sort();
    for (const name of names) if (/(?<!\.test)\.ts$/.test(name)) add(path.join(folder, name));
  }
  for (const file of ['package-lock.json', 'scripts/decay.mjs']) add(file);
  return hash.digest('hex').slice(0, 16);
}

/** Written beside and renamed, so that runs side by side never see half a build. */
async function compile(folder) {
  const { build } = await import('vite');
  const unfinished = path.join(CACHE, `unfinished-${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: ENTRY, outDir: unfinished, emptyOutDir: true, copyPublicDir: false, minify: false },
    ssr: { noExternal: ['zod'] },
  });
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was faster: its build is the same.
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const name of readdirSync(CACHE)) {
    const old = path.join(CACHE, name);
    if (old !== folder && !isBeingWritten(old)) rmSync(old, { recursive: true, force: true });
  }
}

function isBeingWritten(folder) {
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return path.basename(folder).startsWith('unfinished-') && age < ABANDONED_AFTER_MS;
}

async function load() {
  const folder = path.join(CACHE, stateOfCode());
  const file = path.join(folder, 'main.js');
  const isBuilt = () => statSync(file, { throwIfNoEntry: false }) !== undefined;
  if (!isBuilt()) {
    try {
      await compile(folder);
    } catch (error) {
      if (error?.code !== 'EACCES' && error?.code !== 'EROFS' && error?.code !== 'EPERM') throw error;
    }
  }
  if (isBuilt()) return import(pathToFileURL(file).href);
  // A folder that cannot be written to only makes the start slower.
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(ENTRY, { root: ROOT, configFile: false, logLevel: 'error' });
  return module;
}

const { main } = await load();
process.exitCode = await main(process.argv.slice(2), ROOT);
