import { describe, expect, it } from 'vitest';
import type { ConversationDocument } from '../core/conversation';
import { emptyFates } from '../core/fate';
import { FATE } from '../core/fate-codes';
import { survivalByAge } from '../core/metrics/half-life.metric';
import { DEFAULT_LIMIT, DEFAULT_PRICES, type MetricInput } from '../core/metrics/metric';
import { metrics } from '../core/metrics/registry';
import { recallAt, resolveProbes } from '../core/probes';
import { accountRequests } from '../core/requests';
import { type LaneRun, simulateLane } from '../core/simulate';
import { laneVerdict } from '../core/story';
import type { SupersessionLink } from '../core/supersession-links';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf, talk, turns, words } from './testing/talk';

await loadAllStrategies();

const metric = (id: string) => metrics.find((m) => m.id === id)!;
const input = (run: LaneRun, more: Partial<MetricInput> = {}): MetricInput => ({
  run,
  account: accountRequests(run, 0),
  step: run.done,
  probes: [],
  focus: null,
  supersessions: [],
  prices: DEFAULT_PRICES,
  limit: DEFAULT_LIMIT,
  ...more,
});
const lane = (messages = turns(12), id = 'window', params = {}, more = {}) =>
  simulateLane(prepareFor(messages, { countTokens: words, ...more }), laneOf(id, params), registry)!;

describe('survival and half-life', () => {
  it('is the first age at which fewer than half are verbatim, over at least 5 pairs', () => {
    const at = (k: number, n = 12) => metric('half-life').compute(input(lane(turns(n), 'window', { k })));
    expect(at(3)).toEqual({ value: 4, text: '4 turns' });
    expect(at(0)).toEqual({ value: 1, text: '1 turn' });
    // Ages up to 7 have 5 pairs in 12 turns.
    expect(at(6)).toEqual({ value: 7, text: '7 turns' });
    expect(at(7)).toEqual({ value: null, text: 'over 7 turns' });
    expect(at(3, 5)).toEqual({ value: null, text: 'too short to say' });
  });

  it('counts exactly half as surviving, and partly kept turns as gone', () => {
    const matrix = { ...emptyFates(7), fractions: new Uint8Array(49) };
    const set = (step: number, turn: number, fate: number, fraction = 255) => {
      matrix.fates[(step - 1) * 7 + turn - 1] = fate;
      matrix.fractions[(step - 1) * 7 + turn - 1] = fraction;
    };
    for (let step = 2; step <= 7; step++) set(step, step - 1, step <= 4 ? FATE.verbatim : FATE.dropped);
    expect(survivalByAge(matrix, 7)[1]).toEqual({ share: 0.5, pairs: 6 });
    set(2, 1, FATE.verbatim, 254);
    expect(survivalByAge(matrix, 7)[1]).toEqual({ share: 2 / 6, pairs: 6 });
    set(2, 1, FATE.summarized);
    expect(survivalByAge(matrix, 7)[1]!.share).toBe(2 / 6);
  });
});

describe('cost', () => {
  it('is right for three steps by hand', () => {
    // Six tokens a turn. Full: 6 + 12 + 18 = 36 input, of which 6 + 12 = 18 equal the request before.
    const exact = lane(turns(3), 'full');
    const prices = { inputPerMillion: 10, cachedPerMillion: 1, minCachedPrefix: 0 };
    const { prepared } = exact.setup;
    const estimated = {
      ...exact,
      setup: { ...exact.setup, prepared: { ...prepared, tokens: { ...prepared.tokens, exact: false } } },
    } as LaneRun;
    expect(metric('input-tokens').compute(input(estimated))).toEqual({ value: 36, text: 'about 36' });
    expect(metric('input-tokens').compute(input(exact))).toEqual({ value: 36, text: '36' });
    expect(metric('cost').compute(input(exact, { prices }))).toMatchObject({
      lead: '0.04 ¢ → ',
      text: '0.02 ¢',
    });
    expect(metric('cost').compute(input(estimated, { prices })).lead).toBe('about 0.04 ¢ → ');
    const { value } = metric('cost').compute(input(exact, { prices }));
    expect(value).toBeCloseTo((18 * 10 + 18 * 1) / 1e6, 12);
    const uncached = input(exact, { prices, account: accountRequests(exact, 1_024) });
    expect(metric('cost').compute(uncached).value).toBeCloseTo(36e-5, 12);
  });
});

describe("the share of the model's limit", () => {
  it('is of the step looked at, without what is kept for the reply', () => {
    // Six tokens a turn.
    const run = lane(turns(4), 'full');
    const limit = { tokens: 1_000, outputReserve: 400 };
    const at = (step: number, more = {}) =>
      metric('share-of-limit').compute(input(run, { step, limit, ...more }));
    expect(at(4)).toEqual({ value: 0.04, text: '4.0 %', detail: 'of 600' });
    expect(at(1)).toMatchObject({ value: 0.01, text: '1.0 %' });
    expect(at(4, { limit: { tokens: 20, outputReserve: 8 } })).toEqual({
      value: 2,
      text: '200 %',
      detail: 'over 12',
    });
    expect(at(4, { limit: { tokens: 20, outputReserve: 8_000 } }).detail).toBe('over 1');
    expect(metric('share-of-limit').compute(input(run)).detail).toBe('of 123,904');
  });
});

describe('what a run saves', () => {
  it('is not compared where requests lack the question: they are counted instead', () => {
    const trimmed = (maxTokens: number) => lane(turns(4), 'langchain-trim-messages', { maxTokens });
    // The question is sent; what is past is not.
    const whole = trimmed(1_000);
    expect(whole.questionsLost()).toBe(0);
    expect(metric('input-tokens').compute(input(whole)).value).toBeGreaterThan(0);
    const none = trimmed(1);
    expect(none.questionsLost()).toBe(4);
    expect(metric('input-tokens').compute(input(none))).toMatchObject({
      value: null,
      detail: '4 requests without the question',
    });
    expect(metric('cost').compute(input(none)).value).toBeNull();
  });

  it('is compared where only the past is left out', () => {
    const window = lane(turns(4), 'window', { k: 0 });
    expect(window.questionsLost()).toBe(0);
    expect(metric('input-tokens').compute(input(window)).value).toBeGreaterThan(0);
  });
});

describe('evidence recall', () => {
  const document = (probes: ConversationDocument['probes'], messages = turns(6)): ConversationDocument => ({
    conversation: { id: 'c', title: 'c', messages },
    pinnedMessageIds: [],
    probes,
    supersessions: [],
  });
  const probe = (question: string, ...evidence: string[]) => ({
    id: `p-${question}`,
    questionMessageId: question,
    evidenceMessageIds: evidence,
  });

  it('is the mean over probes of the share of evidence messages in context', () => {
    const messages = turns(6);
    const run = lane(messages, 'window', { k: 2 });
    const { probes } = resolveProbes(
      document([probe('m6', 'm1', 'm5'), probe('m3', 'm1', 'm2')]),
      run.setup.prepared.structure,
    );
    expect(probes.map((p) => p.step)).toEqual([3, 6]);
    expect(recallAt(run.setup, run.selection(6)!, [0, 4])).toEqual({
      verbatim: 0.5,
      inSummary: 0,
      gone: 0.5,
    });
    expect(metric('evidence-recall').compute(input(run, { probes }))).toEqual({ value: 0.75, text: '75 %' });
    expect(metric('evidence-recall').compute(input(run))).toEqual({ value: null, text: 'no questions' });
  });

  it('tells what a summary cites apart from what is gone', () => {
    const messages = talk('u: We must never log addresses.', 'u: hello there', 'u: hello again', 'u: now');
    const run = lane(messages, 'tiered', { recentN: 1, summaryN: 20 });
    expect(recallAt(run.setup, run.selection(4)!, [0])).toEqual({ verbatim: 0, inSummary: 1, gone: 0 });
    const { probes } = resolveProbes(document([probe('m4', 'm1')], messages), run.setup.prepared.structure);
    expect(metric('evidence-recall').compute(input(run, { probes })).detail).toBe('+ 100 % in summaries');
    expect(laneVerdict(run, probes[0]!, 4)).toMatchObject({ verdict: 'lost', inSummary: true });
  });

  it('counts what cannot be evidence instead of dropping it silently', () => {
    const messages = [...talk('s: system').map((m) => ({ ...m, id: 's' })), ...turns(6)];
    const { probes, skipped, droppedIds } = resolveProbes(
      document(
        [
          probe('m3', 'm1', 'm1', 'gone', 'm5', 's'),
          probe('m2', 'm4'),
          probe('nobody', 'm1'),
          probe('m6', 'm2'),
        ],
        messages,
      ),
      prepareFor(messages).structure,
    );
    expect(probes.map((p) => [p.probe.id, p.evidence])).toEqual([
      ['p-m3', [1]],
      ['p-m6', [2]],
    ]);
    expect(skipped).toBe(2);
    // gone, m5 and s of the first; m4 of the second; m1 of the third, which has no question.
    expect(droppedIds).toBe(5);
  });

  it('says nothing of evidence that has not been said yet', () => {
    const run = lane(turns(6), 'full');
    const { probes } = resolveProbes(document([probe('m6', 'm4')]), run.setup.prepared.structure);
    expect(laneVerdict(run, probes[0]!, 3)).toBeNull();
    expect(laneVerdict(run, probes[0]!, 4)?.verdict).toBe('has');
    expect(laneVerdict(run, probes[0]!, 5)?.verdict).toBe('has');
  });
});

const BLUE: SupersessionLink = {
  earlierMessage: 0,
  earlierTurn: 1,
  laterMessage: 6,
  laterTurn: 4,
  scope: 'turn',
  sentence: null,
  reinstatedTurn: null,
  label: 'blue',
};

describe('stale exposure', () => {
  it('counts the steps after the replacement at which the old statement is still there', () => {
    const supersessions = [BLUE];
    const at = (id: string, params = {}) =>
      metric('stale-exposure').compute(input(lane(turns(8), id, params), { supersessions }));
    expect(at('full')).toEqual({ value: 4, text: '4 steps' });
    expect(at('window', { k: 4 })).toEqual({ value: 1, text: '1 step' });
    expect(at('window', { k: 3 })).toEqual({ value: 0, text: 'never' });
    expect(metric('stale-exposure').title({ supersessions, focus: null, probes: [] })).toBe(
      'Stale “blue” after turn 4',
    );
    const again = { ...BLUE, reinstatedTurn: 6 };
    expect(
      metric('stale-exposure').compute(input(lane(turns(8), 'full'), { supersessions: [again] })),
    ).toEqual({
      value: 2,
      text: '2 steps',
    });
    expect(metric('stale-exposure').title({ supersessions: [], focus: null, probes: [] })).toBeNull();
  });
});

describe('stale exposure in a summary', () => {
  const filler = (n: number) => Array.from({ length: n }, (_, i) => `u: Please look at file number ${i}.`);
  const at = (first: string) => {
    const said = talk(
      first,
      ...filler(2),
      'u: Actually, make the checkout buttons green. Use green for the checkout buttons instead of blue.',
      ...filler(3),
    );
    const run = lane(said, 'tiered', { recentN: 0, summaryN: 20 });
    const cited = run.selection(7)!.summaries.some((s) => s.sentences.some((x) => x.messages.includes(0)));
    const supersessions = [BLUE];
    return { cited, value: metric('stale-exposure').compute(input(run, { supersessions })).value };
  };
  it('is not counted for another sentence of the same message', () => {
    expect(at('u: Make the checkout buttons blue. We must never log customer addresses.')).toEqual({
      cited: true,
      value: 0,
    });
  });
  it('is counted where nothing tells which sentence it is', () => {
    expect(at('u: We must never log customer addresses.')).toEqual({ cited: true, value: 3 });
  });
});

describe('the story of a turn', () => {
  const story = (run: LaneRun, focusTurn: number, step = run.done) =>
    metric('turn-story').compute(input(run, { focus: { turns: [focusTurn], evidence: [] }, step }));

  it('names each change with its step', () => {
    expect(story(lane(turns(8), 'full'), 1)).toEqual({ value: null, text: 'verbatim throughout' });
    expect(story(lane(turns(8), 'window', { k: 3 }), 1)).toEqual({ value: null, text: 'dropped at 5' });
    expect(story(lane(turns(8), 'window', { k: 0 }), 1).text).toBe('dropped throughout');
    const rule = [...talk('u: We must never log addresses.'), ...turns(8).slice(1)];
    expect(story(lane(rule, 'tiered', { recentN: 2, summaryN: 4 }), 1).text).toBe(
      'summarized at 4, dropped at 6',
    );
  });

  it('speaks of all turns that are needed, at the step', () => {
    const run = lane(turns(8), 'window', { k: 3 });
    const at = (step: number) =>
      metric('turn-story').compute(input(run, { focus: { turns: [1, 4, 6], evidence: [] }, step })).text;
    expect(at(8)).toBe('1 verbatim, 2 dropped');
    expect(at(5)).toBe('1 verbatim, 1 dropped');
    expect(
      metric('turn-story').title({
        focus: { turns: [1, 4, 6], evidence: [] },
        supersessions: [],
        probes: [],
      }),
    ).toBe('Turns 1, 4 and 6');
  });

  it('tells nothing of later steps', () => {
    const run = lane(turns(8), 'window', { k: 3 });
    expect(story(run, 4, 3).text).toBe('not said yet');
    expect(story(run, 4, 4).text).toBe('current');
    expect(story(run, 4, 5).text).toBe('verbatim throughout');
    expect(story(run, 1, 4).text).toBe('verbatim throughout');
    expect(story(run, 1, 5).text).toBe('dropped at 5');
  });

  /** Turn 1 is relevant at the given steps only. */
  const retrievedAt = (steps: number[], n: number) =>
    lane(
      turns(n),
      'semantic-recency',
      { alwaysRecent: 0 },
      {
        relevance: (structure: LaneRun['setup']['prepared']['structure']) => ({
          method: 'embedding',
          row: (step: number, kind: 'turn' | 'message') => ({
            method: 'embedding',
            similarity: Float32Array.from({ length: structure.units(kind).pastCount[step]! }, (_, u) =>
              u === 0 && steps.includes(step) ? 0.9 : 0,
            ),
            pending: 0,
          }),
        }),
      },
    );

  it('names the rank of what relevance brings back', () => {
    expect(story(retrievedAt([6], 6), 1)).toEqual({ value: null, text: 'retrieved at 6', detail: 'rank 1' });
  });

  it('sums a coming and going up', () => {
    expect(story(retrievedAt([3, 5, 6, 8], 9), 1)).toEqual({
      value: null,
      text: 'dropped since 9',
      detail: 'retrieved 3 times before',
    });
    expect(story(retrievedAt([3, 5], 7), 1)).toMatchObject({ detail: 'retrieved twice before' });
  });
});
