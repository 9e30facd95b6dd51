import { describe, expect, it } from 'vitest';
import { headline } from '../core/story';
import { shownVerdict } from './compare-model';
import { defaultLanes } from './lanes';
import type { ResultsState } from './results';
import { storyLanes } from './story-lanes';

const lanes = defaultLanes();
const resultsOf = (...runs: { tokens: number; done?: number; flag?: string }[]): ResultsState['lanes'] =>
  Object.fromEntries(
    runs.map(({ tokens, done = 1, flag }, i) => [
      lanes[i]!.id,
      {
        run: { done, tokens: [tokens], selection: () => ({ flags: flag ? [{ code: flag }] : [] }) },
      } as never,
    ]),
  );

describe('the lanes of the headline', () => {
  it('leave out what waits for similarities, and what is not simulated yet, and name them', () => {
    const results = resultsOf(
      { tokens: 100 },
      { tokens: 50 },
      { tokens: 60, done: 0 },
      { tokens: 0, flag: 'relevance-pending' },
    );
    const story = storyLanes(lanes, results, null, 1);
    expect(story.lanes.map((l) => l.tokens)).toEqual([100, 50]);
    expect(headline(1, null, story.lanes, story)).toBe(
      'At step 1, sliding window sends 50 tokens and full history 100; semantic recency waits for similarities; tiered context is being computed.',
    );
  });

  it('keep a stand-in for similarities: it has a result', () => {
    const results = resultsOf(
      { tokens: 9 },
      { tokens: 9 },
      { tokens: 9 },
      { tokens: 9, flag: 'relevance-lexical' },
    );
    expect(storyLanes(lanes, results, null, 1).lanes).toHaveLength(4);
  });

  it('name two lanes of one strategy by their letters', () => {
    const twice = [lanes[0]!, { ...lanes[1]! }, { ...lanes[1]!, id: 'copy' }];
    const results = {
      ...resultsOf({ tokens: 9 }, { tokens: 5 }),
      copy: resultsOf({ tokens: 7 })[lanes[0]!.id]!,
    };
    expect(storyLanes(twice, results, null, 1).lanes.map((l) => l.title)).toEqual([
      'Full history',
      'Sliding window B',
      'Sliding window C',
    ]);
  });
});

describe('the verdict in a lane’s head', () => {
  const probe = { step: 1, evidence: [0], evidenceTurns: [1] } as never;
  const runWith = (flag: string | null) =>
    ({
      done: 1,
      tokens: [9],
      fates: { turns: 1, fates: new Uint8Array(1), fractions: new Uint8Array(1) },
      selection: () => ({
        step: 1,
        runs: [],
        omitted: [],
        rewrites: [],
        flags: flag ? [{ code: flag }] : [],
      }),
      setup: {
        prepared: {
          structure: { turns: { list: [{ start: 0, currentEnd: 1 }], turnOfMessage: [1] } },
        },
      },
    }) as never;

  it('is none while similarities are on their way', () => {
    expect(shownVerdict(runWith('relevance-pending'), probe, 1)).toEqual({
      verdict: 'waiting',
      turns: '',
      text: 'waiting for similarities',
    });
    expect(shownVerdict(runWith(null), probe, 1)?.text).toBe('has turn 1');
  });
});
