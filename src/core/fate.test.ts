import { expect, it } from 'vitest';
import { registry } from '../strategies/registry';
import { prepareFor } from '../strategies/testing/prepare';
import { laneOf, talk, words } from '../strategies/testing/talk';
import { emptyFates, writeFates } from './fate';
import { type Fate, fateAt } from './fate-codes';
import type { Run, Selection } from './selection';
import { simulateLane } from './simulate';

const ORDER: readonly Fate[] = [
  'pinned',
  'retrieved',
  'verbatim',
  'condensed',
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

it('never draws a turn as whole of which the smallest part is missing', () => {
  const long = Array(20_000).fill('word').join(' ');
  const messages = talk('u: go', `a: ${long}`, 'u: now');
  const window = simulateLane(
    prepareFor(messages, { countTokens: words }),
    laneOf('window', { k: 1 }, 'message'),
    registry,
  )!;
  expect(fateAt(window.fates, 2, 1)).toBe('verbatim');
  expect(window.fates.fractions[2]).toBe(254);
});
