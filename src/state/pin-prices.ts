import { useEffect, useState } from 'react';
import { fateAt } from '../core/fate-codes';
import { type PinPrice, pinPriceText, startPinPrice } from '../core/pin-price';
import type { LaneRun } from '../core/simulate';
import { registry } from '../strategies/registry';
import { whenIdle } from './idle';
import { useAtRest } from './react';

const SLICE_MS = 6;
/** Steps between two looks at the clock. */
const STEPS = 8;
const NONE: readonly number[] = [];

const known = new WeakMap<LaneRun, Map<string, PinPrice>>();

const knownOf = (run: LaneRun): Map<string, PinPrice> => {
  let prices = known.get(run);
  if (!prices) {
    prices = new Map();
    known.set(run, prices);
  }
  return prices;
};

/** The price of a turn's pin; null while it is not computed. */
export const pinPrice = (run: LaneRun, turn: number, step: number): PinPrice | null =>
  known.get(run)?.get(`${turn}/${step}`) ?? null;

/**
 * Computes the prices of these turns' pins at a step, one after the other, in the browser's idle time. `priced` is called
 * after each; the returned function ends the work.
 */
export function pricePins(
  run: LaneRun,
  turns: readonly number[],
  step: number,
  priced: () => void,
): () => void {
  const open = turns.filter((turn) => pinPrice(run, turn, step) === null);
  let ended = false;
  let pricing = next();

  function next() {
    while (open.length > 0) {
      const started = startPinPrice(run, open[0]!, step, registry);
      if (started) return started;
      open.shift();
    }
    return null;
  }

  function work(): void {
    const until = performance.now() + SLICE_MS;
    let found = false;
    while (!ended && pricing && performance.now() < until) {
      const price = pricing.advance(STEPS);
      if (!price) continue;
      knownOf(run).set(`${open.shift()!}/${step}`, price);
      found = true;
      pricing = next();
    }
    if (ended) return;
    if (found) priced();
    if (pricing) whenIdle(work);
  }

  if (pricing) whenIdle(work);
  return () => {
    ended = true;
  };
}

/** Prices the pins of these turns while the component is shown, and renders it again as they arrive: read them with `pinPrice`. */
export function usePinPrices(run: LaneRun | undefined, turns: readonly number[], step: number): void {
  const [, priced] = useState(0);
  const key = turns.join();
  useEffect(() => {
    if (!run || key === '') return;
    return pricePins(run, key.split(',').map(Number), step, () => priced((n) => n + 1));
  }, [run, key, step]);
}

/** "at step 30 the pin costs 140 tokens: 2,341 with it, 2,201 without"; null where the turn is not kept by a pin. */
export function usePinPriceText(run: LaneRun | undefined, turn: number, step: number): string | null {
  const rests = useAtRest();
  const acts = run !== undefined && step <= run.done && fateAt(run.fates, step, turn) === 'pinned';
  usePinPrices(acts && rests ? run : undefined, acts ? [turn] : NONE, step);
  if (!acts) return null;
  const price = pinPrice(run, turn, step);
  const { exact } = run.setup.prepared.tokens;
  return price ? `at step ${step} the pin ${pinPriceText(price, exact)}` : 'the pin is being priced';
}
