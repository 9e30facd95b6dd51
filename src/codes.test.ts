/** `docs/codes.md` lists every code of the source, and says the sentences that formats share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ImportReport, sharedCodes } from './core/importers/import-report';

const SOURCE = import.meta.dirname;
const rows = [
  ...readFileSync(join(SOURCE, '../docs/codes.md'), 'utf8').matchAll(/^\| `([a-z-]+)`(?: ◆)? \| (.+?) \|/gm),
].map(([, code = '', sentence = '']) => ({ code, sentence }));

/** Where a code is made: `code: 'a'`, `code: x ? 'a' : 'b'`, `report.add('a'`, and the sentences by code. */
const MAKERS = [/\bcode: ([^,;\n]*(?:\n\s*[?:][^,;\n]*)*)/g, /\breport(?:\.add)?\(\s*([^,)]*)/g];

function codesOf(text: string): string[] {
  const made = MAKERS.flatMap((maker) => [...text.matchAll(maker)].map(([, value = '']) => value));
  return made.flatMap((value) =>
    [...value.matchAll(/(?<!\[)'([a-z]+(?:-[a-z]+)*)'/g)].map(([, code = '']) => code),
  );
}

const used = new Set([
  ...sharedCodes,
  ...readdirSync(SOURCE, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(name))
    .flatMap((name) => codesOf(readFileSync(join(SOURCE, name), 'utf8'))),
]);

it('every code is listed once, and every listed code is used', () => {
  const listed = rows.map((row) => row.code);
  expect(new Set(listed).size).toBe(listed.length);
  expect([...used].sort()).toEqual([...listed].sort());
});

it('shared sentences are as listed', () => {
  for (const code of sharedCodes) {
    const report = new ImportReport();
    report.add(code, { count: 2 });
    expect(report.warnings()[0]?.message).toBe(rows.find((row) => row.code === code)?.sentence);
  }
});
