import type { Lane } from '../../core/lane';
import { laneLetter, laneTitle } from '../../state/lanes';
import { useApp } from '../../state/react';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import type { ChosenSides } from './choose-sides';

export interface CompareBarProps {
  readonly lanes: readonly Lane[];
  readonly chosen: ChosenSides;
  readonly step: number;
  readonly differencesOnly: boolean;
}

const PREVIOUS = ' previous';

/** Which request is read, and what it is compared with. */
export const CompareBar = ({ lanes, chosen, step, differencesOnly }: CompareBarProps) => {
  const { playback } = useApp();
  const options = lanes.map((lane, i) => ({ value: lane.id, label: `${laneLetter(i)} ${laneTitle(lane)}` }));
  const others = options.filter((o) => o.value !== chosen.left.laneId);
  const chooseLeft = (laneId: string) => {
    // Choosing the other column's lane swaps the two.
    const { contextOther } = playback.getState();
    const swap = !chosen.previous && laneId === chosen.right?.laneId;
    playback.setState({
      contextLaneId: laneId,
      contextOther: swap ? { kind: 'lane', laneId: chosen.left.laneId } : contextOther,
    });
  };
  const chooseOther = (laneId: string) =>
    playback.setState({
      contextLaneId: chosen.left.laneId,
      contextOther: laneId === PREVIOUS ? { kind: 'previous' } : { kind: 'lane', laneId },
    });
  return (
    <div className="context-compare">
      <Select label="Compare" options={options} value={chosen.left.laneId} onChange={chooseLeft} />
      {(others.length > 0 || chosen.previous) && (
        <Select
          label="with"
          options={[
            ...others,
            ...(chosen.previous
              ? [{ value: PREVIOUS, label: `${chosen.left.letter} at step ${step - 1}` }]
              : []),
          ]}
          value={chosen.previous ? PREVIOUS : (chosen.right?.laneId ?? '')}
          onChange={chooseOther}
        />
      )}
      {step > 1 && !chosen.previous && (
        <span className="context-compare__or">
          <span aria-hidden="true">{others.length > 0 ? 'or with' : 'with'}</span>
          <Button
            size="small"
            aria-label={`Compare with step ${step - 1}`}
            onClick={() => chooseOther(PREVIOUS)}
          >
            {`step ${step - 1}`}
          </Button>
        </span>
      )}
      {chosen.previous && (
        <span className="context-compare__or">
          <Button size="small" variant="ghost" onClick={() => playback.setState({ contextOther: null })}>
            {others.length > 0 ? 'Back to two lanes' : 'Back to one'}
          </Button>
        </span>
      )}
      {chosen.right && (
        <Switch
          className="context-compare__differences"
          label="Differences only"
          checked={differencesOnly}
          onChange={(on) => playback.setState({ differencesOnly: on })}
        />
      )}
    </div>
  );
};
