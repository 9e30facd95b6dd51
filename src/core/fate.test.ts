import { expect, it } from 'vitest';
import { registry } from '../strategies/registry';
import { prepareFor } from '../strategies/testing/prepare';
import { laneOf, talk } from '../strategies/testing/talk';
import { emptyFates, writeFates } from './fate';
import { type Fate, fateAt } from './fate-codes';
import type { Run, Selection } from './selection';
import { simulateLane } from './simulate';

const ORDER: readonly Fate[] = [
  'pinned',
  'retrieved',
  'verbatim',
  'summarized',
  'folded',
  'archived',
  'dropped',
];
const PAIRS = ORDER.flatMap((better, i) => ORDER.slice(i + 1).map((worse) => [better, worse] as const));

/** Turn 1 has two messages; what becomes of each is given. */
const run = simulateLane(
  prepareFor(talk('u: one', 'a: two', 'u: three')),
  laneOf('full', {}, 'message'),
  registry,
)!;

function fateOf(first: Fate, second: Fate): Fate {
  const runs = [first, second].map(
    (fate, from): Run => ({
      from,
      to: from + 1,
      as: (fate === 'folded' ? 'summarized' : fate) as Run['as'],
      weight: 1,
    }),
  );
  const cited = [first, second].flatMap((fate, m) => (fate === 'summarized' ? [m] : []));
  const summary = {
    text: 's',
    tokens: 1,
    method: 'extractive',
    sentences: [{ text: 's', messages: cited }],
  } as const;
  const selection: Selection = { ...run.selection(2)!, runs, summaries: [summary] };
  const fates = emptyFates(2);
  writeFates(fates, selection, run.setup);
  return fateAt(fates, 2, 1);
}

it.each(PAIRS)('a turn that is partly %s and partly %s takes the first', (better, worse) => {
  expect(fateOf(better, worse)).toBe(better);
  expect(fateOf(worse, better)).toBe(better);
});
