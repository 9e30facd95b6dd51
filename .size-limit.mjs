import { existsSync, readFileSync } from 'node:fs';

const DIST = 'dist';

/**
 * The JavaScript a first visit loads before anything lazy: the page's module scripts and preloads, and all they import
 * statically according to the build's own manifest.
 */
function firstLoad() {
  if (!existsSync(`${DIST}/index.html`))
    throw new Error('There is no build to measure; run "npm run build" first.');
  const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'));
  const chunks = Object.values(manifest);
  const html = readFileSync(`${DIST}/index.html`, 'utf8');
  const files = new Set();
  const add = (file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const key of chunks.find((chunk) => chunk.file === file)?.imports ?? []) add(manifest[key].file);
  };
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    if (/^<link/.test(tag) && !/rel="modulepreload"/.test(tag)) continue;
    const address = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    if (address) add(address.replace(/^\.?\//, ''));
  }
  if (files.size === 0) throw new Error(`${DIST}/index.html loads no script.`);
  return [...files].map((file) => `${DIST}/${file}`);
}

export default [
  { name: 'First load, JavaScript before the lazy parts', path: firstLoad(), limit: '200 kB', gzip: true },
];
