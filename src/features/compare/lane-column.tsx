import { memo } from 'react';
import type { CallToAction, LaneView } from '../../state/compare-model';
import { LaneAxis } from './lane-axis';
import { MarginBars, TokenBars } from './lane-bars';
import { LaneHead } from './lane-head';
import { LaneMap } from './lane-map';
import { LaneNotes } from './lane-notes';
import { GoneWords, LaneNumber, Needle, StepLabel } from './lane-step';
import type { LaneLayout } from './layout';

interface LaneColumnProps {
  readonly view: LaneView;
  readonly index: number;
  readonly count: number;
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
  readonly evidenceTurns: readonly number[];
  readonly callToAction: CallToAction | null;
}

/** One strategy: head, map with its margins, step axis, tokens per step. */
export const LaneColumn = memo(
  ({ view, index, count, layout, focusTurns, evidenceTurns, callToAction }: LaneColumnProps) => {
    const { lane, letter, title } = view;
    const tall = layout.mapHeight >= 250;
    return (
      <section
        className="lane"
        aria-label={`${letter} ${title}`}
        data-lane-id={lane.id}
        data-strategy={lane.strategyId}
      >
        <LaneHead
          view={view}
          index={index}
          count={count}
          evidenceTurns={evidenceTurns}
          callToAction={
            callToAction?.kind === 'drag' && callToAction.laneId === lane.id ? callToAction : null
          }
        />
        <StepLabel laneId={lane.id} layout={layout} first={index === 0} />
        <div className="lane__plot" style={{ gap: layout.gap, height: layout.mapHeight }}>
          <LaneMap laneId={lane.id} letter={letter} title={title} layout={layout} />
          <MarginBars laneId={lane.id} layout={layout} />
          <GoneWords laneId={lane.id} layout={layout} focusTurns={focusTurns} />
          {tall && <LaneNumber laneId={lane.id} layout={layout} />}
          <LaneNotes laneId={lane.id} />
        </div>
        {!tall && <LaneNumber laneId={lane.id} layout={layout} inline />}
        <LaneAxis laneId={lane.id} layout={layout} main={index === 0} />
        <TokenBars laneId={lane.id} layout={layout} />
        <Needle laneId={lane.id} layout={layout} focusTurns={focusTurns} />
      </section>
    );
  },
);
