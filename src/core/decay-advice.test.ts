import { describe, expect, it } from 'vitest';
import { registry } from '../strategies/registry';
import { prepareFor } from '../strategies/testing/prepare';
import { laneOf, talk, words } from '../strategies/testing/talk';
import { coversEverything, type DecaySituation, decayAdvice, fullHistoryTokens } from './decay-advice';
import type { ResolvedProbe } from './probes';
import { simulateLane } from './simulate';

const said = talk(
  's: Be brief.',
  'u: turn one',
  'a: answer one',
  'u: turn two',
  'a: answer two',
  'u: turn three',
);
const prepared = prepareFor(said, { countTokens: words });
const run = (k: number, unit: 'turn' | 'message' = 'turn') =>
  simulateLane(prepared, laneOf('window', { k }, unit), registry)!;

it('a lane covers everything while every turn is whole at its last step', () => {
  expect([1, 2, 9].map((k) => coversEverything(run(k)))).toEqual([false, true, true]);
  // Half of turn 1 is not all of it.
  expect(coversEverything(run(3, 'message'))).toBe(false);
  expect(coversEverything(run(4, 'message'))).toBe(true);
});

it('the full history is what is sent when nothing is left out', () => {
  expect(fullHistoryTokens(prepared)).toBe(6 * 6);
  const full = simulateLane(prepared, laneOf('full'), registry)!;
  expect(fullHistoryTokens(prepared)).toBe(full.tokens.at(-1));
});

describe('advice', () => {
  const probe = (step: number, ...evidenceTurns: number[]) =>
    ({ step, evidenceTurns }) as unknown as ResolvedProbe;
  const limit = { tokens: 132_096, outputReserve: 4_096 };
  const advice = (more: Partial<DecaySituation>) =>
    decayAdvice({ covering: [], probes: [], fullTokens: 20_000, exact: true, limit, ...more });

  it.each<[string | null, Partial<DecaySituation>]>([
    [null, {}],
    [
      'Sliding window covers everything that was said: nothing decays there.',
      { covering: ['Sliding window'] },
    ],
    [
      'The full history is cheap here: 2,559 tokens, under 2 % of the 128,000 that the model takes.',
      { fullTokens: 2_559 },
    ],
    [
      'The full history is cheap here: about 2,000 tokens, under 2 % of the 128,000 that the model takes.',
      { fullTokens: 2_000, exact: false },
    ],
    [null, { fullTokens: 2_560 }],
    [null, { fullTokens: 2_000, limit: { tokens: 8_000, outputReserve: 4_000 } }],
    [
      'Most questions (2 of 3) need what was said early: letting go by age alone loses it.',
      { probes: [probe(30, 3, 29), probe(9, 3), probe(9, 4)] },
    ],
    [null, { probes: [probe(30, 3), probe(9, 4)] }],
  ])('%s', (wanted, situation) => {
    expect(advice(situation)).toBe(wanted);
  });
});
