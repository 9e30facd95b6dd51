import fc from 'fast-check';
import { expect } from 'vitest';
import { importText } from '../import-conversation';
import type { Importer } from '../importer';
import { readSource } from '../read-source';

const junk = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5e300,
    '',
    'x',
    '\ud800',
    '__proto__',
    [],
    {},
    [[]],
    [null],
    { id: 1 },
    ['y', 2],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const hit = fc.record({
  at: fc.nat(),
  change: fc.constantFrom('replace', 'delete', 'repeat', 'rename'),
  junk,
});
type Hit = typeof hit extends fc.Arbitrary<infer T> ? T : never;

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Copies of `value` with a few places replaced, deleted, repeated or renamed. */
export const damaged = (value: unknown): fc.Arbitrary<unknown> =>
  fc.array(hit, { maxLength: 6 }).map((hits) => hits.reduce<unknown>(damage, copyOf(value)));

function damage(value: unknown, { at, change, junk: other }: Hit): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push([holder as Record<string, unknown>, key]);
      walk((holder as Record<string, unknown>)[key]);
    }
  };
  walk(value);
  const place = places[at % (places.length + 1)];
  if (!place) return other;
  const [holder, key] = place;
  if (change === 'delete') delete holder[key];
  else if (change === 'repeat' && Array.isArray(holder)) holder.push(copyOf(holder[Number(key)]));
  else if (change === 'rename') holder[`${key}_`] = holder[key];
  else holder[key] = copyOf(other);
  return value;
}

/** The contract for any input: a message or an error, and never a fault. `parse` is asked even where `detect` says no. */
export function expectWhole(importer: Importer, text: string): void {
  const { source } = readSource(text, undefined);
  const confidence = importer.detect(source);
  expect(confidence >= 0 && confidence <= 1).toBe(true);
  const results = [importer.parse(source), importText(text)];
  for (const result of results) {
    if (!result.ok) {
      expect(result.error.code).not.toBe('import-failed');
      expect(result.error.message).not.toBe('');
      continue;
    }
    const { conversation, warnings, branches = [] } = result.value;
    expect(conversation.messages.length).toBeGreaterThan(0);
    const ids = new Set(conversation.messages.map((m) => m.id));
    expect(ids.size).toBe(conversation.messages.length);
    for (const warning of warnings) expect(warning.message).toMatch(/^[^a-z-].*[.]$/s);
    for (const point of branches) {
      expect(point.afterMessageId === null || ids.has(point.afterMessageId)).toBe(true);
      expect(point.alternatives.length).toBeGreaterThan(1);
    }
  }
  for (const { conversation } of importer.parseAll?.(source) ?? []) {
    expect(conversation.messages.length).toBeGreaterThan(0);
  }
}
