import { describe, expect, it } from 'vitest';
import { FATE } from '../../core/fate-codes';
import { BAR_MS, LEAVE_MS, tweenMargin } from './margin-tween';

const from = {
  tokens: [100, 40, 0],
  fates: [FATE.verbatim, FATE.current, FATE.none],
  summaries: [],
  maxTokens: 100,
};
const to = {
  tokens: [0, 80, 30],
  fates: [FATE.dropped, FATE.verbatim, FATE.current],
  summaries: [],
  maxTokens: 100,
};

describe('tweenMargin', () => {
  it('begins with the bars as they were and ends with the new ones', () => {
    expect([...(tweenMargin(from, to, 0).tokens as Float64Array)]).toEqual([100, 40, 0]);
    expect(tweenMargin(from, to, LEAVE_MS)).toBe(to);
  });

  it('shows a leaving turn in the colour it had, shorter and shorter, after the others have arrived', () => {
    let last = 100;
    for (let ms = 10; ms < LEAVE_MS; ms += 10) {
      const { tokens, fates } = tweenMargin(from, to, ms);
      expect(fates[0]).toBe(FATE.verbatim);
      expect(tokens[0]).toBeLessThan(last);
      expect(tokens[0]).toBeGreaterThan(0);
      last = tokens[0]!;
    }
    const { tokens, fates } = tweenMargin(from, to, BAR_MS);
    expect([tokens[1], tokens[2]]).toEqual([80, 30]);
    expect(fates[2]).toBe(FATE.current);
  });
});
