import { memo } from 'react';
import type { CallToAction, LaneView } from '../../state/compare-model';
import { LaneAxis } from './lane-axis';
import { LaneHead } from './lane-head';
import { LaneMap } from './lane-map';
import { LaneNotes } from './lane-notes';
import { LaneNumber } from './lane-step';
import { AXIS, type LaneLayout, laneRows, numberInside, STEP_LABEL } from './layout';

interface LaneColumnProps {
  readonly view: LaneView;
  readonly index: number;
  readonly count: number;
  readonly layout: LaneLayout;
  readonly evidenceTurns: readonly number[];
  readonly callToAction: CallToAction | null;
}

/** One strategy: head, map with its margins, step axis, tokens per step. */
export const LaneColumn = memo(
  ({ view, index, count, layout, evidenceTurns, callToAction }: LaneColumnProps) => {
    const { id, letter, title } = view;
    const inside = numberInside(layout);
    const rows = laneRows(layout);
    return (
      <section
        className="lane"
        aria-label={`${letter} ${title}`}
        data-lane-id={id}
        data-strategy={view.strategyId}
      >
        <LaneHead
          view={view}
          index={index}
          count={count}
          evidenceTurns={evidenceTurns}
          callToAction={callToAction?.kind === 'drag' && callToAction.laneId === id ? callToAction : null}
        />
        <div className="lane__plot" style={{ marginTop: STEP_LABEL, height: layout.mapHeight }}>
          <LaneMap laneId={id} letter={letter} title={title} layout={layout} />
          {inside && <LaneNumber laneId={id} layout={layout} />}
          <LaneNotes laneId={id} />
        </div>
        {!inside && <LaneNumber laneId={id} layout={layout} inline />}
        <LaneAxis layout={layout} main={index === 0} />
        {/* The map, margin bars, tokens per step and the needle: LanePicture. */}
        <div style={{ height: rows.height - rows.axis - AXIS }} />
      </section>
    );
  },
);
