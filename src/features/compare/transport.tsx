import { memo, useMemo } from 'react';
import { stepTimes } from '../../core/prepared';
import { useTurnCount } from '../../state/compare-model';
import { useApp, usePlayback, useResults } from '../../state/react';
import { IconButton } from '../../ui/button';

/** Play, step and speed. */
export const Transport = memo(() => {
  const { player } = useApp();
  const { step, playing, speed } = usePlayback((p) => ({ step: p.step, playing: p.playing, speed: p.speed }));
  const turns = useTurnCount();
  const structure = useResults((s) => s.prepared?.structure);
  const times = useMemo(() => (structure ? stepTimes(structure) : []), [structure]);
  const time = times[step];
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
          disabled={step <= 1}
          onClick={() => player.stepBy(-turns)}
        />
        <IconButton
          icon="step-previous"
          label="Step back"
          size="small"
          disabled={step <= 1}
          onClick={() => player.stepBy(-1)}
        />
        <IconButton
          icon="step-next"
          label="Step forward"
          size="small"
          disabled={step >= turns}
          onClick={() => player.stepBy(1)}
        />
        <span className="transport__step">
          <strong>Step {step}</strong> of {turns}
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
      <p className="transport__time">
        {time
          ? `${time.assumed ? '≈ ' : ''}${time.text.replace('T', ' ').replace(/:\d\d(\.\d+)?Z?$/, '')}${time.precision === 'instant' ? ' UTC' : ''}`
          : ''}
      </p>
    </div>
  );
});
