import { memo, useCallback, useMemo, useRef } from 'react';
import { stepTimes } from '../../core/prepared';
import { useTurnCount } from '../../state/compare-model';
import { whenIdle } from '../../state/idle';
import { useApp, usePlayback, useResults } from '../../state/react';
import { IconButton } from '../../ui/button';
import { createLiveText, type LiveText } from '../../ui/live-text';
import { useLiveStep } from './use-lane';

/** Play, step and speed. */
export const Transport = memo(() => {
  const { player } = useApp();
  const turns = useTurnCount();
  // Only what changes at the ends renders; the step's own texts are written with every step.
  const { playing, speed, first, last } = usePlayback((p) => ({
    playing: p.playing,
    speed: p.speed,
    first: p.restingStep <= 1,
    last: p.restingStep >= turns,
  }));
  const structure = useResults((s) => s.prepared?.structure);
  const times = useMemo(() => (structure ? stepTimes(structure) : []), [structure]);
  const host = useRef<HTMLDivElement>(null);
  const live = useRef<LiveText | null>(null);
  useLiveStep(
    useCallback(
      (step, racing) => {
        live.current ??= liveTextOf(host.current);
        live.current?.write([`Step ${step}`, ` of ${turns}`, timeOf(times[step])], racing);
      },
      [times, turns],
    ),
  );
  return (
    <div ref={host} className="transport">
      <div className="transport__row">
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause' : 'Play'}
          variant="solid"
          className="transport__play"
          disabled={turns < 2}
          onClick={player.toggle}
        />
        <IconButton
          icon="step-first"
          label="First step"
          size="small"
          disabled={first}
          onClick={() => player.stepBy(-turns)}
        />
        <IconButton
          icon="step-previous"
          label="Step back"
          size="small"
          disabled={first}
          onClick={() => player.stepBy(-1)}
        />
        <IconButton
          icon="step-next"
          label="Step forward"
          size="small"
          disabled={last}
          onClick={() => player.stepBy(1)}
        />
        <span className="transport__step">
          <strong data-live />
          <span data-live className="transport__of" />
        </span>
        <button
          type="button"
          className="transport__speed"
          aria-label={`Speed ${speed} times; click to change`}
          onClick={player.cycleSpeed}
        >
          {speed}×
        </button>
      </div>
      <p data-live className="transport__time" />
      <canvas className="live-text" aria-hidden="true" />
    </div>
  );
});

function liveTextOf(host: HTMLElement | null): LiveText | null {
  const canvas = host?.querySelector('canvas');
  return host && canvas
    ? createLiveText(host, canvas, [...host.querySelectorAll<HTMLElement>('[data-live]')], whenIdle)
    : null;
}

function timeOf(time: ReturnType<typeof stepTimes>[number] | undefined): string {
  if (!time) return '';
  const text = time.text.replace('T', ' ').replace(/:\d\d(\.\d+)?Z?$/, '');
  return `${time.assumed ? '≈ ' : ''}${text}${time.precision === 'instant' ? ' UTC' : ''}`;
}
