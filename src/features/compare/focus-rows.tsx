import { memo } from 'react';
import type { LaneLayout } from './layout';

interface FocusRowsProps {
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
}

/** The needed turns' rows, over a lane's map or the turns' names, and under their words. */
export const FocusRows = memo(({ layout, focusTurns }: FocusRowsProps) =>
  focusTurns
    .filter((turn) => turn <= layout.turns)
    .map((turn) => (
      <div
        key={turn}
        aria-hidden="true"
        className="map-overlay__row"
        style={{ top: (turn - 1) * layout.rowHeight - 1, height: Math.max(4, layout.rowHeight + 1) }}
      />
    )),
);
