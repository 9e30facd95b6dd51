import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from '../text-decode';
import type { ImportSource } from './importer';
import { readSource } from './read-source';
import { importers } from './registry';
import { fixtureInputs } from './testing/inputs';
import { runs } from './testing/runs';

/** The shortest files of each format. */
const INPUTS = 3;

/** What stands where something else should be. */
const wrong = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [[]],
  [null],
  [{}],
  { type: 'text' },
  [{ type: 'tool_result' }],
  { role: 'user', content: 'x' },
  '\ud800',
  '<system-reminder>',
);

/** Damage is said by where (a walk down the tree) and what: a value replaced, removed or repeated. */
const damage = fc.record({
  walk: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
  how: fc.constantFrom('replace', 'remove', 'repeat', 'rename'),
  value: wrong,
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(root: unknown, { walk, how, value }: Damage): unknown {
  const copy = structuredClone(root);
  let node: unknown = copy;
  for (const [depth, n] of walk.entries()) {
    if (typeof node !== 'object' || node === null) return copy;
    const keys = Object.keys(node);
    if (keys.length === 0) return copy;
    const key = keys[n % keys.length]!;
    const holder = node as Record<string, unknown>;
    const next = holder[key];
    const isLeaf = typeof next !== 'object' || next === null;
    if (depth < walk.length - 1 && !isLeaf) {
      node = next;
      continue;
    }
    if (how === 'replace') holder[key] = value;
    else if (how === 'rename') holder[`${key}x`] = next;
    else if (how === 'repeat' && Array.isArray(node)) node.splice(Number(key), 0, structuredClone(next));
    if (how === 'remove' || how === 'rename') {
      if (Array.isArray(node)) node.splice(Number(key), 1);
      else delete holder[key];
    }
    return copy;
  }
  return copy;
}

/** A fixture's values: the lines of JSON Lines, else the one value. */
function valuesOf(path: string, bytes: Uint8Array): { values: unknown; isLines: boolean } | null {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) return null;
  const { source } = readSource(decoded.value.text, undefined);
  if (path.endsWith('.jsonl')) return { values: source.lines?.map((l) => l.value) ?? [], isLines: true };
  return source.json === undefined ? null : { values: source.json, isLines: false };
}

function sourceOf(values: unknown, isLines: boolean): ImportSource {
  const text =
    isLines && Array.isArray(values)
      ? values.map((v) => JSON.stringify(v)).join('\n')
      : JSON.stringify(values);
  return readSource(text, 'damaged.json').source;
}

describe('damaged input', () => {
  for (const importer of importers) {
    const inputs = fixtureInputs(importer.id)
      .filter(({ path }) => /\.jsonl?$/.test(path))
      .slice(0, INPUTS)
      .flatMap(({ path, bytes }) => valuesOf(path, bytes) ?? []);
    if (inputs.length === 0) continue;

    it(`${importer.id} gives messages or an error, and never throws`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...inputs),
          fc.array(damage, { minLength: 1, maxLength: 6 }),
          ({ values, isLines }, damages) => {
            const source = sourceOf(damages.reduce(damaged, values), isLines);
            const confidence = importer.detect(source);
            expect(confidence >= 0 && confidence <= 1).toBe(true);
            const result = importer.parse(source);
            if (result.ok) expect(result.value.conversation.messages.length).toBeGreaterThan(0);
            else expect(result.error.code).toMatch(/^[a-z-]+$/);
            for (const imported of importer.parseAll?.(source) ?? []) {
              expect(imported.conversation.messages.length).toBeGreaterThan(0);
            }
          },
        ),
        runs(15),
      );
    });
  }
});
