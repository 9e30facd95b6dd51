import type { FateMatrix } from '../fate-codes';
import { FATES, isVerbatim } from '../fate-codes';
import type { Metric } from './metric';

const MIN_PAIRS = 5;

/** Share of (turn, step) pairs of an age that are verbatim and whole; index age (0 unused). */
export function survivalByAge(matrix: FateMatrix, done: number): { share: number; pairs: number }[] {
  const kept = new Float64Array(done);
  const pairs = new Float64Array(done);
  for (let step = 1; step <= done; step++) {
    for (let turn = 1; turn < step; turn++) {
      const cell = (step - 1) * matrix.turns + turn - 1;
      const age = step - turn;
      pairs[age] = pairs[age]! + 1;
      if (isVerbatim(FATES[matrix.fates[cell]!]!) && matrix.fractions[cell] === 255)
        kept[age] = kept[age]! + 1;
    }
  }
  return Array.from(pairs, (n, age) => ({ share: n > 0 ? kept[age]! / n : 1, pairs: n }));
}

export const metric: Metric = {
  id: 'half-life',
  order: 6,
  title: () => 'Half-life of turns',
  help: 'The age at which fewer than half of the turns are still there word for word.',
  best: null,
  compute({ run }) {
    const survival = survivalByAge(run.fates, run.done);
    const age = survival.findIndex((s, a) => a > 0 && s.pairs >= MIN_PAIRS && s.share < 0.5);
    if (age >= 0) return { value: age, text: `${age} ${age === 1 ? 'turn' : 'turns'}` };
    const oldest = survival.reduce((max, s, a) => (s.pairs >= MIN_PAIRS ? a : max), 0);
    return { value: null, text: oldest === 0 ? 'too short to say' : `over ${oldest} turns` };
  },
};
