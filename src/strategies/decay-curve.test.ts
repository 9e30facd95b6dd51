import { describe, expect, it } from 'vitest';
import type { Message } from '../core/conversation';
import { fateAt } from '../core/fate-codes';
import { reasonsAt } from '../core/reasons';
import type { RelevanceFacts } from '../core/relevance-facts';
import { type LaneRun, simulateLane } from '../core/simulate';
import { loadAllStrategies, registry } from './registry';
import { type PrepareOptions, prepareFor } from './testing/prepare';
import { laneOf, talk, toolCall, toolResult, turns } from './testing/talk';

await loadAllStrategies();

/** Similarity of the question of a step to a unit (from 0); what is not given is 0. */
type Similarities = Readonly<Record<number, Readonly<Record<number, number>>>>;

const asking =
  (similarities: Similarities): NonNullable<PrepareOptions['relevance']> =>
  (structure): RelevanceFacts => ({
    method: 'embedding',
    row(step, kind) {
      const similarity = new Float32Array(structure.units(kind).pastCount[step]!);
      for (const [unit, value] of Object.entries(similarities[step] ?? {})) similarity[Number(unit)] = value;
      return { method: 'embedding', similarity, pending: similarity.filter(Number.isNaN).length };
    },
  });

interface Setting extends PrepareOptions {
  readonly messages?: readonly Message[];
  readonly unit?: 'turn' | 'message';
  readonly similarities?: Similarities;
}

function run(
  params: Record<string, number | string>,
  { messages = turns(40), unit = 'turn', similarities = {}, ...options }: Setting = {},
): LaneRun {
  const prepared = prepareFor(messages, { relevance: asking(similarities), ...options });
  return simulateLane(prepared, laneOf('decay-curve', params, unit), registry)!;
}

/** Units as they are treated at a step, newest first: index age - 1. */
const byAge = (lane: LaneRun, step: number) =>
  lane
    .selection(step)!
    .runs.flatMap((r) => Array.from({ length: r.to - r.from }, () => ({ as: r.as, weight: r.weight })))
    .reverse();

const selections = (lane: LaneRun) => Array.from({ length: lane.done }, (_, i) => lane.selection(i + 1));

/** How many units, counted from the newest, are word for word, and up to which age they are summarized. */
function borders(lane: LaneRun, step = 40): [verbatimUpTo: number, summarizedUpTo: number] {
  const list = byAge(lane, step).map((u) => u.as);
  const verbatim = list.filter((as) => as === 'verbatim').length;
  const summarized = list.filter((as) => as === 'summarized').length;
  expect(list).toEqual([
    ...Array(verbatim).fill('verbatim'),
    ...Array(summarized).fill('summarized'),
    ...Array(step - 1 - verbatim - summarized).fill('dropped'),
  ]);
  return [verbatim, verbatim + summarized];
}

describe('fading memory: the curves', () => {
  it.each<[string, Record<string, number>, (age: number) => number, [number, number]]>([
    // 2^(-23/10) = 0.203, 2^(-24/10) = 0.189
    ['exponential', {}, (age) => 2 ** (-age / 10), [10, 23]],
    // 2^(-1/2) = 0.71; 2^(-2/2) = 0.5; 2^(-4/2) = 0.25, 2^(-5/2) = 0.18
    ['exponential', { halfLife: 2 }, (age) => 2 ** (-age / 2), [2, 4]],
    // 4^-0.5 = 0.5 at age 3; 25^-0.5 = 0.2 at age 24
    ['power', {}, (age) => 1 / Math.sqrt(1 + age), [3, 24]],
    ['power', { b: 1 }, (age) => 1 / (1 + age), [1, 4]],
    ['power', { b: 0 }, () => 1, [39, 39]],
    // e^(-3/5) = 0.549, e^(-4/5) = 0.449; e^(-8/5) = 0.202, e^(-9/5) = 0.165
    ['ebbinghaus', {}, (age) => Math.exp(-age / 5), [3, 8]],
    ['ebbinghaus', { stability: 10 }, (age) => Math.exp(-age / 10), [6, 16]],
    // 1 - 10/20 = 0.5; 1 - 16/20 = 0.2
    ['linear', {}, (age) => Math.max(0, 20 - age) / 20, [10, 16]],
    ['linear', { halfLife: 5 }, (age) => Math.max(0, 10 - age) / 10, [5, 8]],
    ['step', {}, (age) => (age <= 10 ? 1 : 0), [10, 10]],
  ])('%s %o', (curve, params, strength, expected) => {
    const lane = run({ curve, ...params });
    expect(borders(lane)).toEqual(expected);
    for (const [i, unit] of byAge(lane, 40).entries()) {
      expect(unit.weight).toBeCloseTo(unit.as === 'dropped' ? 1 : strength(i + 1), 12);
    }
  });

  it('is exponential with a half-life of 10 unless something else is said', () => {
    expect(borders(run({}))).toEqual([10, 23]);
  });

  it('draws the strength as weight', () => {
    const lane = run({});
    const weight = (turn: number) => lane.fates.weights[39 * 40 + turn - 1];
    expect(weight(39)).toBe(Math.round(255 * 2 ** -0.1));
    expect(weight(30)).toBe(128);
  });

  it('counts messages when asked to', () => {
    const said = turns(20).flatMap((m) => [m, { ...m, id: `a${m.id}`, role: 'assistant' as const }]);
    const lane = run({ halfLife: 2 }, { messages: said, unit: 'message' });
    // 38 messages are past at step 20: ages 1 and 2 are a19 and u19, ages 3 and 4 are a18 and u18.
    expect(byAge(lane, 20).map((u) => u.as.charAt(0))).toEqual([...'vvss'].concat(Array(34).fill('d')));
    expect([17, 18, 19].map((t) => fateAt(lane.fates, 20, t))).toEqual(['dropped', 'summarized', 'verbatim']);
  });

  it('ages pinned turns too, so that a pin changes no other turn', () => {
    const free = run({ halfLife: 3 });
    const pinned = run({ halfLife: 3 }, { pinnedMessageIds: ['m38', 'm1'] });
    for (let turn = 2; turn < 40; turn++) {
      if (turn !== 38) expect(fateAt(pinned.fates, 40, turn)).toBe(fateAt(free.fates, 40, turn));
    }
    expect([1, 38].map((t) => fateAt(pinned.fates, 40, t))).toEqual(['pinned', 'pinned']);
  });

  it('keeps tool calls and results together', () => {
    const said = [
      ...talk('u: one'),
      toolCall('c', 'x'),
      ...talk('u: two').map((m) => ({ ...m, id: 'u2' })),
      toolResult('r', 'x'),
      ...turns(2).map((m) => ({ ...m, id: `z${m.id}` })),
    ];
    const lane = run({ curve: 'step', halfLife: 2 }, { messages: said });
    expect(byAge(lane, 4).map((u) => u.as)).toEqual(['verbatim', 'verbatim', 'verbatim']);
    expect(reasonsAt(lane, 4)[0]!.text).toMatch(/partner of call x/);
  });
});

describe('fading memory: the thresholds', () => {
  it('keeps everything at 0 and only full strength at 1', () => {
    expect(borders(run({ keepAbove: 0 }))).toEqual([39, 39]);
    expect(borders(run({ keepAbove: 1 }))).toEqual([0, 23]);
    expect(borders(run({ keepAbove: 1, curve: 'step' }))).toEqual([10, 10]);
    expect(borders(run({ summarizeAbove: 0 }))).toEqual([10, 39]);
    expect(borders(run({ summarizeAbove: 1 }))).toEqual([10, 10]);
    expect(borders(run({ keepAbove: 1, summarizeAbove: 1 }))).toEqual([0, 0]);
  });

  it('makes no summary where the thresholds are equal or crossed', () => {
    for (const summarizeAbove of [0.5, 0.8]) {
      const lane = run({ summarizeAbove });
      expect(borders(lane)).toEqual([10, 10]);
      expect(reasonsAt(lane, 40)[28]!.text).toBe('strength 0.47 at age 11: dropped (below 0.50)');
    }
  });

  it('archives what falls out', () => {
    const lane = run({ overflow: 'archive' });
    expect([16, 17].map((t) => fateAt(lane.fates, 40, t))).toEqual(['archived', 'summarized']);
    expect(reasonsAt(lane, 40)[0]!.text).toBe('strength 0.07 at age 39: archived (below 0.20)');
  });

  it('says the strength and the thresholds that decided', () => {
    const reasons = reasonsAt(run({}), 40);
    expect(reasons[34]!.text).toBe('strength 0.71 at age 5: word for word (0.50 or more)');
    expect(reasons[26]!.text).toBe('strength 0.41 at age 13: summarized (0.20 to 0.50)');
    expect(reasons[8]!.text).toBe('strength 0.12 at age 31: dropped (below 0.20)');
  });

  it('puts what it summarizes into one summary', () => {
    const said = talk(...Array.from({ length: 30 }, (_, i) => `u: The rule ${i + 1} must always hold.`));
    const { summaries } = run({}, { messages: said }).selection(30)!;
    expect(summaries).toHaveLength(1);
    for (const { messages } of summaries[0]!.sentences)
      for (const m of messages) expect(m >= 6 && m < 19).toBe(true);
  });
});

describe('fading memory: rehearsal', () => {
  const curve = { curve: 'ebbinghaus' };
  /** Turn 1 (unit 0), its treatment and weight at each step from 2. */
  const life = (lane: LaneRun, steps: number) =>
    Array.from({ length: steps - 1 }, (_, i) => byAge(lane, i + 2).at(-1)!);

  it('restarts the age and adds one stability, from the step on that asks', () => {
    // Gone at step 10 (age 9); the question of step 12 is about it.
    const lane = run(curve, { similarities: { 12: { 0: 0.6 } } });
    const weights = life(lane, 40).map((u) => u.weight);
    expect(byAge(lane, 11).at(-1)!.as).toBe('dropped');
    expect(byAge(lane, 12).at(-1)).toEqual({ as: 'retrieved', weight: 1 });
    for (let step = 13; step <= 18; step++) {
      expect(byAge(lane, step).at(-1)!.as).toBe('retrieved');
      expect(weights[step - 2]).toBeCloseTo(Math.exp(-(step - 12) / 10), 12);
    }
    // e^(-7/10) = 0.497, e^(-16/10) = 0.202, e^(-17/10) = 0.183
    expect([19, 28, 29].map((step) => byAge(lane, step).at(-1)!.as)).toEqual([
      'summarized',
      'summarized',
      'dropped',
    ]);
    expect(reasonsAt(lane, 15)[0]!.text).toBe(
      'strength 0.74 at age 3 since step 12 rehearsed it, stability 10: word for word again (0.06 without rehearsal)',
    );
    expect(reasonsAt(lane, 11)[0]!.text).toBe('strength 0.14 at age 10: dropped (below 0.20)');
  });

  it('adds one stability each time', () => {
    const lane = run(curve, { similarities: { 3: { 0: 0.9 }, 4: { 0: 1 }, 5: { 0: 0.7 } } });
    // Stability 5 + 3 x 5, counted from step 5.
    expect(life(lane, 15)[15 - 2]).toEqual({ as: 'retrieved', weight: Math.exp(-10 / 20) });
    expect(reasonsAt(lane, 15)[0]!.text).toMatch(/at age 10 since step 5 rehearsed it, stability 20:/);
  });

  it('is verbatim, not retrieved, while it would be there anyway', () => {
    const lane = run(curve, { similarities: { 3: { 0: 0.9 } } });
    expect([3, 4, 5].map((step) => byAge(lane, step).at(-1)!.as)).toEqual([
      'verbatim',
      'verbatim',
      'retrieved',
    ]);
    expect(fateAt(lane.fates, 5, 1)).toBe('retrieved');
  });

  it('needs at least the similarity that is set', () => {
    const near = { similarities: { 12: { 0: 0.59 } } };
    expect(byAge(run(curve, near), 12).at(-1)!.as).toBe('dropped');
    expect(byAge(run({ ...curve, rehearsalAt: 0.55 }, near), 12).at(-1)!.as).toBe('retrieved');
    // Every relevance is at least 0, a negative similarity's too.
    const all = run({ ...curve, rehearsalAt: 0 }, { similarities: { 12: { 0: -0.3 } } });
    expect(byAge(all, 12).map((u) => u.weight)).toEqual(Array(11).fill(1));
  });

  it('asks nothing of similarities on the other curves', () => {
    const similarities = { 12: { 0: 1, 1: Number.NaN } };
    for (const other of ['exponential', 'power', 'linear', 'step']) {
      const lane = run({ curve: other }, { similarities });
      expect(selections(lane)).toEqual(selections(run({ curve: other })));
    }
  });

  it('counts age in messages where messages count', () => {
    const said = turns(20).flatMap((m) => [m, { ...m, id: `a${m.id}`, role: 'assistant' as const }]);
    const lane = run(curve, { messages: said, unit: 'message', similarities: { 10: { 1: 0.8 } } });
    // 18 messages are past at step 10 and 20 at step 11: age 2, stability 10.
    expect(byAge(lane, 10).at(-2)).toEqual({ as: 'retrieved', weight: 1 });
    expect(byAge(lane, 11).at(-2)).toEqual({ as: 'retrieved', weight: Math.exp(-2 / 10) });
    expect(byAge(lane, 11).at(-1)!.as).toBe('dropped');
  });

  it('brings back what a turn speaks of that is pinned in between', () => {
    const similarities = { 12: { 0: 0.9 } };
    const free = run(curve, { similarities });
    const pinned = run(curve, { similarities, pinnedMessageIds: ['m5'] });
    expect(fateAt(pinned.fates, 14, 1)).toBe(fateAt(free.fates, 14, 1));
    expect(reasonsAt(pinned, 14)[0]).toEqual(reasonsAt(free, 14)[0]);
  });

  it('knows a prefix as the whole knows it', () => {
    const similarities = { 4: { 1: 0.7 }, 9: { 0: 0.8, 1: 0.9 }, 15: { 2: Number.NaN } };
    const whole = run(curve, { similarities });
    for (const n of [1, 4, 9, 10, 16]) {
      const part = run(curve, { messages: turns(n), similarities });
      expect(selections(part)).toEqual(selections(whole).slice(0, n));
      expect(part.states).toEqual(whole.states.slice(0, n));
    }
  });

  it('copies its state only where a question rehearses something', () => {
    const lane = run(curve, { similarities: { 12: { 0: 0.9 } } });
    const states = lane.states.map((s) => s.selector);
    expect(new Set(states).size).toBe(2);
    expect(states[11]).toBe(states[0]);
    expect(states[12]).not.toBe(states[11]);
  });

  it('leaves open what an unknown similarity would decide, and says so', () => {
    const unknown = { 12: { 0: Number.NaN, 9: Number.NaN } };
    const lane = run(curve, { similarities: unknown });
    const flags = (step: number) => lane.selection(step)!.flags;
    expect(flags(11)).toEqual([]);
    expect(fateAt(lane.fates, 12, 1)).toBe('pending');
    expect(flags(12)).toEqual([
      { code: 'relevance-pending', message: '1 similarity is still being computed.' },
    ]);
    // Turn 10 is recent enough whatever the question was; four turns later that matters for it, too.
    expect([12, 13, 14].map((step) => fateAt(lane.fates, step, 10))).toEqual([
      'verbatim',
      'verbatim',
      'pending',
    ]);
    expect(flags(14)[0]!.message).toBe('2 similarities are still being computed.');
    expect(reasonsAt(lane, 14)[0]!.text).toBe(
      'strength 0.07 at age 13: whether a question was about it has not been computed yet',
    );
  });

  it('labels the lexical stand-in', () => {
    const said = talk('u: Never log addresses.', ...Array(12).fill('u: ok'), 'u: What about addresses?');
    const lane = run(curve, { messages: said, relevance: 'lexical' });
    expect(lane.selection(14)!.flags.map((f) => f.code)).toEqual(['relevance-lexical']);
    expect(fateAt(lane.fates, 14, 1)).toBe('retrieved');
    expect(fateAt(lane.fates, 13, 1)).toBe('dropped');
  });
});
