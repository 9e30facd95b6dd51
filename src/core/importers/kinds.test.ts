/** Every case stands for a kind of trouble: a further file of the same kind, with other specifics, is read right too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const CASES = join(import.meta.dirname, '../../../../shared/cases');

/** Cases whose further files have names of their own. `fixtures.test.ts` compares them all with what is expected. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '18': 'claude-code/streamed-and-interleaved',
  '23': 'claude-code/two-compactions-phantom-parents',
  '25': 'codex-rollout/events-only',
  // Generated: files of any size, cut anywhere.
  '53': '../stream/stream.test.ts',
};

const furtherFiles = readdirSync(FIXTURES).flatMap((id) =>
  readdirSync(join(FIXTURES, id)).filter((name) => name.startsWith('kind-')),
);
const cases = readdirSync(FIXTURES).flatMap((id) =>
  readdirSync(join(FIXTURES, id)).filter((name) => /^\d\d-/.test(name)),
);
if (!existsSync(CASES)) console.warn('../shared is absent: only the cases among the fixtures are looked up.');
const numbers = new Set(
  [...cases, ...(existsSync(CASES) ? readdirSync(CASES) : [])]
    .filter((name) => /^\d\d-/.test(name))
    .map((name) => name.slice(0, 2)),
);

describe('every case has a further file of its kind', () => {
  it.each([...numbers].sort())('%s', (number) => {
    const elsewhere = ELSEWHERE[number];
    if (elsewhere !== undefined) expect(existsSync(join(FIXTURES, elsewhere))).toBe(true);
    else expect(furtherFiles.some((name) => name.startsWith(`kind-${number}-`))).toBe(true);
  });

  it('and says what is expected of it', () => {
    for (const id of readdirSync(FIXTURES)) {
      for (const name of readdirSync(join(FIXTURES, id)).filter((n) => n.startsWith('kind-'))) {
        const expected = readFileSync(join(FIXTURES, id, name, 'expected.json'), 'utf8');
        expect(JSON.parse(expected)).toHaveProperty('messages');
      }
    }
  });
});
