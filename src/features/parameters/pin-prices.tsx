import { actingPins, pinPriceText } from '../../core/pin-price';
import { pinPrice, usePinPrices } from '../../state/pin-prices';
import { usePlayback, useResults } from '../../state/react';

const NONE: readonly number[] = [];

/** What each pin costs the lane at the step. */
export const PinPrices = ({ laneId }: { readonly laneId: string }) => {
  const step = usePlayback((p) => p.restingStep);
  const { run, pinned } = useResults((s) => ({
    run: s.restingLanes[laneId]?.run,
    pinned: s.prepared?.pinnedTurns.size ?? 0,
  }));
  const turns = run ? actingPins(run, step) : NONE;
  usePinPrices(run, turns, step);
  if (!run || turns.length === 0)
    return (
      <p className="parameter-panel__note">
        {pinned === 0 ? 'No turn is pinned.' : `No pinned turn is past at step ${step}.`}
      </p>
    );
  const { exact } = run.setup.prepared.tokens;
  return (
    <ul className="parameter-panel__pins" aria-label={`Prices of the pins at step ${step}`}>
      {turns.map((turn) => {
        const price = pinPrice(run, turn, step);
        return (
          <li key={turn}>
            Turn {turn} {price ? pinPriceText(price, exact) : 'is being priced'}
          </li>
        );
      })}
    </ul>
  );
};
