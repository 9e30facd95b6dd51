import { formatCount } from './format';
import type { Registry } from './lane-context';
import { type LaneRun, startLane } from './simulate';
import { countedTokens } from './strategy';

/** What a pin costs at a step: the difference. */
export interface PinPrice {
  /** Tokens of the request. */
  readonly with: number;
  /** Tokens of the request that the lane would send without this one pin; the other pins stay. */
  readonly without: number;
}

/** A lane simulated without one of its pins, slice by slice, so that nothing waits for it. */
export interface PinPricing {
  /** Simulates up to `count` further steps; the price once the step is reached, else null. */
  advance(count: number): PinPrice | null;
}

/** null: no pin of the turn acts at the step (not pinned, not past, no pins in the lane), or it is not simulated yet. */
export function startPinPrice(
  run: LaneRun,
  turn: number,
  step: number,
  registry: Registry,
): PinPricing | null {
  if (step > run.done || !actingPins(run, step).includes(turn)) return null;
  const { lane, prepared } = run.setup;
  const pinnedTurns = new Set(prepared.pinnedTurns);
  pinnedTurns.delete(turn);
  const other = startLane({ ...prepared, pinnedTurns }, lane, registry);
  if (!other) return null;
  return {
    advance(count) {
      other.advance(Math.min(count, step - other.done));
      return other.done < step ? null : { with: run.tokens[step - 1]!, without: other.tokens[step - 1]! };
    },
  };
}

/** Past turns that the lane's pins keep at a step, ascending. */
export function actingPins({ setup }: LaneRun, step: number): number[] {
  const turns = new Set<number>();
  for (const unit of setup.pinnedUnits) {
    const turn = setup.units.turnOf[unit]!;
    if (turn < step) turns.add(turn);
  }
  return [...turns];
}

/** "costs 140 tokens: 2,341 with it, 2,201 without"; a pin may save tokens, where it takes the place of something longer. */
export function pinPriceText(price: PinPrice, exact: boolean): string {
  const difference = price.with - price.without;
  if (difference === 0) return `costs nothing: ${countedTokens(price.with, exact)} with and without it`;
  const verb = difference > 0 ? 'costs' : 'saves';
  const about = exact ? '' : 'about ';
  const both = `${about}${formatCount(price.with)} with it, ${about}${formatCount(price.without)} without`;
  return `${verb} ${countedTokens(Math.abs(difference), exact)}: ${both}`;
}
