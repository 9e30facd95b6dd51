import { memo } from 'react';
import type { LaneLayout } from './layout';

interface FocusRowsProps {
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
}

/** The needed turns' rows through the turns' names, under their words; a lane's are part of its picture. */
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
