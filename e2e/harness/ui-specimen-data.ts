import { FATE, type Fate, type FateMatrix } from '../../src/core/fate-codes';

/** Deterministic pseudo-random numbers in 0..1, so that two screenshots of the specimen are the same picture. */
export const randomFrom = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

export type Kind = 'full' | 'window' | 'tiered' | 'semantic' | 'all-fates';

const fateFor = (
  kind: Kind,
  age: number,
  turn: number,
  random: () => number,
): { fate: Fate; weight: number; fraction: number } => {
  const whole = (fate: Fate, weight = 255) => ({ fate, weight, fraction: 255 });
  if (age === 0) return whole('current');
  if (kind === 'full') return whole('verbatim');
  if (kind === 'window') return whole(age <= 5 ? 'verbatim' : 'dropped');
  if (kind === 'tiered') return whole(age <= 5 ? 'verbatim' : age <= 20 ? 'summarized' : 'dropped');
  if (kind === 'semantic') {
    if (age <= 2) return whole('verbatim');
    return random() < 8 / (age + 6) - 0.06 || (turn === 3 && age === 27)
      ? whole('retrieved', Math.round(255 * 2 ** (-age / 14)))
      : whole('dropped');
  }
  const cycle: readonly Fate[] = [
    'verbatim',
    'retrieved',
    'pinned',
    'condensed',
    'summarized',
    'folded',
    'archived',
    'dropped',
    'pending',
  ];
  const fate = cycle[(turn - 1) % cycle.length]!;
  return {
    fate,
    weight: Math.round(255 * Math.max(0, 1 - age / 24)),
    fraction: fate === 'condensed' || fate === 'verbatim' ? Math.max(40, 255 - age * 12) : 255,
  };
};

export const matrixOf = (kind: Kind, turns: number): FateMatrix => {
  const random = randomFrom(7);
  const size = turns * turns;
  const matrix = {
    turns,
    fates: new Uint8Array(size),
    weights: new Uint8Array(size),
    fractions: new Uint8Array(size),
  };
  for (let step = 1; step <= turns; step++)
    for (let turn = 1; turn <= step; turn++) {
      const { fate, weight, fraction } = fateFor(kind, step - turn, turn, random);
      const index = (step - 1) * turns + turn - 1;
      matrix.fates[index] = FATE[fate];
      matrix.weights[index] = weight;
      matrix.fractions[index] = fraction;
    }
  return matrix;
};

export const turnTokens = (turns: number): number[] => {
  const random = randomFrom(3);
  return Array.from({ length: turns }, (_, i) => (i === turns - 1 ? 33 : Math.round(45 + random() * 90)));
};
