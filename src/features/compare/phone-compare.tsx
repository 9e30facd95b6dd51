import type { CallToAction, LaneView } from '../../state/compare-model';
import { useApp, usePlayback } from '../../state/react';
import { IconButton } from '../../ui/button';
import { Slider } from '../../ui/slider';
import { LaneColumn } from './lane-column';
import { LaneHead } from './lane-head';
import { laneLayout } from './layout';
import { Legend } from './legend';

interface PhoneCompareProps {
  readonly views: readonly LaneView[];
  readonly width: number;
  readonly turns: number;
  readonly focusTurns: readonly number[];
  readonly evidenceTurns: readonly number[];
  readonly callToAction: CallToAction | null;
}

const GAP = 16;
const MAX_MAP_HEIGHT = 300;

/** Two maps abreast, the one slider that matters, and the transport in a dock at the thumb. */
export const PhoneCompare = ({ views, width, turns, focusTurns, evidenceTurns, callToAction }: PhoneCompareProps) => {
  const { player } = useApp();
  const { step, playing } = usePlayback((p) => ({ step: p.step, playing: p.playing }));
  const laneWidth = (width - GAP) / 2;
  const base = laneLayout(turns, laneWidth);
  const rowHeight = turns === 0 ? 14 : Math.max(1, Math.min(14, MAX_MAP_HEIGHT / turns, (base.mapWidth / turns) * 1.9));
  const layout = { ...base, rowHeight, mapHeight: Math.max(14, Math.round(rowHeight * turns)) };
  const acting = callToAction?.kind === 'drag' ? views.findIndex((v) => v.lane.id === callToAction.laneId) : -1;
  const acted = views[acting >= 0 ? acting : views.findIndex((v) => v.lane.strategyId !== 'full')];
  return (
    <>
      <Legend showSweepNote={false} />
      <div className="phone-lanes" style={{ gap: GAP }}>
        {views.map((view, index) => (
          <LaneColumn
            key={view.lane.id}
            view={view}
            index={index}
            count={views.length}
            layout={layout}
            focusTurns={focusTurns}
            evidenceTurns={evidenceTurns}
            callToAction={null}
          />
        ))}
      </div>
      {acted && (
        <section className="phone-action" aria-label="The slider that matters">
          <LaneHead view={acted} index={views.indexOf(acted)} count={views.length} evidenceTurns={[]} callToAction={callToAction} />
        </section>
      )}
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
          fill="var(--ink)"
          onInput={(v) => {
            player.pause();
            player.goTo(v);
          }}
        />
        <span className="phone-dock__step">{step}</span>
      </div>
    </>
  );
};
