/** What a file says does not depend on where it is opened: all fixtures, cases and samples in three time zones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exporters } from '../exporters/registry';
import { hash64 } from '../hash';
import { importAllBytes, importBytes } from './import-conversation';
import { describeExpected, describeResult, type ExpectedCase } from './testing/expected-case';
import { fixtureInputs } from './testing/inputs';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata'];

const SHARED = join(import.meta.dirname, '../../../../shared');
const hasShared = existsSync(SHARED);
if (!hasShared) console.warn('../shared is absent: only the fixtures are opened in three time zones.');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /[\\/]input\.\w+$/.test(path) || /samples[\\/](?!index|INDEX)[^\\/]+\.\w+$/.test(path));
const paths = [
  ...fixtureInputs().map((input) => input.path),
  ...(hasShared ? [...filesIn(join(SHARED, 'cases')), ...filesIn(join(SHARED, 'samples'))] : []),
];

const before = process.env.TZ;
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

function inZone<T>(zone: string, work: () => T): T {
  process.env.TZ = zone;
  return work();
}

/** Everything that is made of a file: its conversations, warnings, and what each exporter writes of the first. */
function digest(bytes: Uint8Array): string {
  const all = importAllBytes(bytes);
  const first = importBytes(bytes);
  const items = first.ok ? first.value.conversation.messages : [];
  const written = exporters.map((e) => e.make({ title: 'T', items }));
  return hash64(JSON.stringify([first, all.ok ? [...all.value] : all.error, written]));
}

describe('time zones', () => {
  it('are followed by this process, else the other tests show nothing', () => {
    const offsets = ZONES.map((zone) => inZone(zone, () => new Date(2025, 0, 25, 6).getTimezoneOffset()));
    expect(new Set(offsets).size).toBe(3);
  });

  it.each(paths.map((path) => [path.replace(/^.*[\\/](?=[^\\/]+[\\/][^\\/]+[\\/][^\\/]+$)/, ''), path]))(
    '%s',
    (_, path) => {
      const bytes = new Uint8Array(readFileSync(path));
      const [utc, ...others] = ZONES.map((zone) => inZone(zone, () => digest(bytes)));
      expect(others).toEqual([utc, utc]);
      const expected = join(dirname(path), 'expected.json');
      if (!existsSync(expected)) return;
      const wanted = describeExpected(JSON.parse(readFileSync(expected, 'utf8')) as ExpectedCase);
      expect(inZone('Asia/Kolkata', () => describeResult(importBytes(bytes)))).toEqual(wanted);
    },
  );
});
