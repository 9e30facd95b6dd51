import { describe, expect, it } from 'vitest';
import type { ParamValues } from '../core/params';
import { actingPins, type PinPrice, pinPriceText, startPinPrice } from '../core/pin-price';
import { type LaneRun, simulateLane } from '../core/simulate';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf, talk, words } from './testing/talk';

await loadAllStrategies();

// With the overhead of 4, a message of n words has n + 4 tokens: every turn but the third has 12.
const said = ['u: one two', 'a: x y', 'u: one two', 'a: x y', 'u: a b c d e f', 'a: x y'];
const messages = talk(...said, ...Array.from({ length: 5 }, () => ['u: one two', 'a: x y']).flat());

const runOf = (
  strategyId: string,
  params: ParamValues,
  pinned: readonly number[],
  modifiers = { pins: {} },
) => {
  const ids = pinned.map((turn) => messages[(turn - 1) * 2]!.id);
  const prepared = prepareFor(messages, { pinnedMessageIds: ids, countTokens: words });
  return simulateLane(prepared, laneOf(strategyId, params, 'turn', modifiers), registry)!;
};

const price = (run: LaneRun, turn: number, step: number): PinPrice | null =>
  startPinPrice(run, turn, step, registry)?.advance(Number.POSITIVE_INFINITY) ?? null;

describe('the price of a pin', () => {
  it('in a window is the turn itself once it would be out', () => {
    const run = runOf('window', { k: 2 }, [3]);
    // Past: turns 6 and 7 with the pin; the current message has 6 tokens.
    expect(price(run, 3, 8)).toEqual({ with: 16 + 24 + 6, without: 24 + 6 });
  });

  it('in a window that would hold the turn anyway is what moves up in its place', () => {
    const run = runOf('window', { k: 2 }, [3]);
    // At step 5 turns 3 and 4 are the last two; pinned, turn 3 frees its slot for turn 2.
    expect(price(run, 3, 5)).toEqual({ with: 12 + 16 + 12 + 6, without: 16 + 12 + 6 });
  });

  it('in a full history is nothing', () => {
    const { with: more, without } = price(runOf('full', {}, [3]), 3, 8)!;
    expect(more).toBe(without);
  });

  it('in a budget may be negative: the pin is charged first, and leaves less room for whole turns', () => {
    const run = runOf('token-window', { budget: 25 }, [3]);
    // Without: turns 6 and 7 (24 tokens). With: 16 for the pin, and nothing of 12 fits the other 9.
    expect(price(run, 3, 8)).toEqual({ with: 16 + 6, without: 24 + 6 });
  });

  it('is that of one pin: the others stay', () => {
    const run = runOf('window', { k: 1 }, [1, 3]);
    expect(actingPins(run, 8)).toEqual([1, 3]);
    expect(price(run, 3, 8)).toEqual({ with: 12 + 16 + 12 + 6, without: 12 + 12 + 6 });
  });

  it('is the same in slices', () => {
    const pricing = startPinPrice(runOf('window', { k: 2 }, [3]), 3, 8, registry)!;
    expect([pricing.advance(3), pricing.advance(3)]).toEqual([null, null]);
    expect(pricing.advance(3)).toEqual({ with: 46, without: 30 });
  });

  it('is none where no pin acts', () => {
    const run = runOf('window', { k: 2 }, [3]);
    expect(price(run, 3, 3)).toBeNull();
    expect(price(run, 2, 8)).toBeNull();
    expect(price(runOf('window', { k: 2 }, [3], {} as never), 3, 8)).toBeNull();
  });

  it('in words', () => {
    expect(pinPriceText({ with: 2341, without: 2201 }, true)).toBe(
      'costs 140 tokens: 2,341 with it, 2,201 without',
    );
    expect(pinPriceText({ with: 2341, without: 2340 }, false)).toBe(
      'costs about 1 token: about 2,341 with it, about 2,340 without',
    );
    expect(pinPriceText({ with: 22, without: 30 }, true)).toBe('saves 8 tokens: 22 with it, 30 without');
    expect(pinPriceText({ with: 30, without: 30 }, true)).toBe(
      'costs nothing: 30 tokens with and without it',
    );
  });
});
