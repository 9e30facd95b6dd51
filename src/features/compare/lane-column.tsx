import { memo } from 'react';
import { FATE, FATES } from '../../core/fate-codes';
import type { LaneRun } from '../../core/simulate';
import type { CallToAction, LaneView } from '../../state/compare-model';
import { useFacts, usePlayback, useResults } from '../../state/react';
import { cellRect, type MapGeometry, stepCenter } from '../../ui/canvas/map-geometry';
import { FATE_LABELS } from '../../ui/fate-labels';
import { LaneAxis } from './lane-axis';
import { MarginBars, TokenBars } from './lane-bars';
import { LaneHead } from './lane-head';
import { LaneMap } from './lane-map';
import { LaneNotes } from './lane-notes';
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
        <StepLabel layout={layout} first={index === 0} />
        <div className="lane__plot" style={{ gap: layout.gap }}>
          <LaneMap laneId={lane.id} letter={letter} title={title} layout={layout} />
          <MarginBars laneId={lane.id} layout={layout} />
          <GoneWords laneId={lane.id} layout={layout} focusTurns={focusTurns} />
          {tall && <LaneNumber laneId={lane.id} layout={layout} />}
          <LaneNotes laneId={lane.id} />
        </div>
        {!tall && <LaneNumber laneId={lane.id} layout={layout} inline />}
        <LaneAxis laneId={lane.id} layout={layout} main={index === 0} />
        <TokenBars laneId={lane.id} layout={layout} />
        <Needle layout={layout} focusTurns={focusTurns} />
      </section>
    );
  },
);

/** "tokens, step 30" over the margin bars. */
const StepLabel = ({ layout, first }: { readonly layout: LaneLayout; readonly first: boolean }) => {
  const step = usePlayback((p) => p.step);
  return (
    <p className="lane__step-label" style={{ width: layout.mapWidth + 10 + layout.bars }} aria-hidden="true">
      {first && layout.laneWidth > 200 ? `tokens, step ${step}` : `step ${step}`}
    </p>
  );
};

/** The column of the current step through map and token bars, and a ring where it meets what is needed: is it there? */
export const Needle = ({
  layout,
  focusTurns,
}: {
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
}) => {
  const step = usePlayback((p) => p.step);
  const geometry: MapGeometry = {
    width: layout.mapWidth,
    height: layout.mapHeight,
    dpr: globalThis.devicePixelRatio || 1,
    turns: layout.turns,
  };
  const column = cellRect(geometry, step, 1);
  if (!column) return null;
  const x = stepCenter(geometry, step);
  const width = Math.max(3, column.width + 2);
  const ring = Math.min(20, Math.max(12, layout.rowHeight + 6));
  return (
    <div className="lane__needle" aria-hidden="true">
      <div className="lane__needle-column" style={{ transform: `translateX(${x - width / 2}px)`, width }} />
      {focusTurns
        .filter((turn) => turn <= step)
        .map((turn) => {
          const rect = cellRect(geometry, step, turn);
          if (!rect) return null;
          const y = rect.y + rect.height / 2;
          return (
            <div
              key={turn}
              className="map-overlay__ring"
              style={{
                transform: `translate(${x - Math.max(7, ring * 0.42)}px, ${y - ring / 2 + 0.5}px)`,
                width: Math.max(14, ring * 0.84),
                height: ring,
              }}
            />
          );
        })}
    </div>
  );
};

/** The word where a needed turn has no bar. */
const GoneWords = ({
  laneId,
  layout,
  focusTurns,
}: {
  readonly laneId: string;
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
}) => {
  const step = usePlayback((p) => p.step);
  const run = useResults((s) => s.lanes[laneId]?.run);
  if (!run || run.done < step || step === 0 || layout.rowHeight < 8) return null;
  return focusTurns.map((turn) => {
    if (turn > run.steps || turn >= step) return null;
    const fate = FATES[run.fates.fates[(step - 1) * run.steps + turn - 1]!]!;
    const gone = fate === 'dropped' || fate === 'archived' || fate === 'folded' || fate === 'summarized';
    if (!gone) return null;
    return (
      <span
        key={turn}
        className="map-overlay__gone"
        style={{ left: layout.mapWidth + 14, top: (turn - 0.5) * layout.rowHeight - 7 }}
      >
        {fate === 'summarized' ? 'cited' : fate === 'archived' ? 'stored' : 'gone'}
      </span>
    );
  });
};

/** The lane's number, in the map's empty triangle. */
export const LaneNumber = ({
  laneId,
  layout,
  inline = false,
}: {
  readonly laneId: string;
  readonly layout: LaneLayout;
  readonly inline?: boolean;
}) => {
  const step = usePlayback((p) => p.step);
  const { result, exact } = useResults((s) => ({
    result: s.lanes[laneId],
    exact: s.prepared?.tokens.exact ?? true,
  }));
  const counting = useFacts((f) => f.tokens.state);
  const run = result?.run;
  if (!run || step === 0 || run.done < step) return null;
  const tokens = Math.round(run.tokens[step - 1]!).toLocaleString('en-US');
  return (
    <div
      className={inline ? 'lane-number lane-number--inline' : 'lane-number'}
      style={inline ? undefined : { maxWidth: Math.max(90, layout.mapWidth * 0.68) }}
      data-testid={`tokens-${laneId}`}
      title={exact ? undefined : `An estimate until the tokenizer has counted (${counting}).`}
    >
      <span className="lane-number__value">
        {!exact && <span className="lane-number__about">≈</span>}
        {tokens}
      </span>
      <span className="lane-number__unit">
        {exact ? '' : 'about, '}tokens at step {step}
      </span>
      <span className="lane-number__note">{fateCounts(run, step)}</span>
    </div>
  );
};

/** "5 verbatim, 15 in a summary, 9 dropped", counted in turns. */
export function fateCounts(run: LaneRun, step: number): string {
  const counts = new Map<number, number>();
  for (let i = (step - 1) * run.steps; i < (step - 1) * run.steps + step - 1; i++) {
    const code = run.fates.fates[i]!;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const summarized = (counts.get(FATE.summarized) ?? 0) + (counts.get(FATE.folded) ?? 0);
  const parts: string[] = [];
  for (const code of [FATE.pinned, FATE.retrieved, FATE.verbatim, FATE.condensed]) {
    const n = counts.get(code);
    if (n) parts.push(`${n} ${FATE_LABELS[FATES[code]!]}`);
  }
  if (summarized > 0) parts.push(`${summarized} in a summary`);
  for (const code of [FATE.archived, FATE.dropped, FATE.pending]) {
    const n = counts.get(code);
    if (n) parts.push(`${n} ${code === FATE.pending ? 'pending' : FATE_LABELS[FATES[code]!]}`);
  }
  return parts.length === 0 ? 'nothing is past yet' : parts.join(', ');
}
