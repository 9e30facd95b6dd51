import { describe, expect, it } from 'vitest';
import type { Message } from '../core/conversation';
import { fateAt } from '../core/fate-codes';
import { reasonsAt } from '../core/reasons';
import { EMBEDDING_DIMENSIONS } from '../core/relevance';
import { makeRelevanceFacts } from '../core/relevance-facts';
import type { LaneRun } from '../core/simulate';
import { simulateLane } from '../core/simulate';
import { loadAllStrategies, registry } from './registry';
import { type PrepareOptions, prepareFor } from './testing/prepare';
import { sameSimilarities } from './testing/same-similarities';
import { laneOf, talk, words } from './testing/talk';

await loadAllStrategies();

/** A unit vector at a given cosine to the question's, (1, 0, 0, …). */
function vectorAt(cosine: number): Float32Array {
  const v = new Float32Array(EMBEDDING_DIMENSIONS);
  v[0] = cosine;
  v[1] = Math.sqrt(1 - cosine * cosine);
  return v;
}

/** Six turns of one user message; the similarities of turns 1 to 5 to the question of turn 6 are given. */
const COSINES = [0.9, 0.5, 0.5, 0.1, -0.4, 1];
const vectorsFor =
  (cosines: readonly number[]): NonNullable<PrepareOptions['relevance']> =>
  (structure) =>
    makeRelevanceFacts(
      structure,
      (text) => {
        const turn = Number(/turn (\d+)/.exec(text)![1]);
        const cosine = cosines[turn - 1];
        return cosine === undefined || Number.isNaN(cosine) ? undefined : vectorAt(cosine);
      },
      'embedding',
    );

const said = talk(...COSINES.map((_, i) => `u: turn ${i + 1}`));
const hourly = (hours: readonly (number | null)[]) =>
  talk(
    ...hours.map((h, i) =>
      h === null ? `u: turn ${i + 1}` : `u@${new Date(Date.UTC(2026, 0, 1, h)).toISOString()}: turn ${i + 1}`,
    ),
  );

function run(
  params: Record<string, number | string | null>,
  {
    messages = said,
    cosines = COSINES,
    ...options
  }: PrepareOptions & { messages?: Message[]; cosines?: number[] } = {},
): LaneRun {
  const prepared = prepareFor(messages, { relevance: vectorsFor(cosines), countTokens: words, ...options });
  return simulateLane(prepared, laneOf('semantic-recency', { alwaysRecent: 0, ...params }), registry)!;
}
const retrieved = (lane: LaneRun, step = 6) =>
  [1, 2, 3, 4, 5].filter((turn) => turn < step && fateAt(lane.fates, step, turn) === 'retrieved');
const scores = (lane: LaneRun, step = 6) => reasonsAt(lane, step).map((r) => r.score?.score);

describe('semantic recency, half-life', () => {
  it('scores relevance x (floor + (1 - floor) x 2^(-age / halfLife))', () => {
    const [one, two, three, four, five] = scores(run({ halfLife: 2, floor: 0.3 }));
    expect(one).toBeCloseTo(0.9 * (0.3 + 0.7 * 2 ** (-5 / 2)), 6);
    expect(two).toBeCloseTo(0.5 * (0.3 + 0.7 * 2 ** (-4 / 2)), 6);
    expect(three).toBeCloseTo(0.5 * (0.3 + 0.7 * 2 ** (-3 / 2)), 6);
    // 0.1 and max(0, -0.4) are not above 0.2: no candidates.
    expect([four, five]).toEqual([0, 0]);
  });

  it('keeps the best topK, in chronological order', () => {
    // 0.9 x 0.424 = 0.381; 0.5 x 0.475 = 0.238; 0.5 x 0.547 = 0.274
    expect(retrieved(run({ halfLife: 2, topK: 1 }))).toEqual([1]);
    expect(retrieved(run({ halfLife: 2, topK: 2 }))).toEqual([1, 3]);
    expect(retrieved(run({ halfLife: 2, topK: 6 }))).toEqual([1, 2, 3]);
    expect(retrieved(run({ halfLife: 2, topK: 0 }))).toEqual([]);
  });

  it('takes the newer one of equal scores', () => {
    expect(retrieved(run({ floor: 1, topK: 2 }))).toEqual([1, 3]);
    expect(retrieved(run({ floor: 1, topK: 2 }, { cosines: [0.5, 0.5, 0.5, 0.5, 0.1, 1] }))).toEqual([3, 4]);
  });

  it('wants strictly more relevance than the minimum', () => {
    const exact = [0.5, 0.25, 0.25, 0.2500001, 0, 1];
    expect(retrieved(run({ minRelevance: 0.25 }, { cosines: exact }))).toEqual([1, 4]);
    expect(retrieved(run({ minRelevance: 0 }, { cosines: [0, -1, 0.01, 0, 0, 1] }))).toEqual([3]);
    expect(reasonsAt(run({ minRelevance: 0.25 }, { cosines: exact }), 6)[1]!.text).toBe(
      'relevance 0.25 is not above the minimum of 0.25',
    );
  });

  it('keeps the recent ones whatever they score, as no candidates', () => {
    const lane = run({ alwaysRecent: 2, topK: 6 });
    expect(retrieved(lane)).toEqual([1, 2, 3]);
    expect([4, 5].map((t) => fateAt(lane.fates, 6, t))).toEqual(['verbatim', 'verbatim']);
    const all = run({ alwaysRecent: 5, topK: 6 });
    expect(retrieved(all)).toEqual([]);
    expect(reasonsAt(all, 6).map((r) => r.text)).toEqual(
      Array(5).fill('one of the last 5 turns, always kept'),
    );
  });

  it('charges the recent ones to the budget first; what does not fit is skipped for the next', () => {
    // Every turn is 4 + 2 tokens, turn 1 has 10 words more.
    const long = said.map((m, i) =>
      i === 0 ? { ...m, parts: [{ type: 'text' as const, text: 'turn 1 x x x x x x x x x x' }] } : m,
    );
    const at = (budget: number) => run({ alwaysRecent: 1, budget, floor: 1 }, { messages: long });
    expect(retrieved(at(12))).toEqual([3]);
    expect(retrieved(at(18))).toEqual([2, 3]);
    expect(retrieved(at(22))).toEqual([1]);
    expect(retrieved(at(28))).toEqual([1, 3]);
    expect(retrieved(at(11))).toEqual([]);
    expect(reasonsAt(at(12), 6)[0]!.text).toMatch(
      /rank 1 of \d; up to 6 are kept, but 10 tokens over budget$/,
    );
    expect(
      at(5)
        .selection(6)!
        .flags.map((f) => f.code),
    ).toEqual(['over-budget']);
  });

  it('is a window in disguise without a floor', () => {
    // Of equal relevance at best, the oldest always loses; with a floor it wins by relevance.
    const cosines = [0.95, 0.4, 0.4, 0.4, 0.4, 1];
    expect(retrieved(run({ floor: 0, halfLife: 1, topK: 2 }, { cosines }))).toEqual([4, 5]);
    expect(retrieved(run({ floor: 0.3, halfLife: 1, topK: 2 }, { cosines }))).toEqual([1, 5]);
    expect(reasonsAt(run({ floor: 0, halfLife: 1, topK: 2 }, { cosines }), 6)[0]!.text).toMatch(
      /suppressed by decay alone: number 1 by relevance/,
    );
  });

  it('ages by all past turns, the pinned ones between included', () => {
    const [one, two] = scores(run({ halfLife: 2 }));
    const pinned = run({ halfLife: 2 }, { pinnedMessageIds: ['m3', 'm4'] });
    expect(scores(pinned).slice(0, 2)).toEqual([one, two]);
  });

  it('counts hours when asked to, and turns where a time is missing, and says so', () => {
    const times = [0, 10, 20, 30, 40, 50];
    const lane = run({ halfLife: 20, halfLifeIn: 'hours', floor: 0 }, { messages: hourly(times) });
    expect(scores(lane)[0]).toBeCloseTo(0.9 * 2 ** (-50 / 20), 6);
    expect(lane.selection(6)!.flags).toEqual([]);
    const holes = run(
      { halfLife: 20, halfLifeIn: 'hours', floor: 0 },
      { messages: hourly([null, 10, 20, 30, 40, 50]) },
    );
    expect(scores(holes)[0]).toBeCloseTo(0.9 * 2 ** (-5 / 20), 6);
    expect(scores(holes)[1]).toBeCloseTo(0.5 * 2 ** (-40 / 20), 6);
    expect(holes.selection(6)!.flags.map((f) => f.code)).toEqual(['times-missing']);
  });

  it('shows what is not known yet as pending, not as dropped', () => {
    const lane = run({}, { cosines: [Number.NaN, 0.5, 0.5, 0.1, 0.1, 1] });
    expect(fateAt(lane.fates, 6, 1)).toBe('pending');
    expect(retrieved(lane)).toEqual([2, 3]);
    expect(lane.selection(6)!.flags.map((f) => f.code)).toEqual(['relevance-pending']);
  });
});

describe('semantic recency, additive', () => {
  it('scores cosine + (1 - decayRate)^hours', () => {
    const lane = run({ formula: 'additive', decayRate: 0.05 }, { messages: hourly([0, 1, 2, 3, 4, 10]) });
    expect(scores(lane)[0]).toBeCloseTo(0.9 + 0.95 ** 10, 6);
    expect(scores(lane)[1]).toBeCloseTo(0.5 + 0.95 ** 9, 6);
    expect(scores(lane)[2]).toBeCloseTo(0.5 + 0.95 ** 8, 6);
  });

  it('counts turns, not messages, where times are missing', () => {
    const twice = said.flatMap((m, i) => [m, { ...m, id: `r${i}`, role: 'assistant' as const }]);
    const prepared = prepareFor(twice, { relevance: vectorsFor(COSINES), countTokens: words });
    const lane = simulateLane(
      prepared,
      laneOf('semantic-recency', { alwaysRecent: 0, formula: 'additive', decayRate: 0.1 }, 'message'),
      registry,
    )!;
    expect(scores(lane)[0]).toBeCloseTo(0.9 + 0.9 ** 5, 6);
    expect(scores(lane)[1]).toBeCloseTo(0.9 + 0.9 ** 5, 6);
  });
});

describe('semantic recency, weighted', () => {
  const messages = hourly([0, 100, 200, 300, 400, 500]);
  const cosines = [0.9, 0.5, 0.3, 0.1, -0.4, 1];

  it('adds min-max scaled recency, relevance and importance; a component equal for all is 0.5', () => {
    const lane = run({ formula: 'weighted', topK: 0 }, { messages, cosines });
    const recency = [500, 400, 300].map((h) => 0.995 ** h);
    const scaled = (x: number) => (x - recency[0]!) / (recency[2]! - recency[0]!);
    const relevance = (x: number) => (x - 0.3) / 0.6;
    // No message has a cue: importance is 0 for all, so 0.5.
    expect(
      scores(lane)
        .slice(0, 3)
        .map((x) => x!.toFixed(5)),
    ).toEqual([
      (scaled(recency[0]!) + relevance(0.9) + 0.5).toFixed(5),
      (scaled(recency[1]!) + relevance(0.5) + 0.5).toFixed(5),
      (scaled(recency[2]!) + relevance(0.3) + 0.5).toFixed(5),
    ]);
  });

  it('weighs each component', () => {
    const lane = run(
      { formula: 'weighted', weightRecency: 0, weightRelevance: 2, weightImportance: 0 },
      { messages, cosines },
    );
    expect(scores(lane)[1]).toBeCloseTo((2 * 0.2) / 0.6, 5);
  });

  it('is 0.5 each for a single candidate', () => {
    const lane = run({ formula: 'weighted' }, { messages, cosines: [0.9, 0, 0, 0, 0, 1] });
    expect(scores(lane)[0]).toBe(1.5);
  });

  it('takes importance from cues: three or more count as 1', () => {
    const cues = messages.map((m, i) =>
      i === 0
        ? {
            ...m,
            parts: [
              { type: 'text' as const, text: 'turn 1. Never log it. You must always ask. We decided that.' },
            ],
          }
        : m,
    );
    const lane = run(
      { formula: 'weighted', weightRecency: 0, weightRelevance: 0 },
      { messages: cues, cosines },
    );
    expect(scores(lane).slice(0, 3)).toEqual([1, 0, 0]);
  });

  it('takes a third of importance from each cue, up to three', () => {
    const cues = [
      'Never log it. You must always ask. We decided that. Never retry.',
      'Never log it.',
      'Fine.',
    ];
    const said = messages.map((m, i) => ({
      ...m,
      parts: [{ type: 'text' as const, text: `turn ${i + 1}. ${cues[i] ?? ''}` }],
    }));
    const lane = run(
      { formula: 'weighted', weightRecency: 0, weightRelevance: 0 },
      { messages: said, cosines },
    );
    const [one, two, three] = scores(lane);
    expect([one, three]).toEqual([1, 0]);
    expect(two).toBeCloseTo(1 / 3, 6);
    expect(reasonsAt(lane, 6)[0]!.text).toContain('importance 1.00 (assumed)');
  });

  it('counts being retrieved as an access, which makes a turn recent again', () => {
    const lane = run(
      { formula: 'weighted', topK: 1 },
      { messages, relevance: sameSimilarities([1, 0.3, 0.3, 0.3, 0.3]) },
    );
    const recencyAt = (step: number) => reasonsAt(lane, step)[0]!.score!.recency;
    // Turn 1 is retrieved at every step: last access is the step before, 100 hours ago.
    expect(recencyAt(2)).toBeCloseTo(0.995 ** 100, 6);
    expect(recencyAt(3)).toBeCloseTo(0.995 ** 100, 6);
    expect(recencyAt(6)).toBeCloseTo(0.995 ** 100, 6);
    const never = run(
      { formula: 'weighted', topK: 0 },
      { messages, relevance: sameSimilarities([1, 0.3, 0.3, 0.3, 0.3]) },
    );
    expect(reasonsAt(never, 6)[0]!.score!.recency).toBeCloseTo(0.995 ** 500, 6);
  });
});

describe('the lexical stand-in', () => {
  const lexical = (messages: Message[]) =>
    simulateLane(
      prepareFor(messages, { relevance: 'lexical' }),
      laneOf('semantic-recency', { alwaysRecent: 0 }),
      registry,
    )!;

  it('is labelled, and finds the turn that shares the words', () => {
    const lane = lexical(
      talk('u: Never log addresses.', 'u: Buttons blue.', 'u: Write the logging helper, no addresses.'),
    );
    expect(fateAt(lane.fates, 3, 1)).toBe('retrieved');
    expect(fateAt(lane.fates, 3, 2)).toBe('dropped');
    expect(lane.selection(3)!.flags.map((f) => f.code)).toEqual(['relevance-lexical']);
  });

  it('finds nothing where nothing is shared, not even the word "user"', () => {
    const lane = lexical(talk('u: The sky looks lovely.', 'u: Cats sleep.', 'u: Fix payments'));
    expect([1, 2].map((t) => fateAt(lane.fates, 3, t))).toEqual(['dropped', 'dropped']);
  });
});
