import { memo, useCallback, useMemo, useRef } from 'react';
import { stepTimes } from '../../core/prepared';
import { useTurnCount } from '../../state/compare-model';
import { useApp, usePlayback, useResults } from '../../state/react';
import { IconButton } from '../../ui/button';
import { setText } from './lane-step';
import { useStepEffect } from './use-lane';

/** Play, step and speed. */
export const Transport = memo(() => {
  const { player } = useApp();
  const turns = useTurnCount();
  // Only what changes at the ends renders; the step's own texts are written with every step.
  const { playing, speed, first, last } = usePlayback((p) => ({
    playing: p.playing,
    speed: p.speed,
    first: p.step <= 1,
    last: p.step >= turns,
  }));
  const structure = useResults((s) => s.prepared?.structure);
  const times = useMemo(() => (structure ? stepTimes(structure) : []), [structure]);
  const stepText = useRef<HTMLElement>(null);
  const timeText = useRef<HTMLParagraphElement>(null);
  useStepEffect(
    useCallback(
      (step) => {
        setText(stepText.current, `Step ${step}`);
        setText(timeText.current, timeOf(times[step]));
      },
      [times],
    ),
  );
  return (
    <div className="transport">
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
          <strong ref={stepText} />
          <span className="transport__of"> of {turns}</span>
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
      <p ref={timeText} className="transport__time" />
    </div>
  );
});

function timeOf(time: ReturnType<typeof stepTimes>[number] | undefined): string {
  if (!time) return '';
  const text = time.text.replace('T', ' ').replace(/:\d\d(\.\d+)?Z?$/, '');
  return `${time.assumed ? '≈ ' : ''}${text}${time.precision === 'instant' ? ' UTC' : ''}`;
}
