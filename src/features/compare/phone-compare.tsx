import { useMemo } from 'react';
import type { CallToAction, LaneView } from '../../state/compare-model';
import { useApp, usePlayback } from '../../state/react';
import { IconButton } from '../../ui/button';
import { Slider } from '../../ui/slider';
import { LaneHead, LaneMenu, LaneTitle, LaneVerdictMark } from './lane-head';
import { LaneMap } from './lane-map';
import { LaneNotes } from './lane-notes';
import { LanePictures } from './lane-picture';
import { LaneNumber } from './lane-step';
import { type LaneLayout, laneLayout, layoutLook, phoneNumberInside } from './layout';
import { Legend } from './legend';

interface PhoneCompareProps {
  readonly views: readonly LaneView[];
  readonly width: number;
  readonly turns: number;
  readonly focusTurns: readonly number[];
  readonly evidenceTurns: readonly number[];
  readonly callToAction: CallToAction | null;
}

const COLUMN_GAP = 16;
const TALLEST_MAP = 190;
const TALLEST_ROW = 5.2;
/** From this width on a lane's map may be taller, or it would be a flat wedge. */
const WIDE_LANE = 240;
const TALLEST_WIDE_ROW = 6.2;
const NARROWEST_LANE = 150;

/** As many maps abreast as have room, two at least, and as many in each row: six stand as three and three. */
export const lanesAbreast = (width: number, lanes: number): number => {
  const room = Math.max(2, Math.floor((width + COLUMN_GAP) / (NARROWEST_LANE + COLUMN_GAP)));
  return Math.max(2, Math.ceil(lanes / Math.ceil(lanes / room)));
};

/** Maps abreast, the one slider that matters, and the transport in a dock at the thumb. */
export const PhoneCompare = ({
  views,
  width,
  turns,
  focusTurns,
  evidenceTurns,
  callToAction,
}: PhoneCompareProps) => {
  const abreast = lanesAbreast(width, views.length);
  const layout = useMemo(() => {
    const laneWidth = Math.floor((width - COLUMN_GAP * (abreast - 1)) / abreast);
    const base = laneLayout(turns, laneWidth, TALLEST_MAP, { bars: 16, gap: 4 });
    const tallest = laneWidth < WIDE_LANE ? TALLEST_ROW : TALLEST_WIDE_ROW;
    const rowHeight = turns === 0 ? tallest : Math.min(tallest, TALLEST_MAP / turns);
    return { ...base, rowHeight, mapHeight: Math.max(14, Math.round(rowHeight * turns)) };
  }, [turns, width, abreast]);
  const acted =
    views.find((v) => callToAction?.kind === 'drag' && v.id === callToAction.laneId) ??
    views.find((v) => v.strategyId !== 'full');
  return (
    <>
      <Legend look={layoutLook(layout)} showSweepNote={false} />
      <div
        className="phone-lanes"
        style={{ columnGap: COLUMN_GAP, gridTemplateColumns: `repeat(${abreast}, minmax(0, 1fr))` }}
      >
        {views.map((view, index) => (
          <PhoneLane
            key={view.id}
            view={view}
            index={index}
            count={views.length}
            layout={layout}
            focusTurns={focusTurns}
            evidenceTurns={evidenceTurns}
          />
        ))}
      </div>
      {acted && (
        <section className="phone-action" aria-label="The slider that matters">
          <LaneHead
            bare
            view={acted}
            index={views.indexOf(acted)}
            count={views.length}
            evidenceTurns={evidenceTurns}
            callToAction={callToAction}
          />
        </section>
      )}
      <Dock turns={turns} />
    </>
  );
};

interface PhoneLaneProps {
  readonly view: LaneView;
  readonly index: number;
  readonly count: number;
  readonly layout: LaneLayout;
  readonly focusTurns: readonly number[];
  readonly evidenceTurns: readonly number[];
}

const PhoneLane = ({ view, index, count, layout, focusTurns, evidenceTurns }: PhoneLaneProps) => {
  const { id, letter, title } = view;
  const laneIds = useMemo(() => [id], [id]);
  const inside = phoneNumberInside(layout);
  return (
    <section
      className="phone-lane"
      aria-label={`${letter} ${title}`}
      data-lane-id={id}
      data-strategy={view.strategyId}
    >
      <div className="phone-lane__line">
        <LaneTitle view={view} />
        <LaneMenu laneId={id} letter={letter} title={title} index={index} count={count} />
      </div>
      <LaneVerdictMark laneId={id} evidenceTurns={evidenceTurns} />
      <div className="lane__plot phone-lane__plot" style={{ height: layout.mapHeight }}>
        <LanePictures mapOnly laneIds={laneIds} layout={layout} focusTurns={focusTurns} />
        <LaneMap laneId={id} letter={letter} title={title} layout={layout} />
        {inside && <LaneNumber laneId={id} layout={layout} />}
        <LaneNotes laneId={id} />
      </div>
      {!inside && <LaneNumber laneId={id} layout={layout} inline />}
    </section>
  );
};

const Dock = ({ turns }: { readonly turns: number }) => {
  const { player } = useApp();
  const { step, playing } = usePlayback((p) => ({ step: p.step, playing: p.playing }));
  return (
    <div className="phone-dock">
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        variant="solid"
        disabled={turns < 2}
        onClick={player.toggle}
        className="phone-dock__play"
      />
      <Slider
        compact
        label="Step"
        min={1}
        max={Math.max(1, turns)}
        step={1}
        value={Math.max(1, step)}
        format={(v) => `Step ${v} of ${turns}`}
        onInput={(v) => {
          player.pause();
          player.goTo(v);
        }}
      />
      <span className="phone-dock__step">{step}</span>
    </div>
  );
};
