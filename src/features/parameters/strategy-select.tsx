import { useEffect } from 'react';
import { type StrategyChoice, setStrategy, strategyChoices } from '../../state/lanes';
import { useApp, useLibraries } from '../../state/react';
import { Select } from '../../ui/select';

const AGAIN = ' try again';

const option = ({ id, title, library }: StrategyChoice) => ({
  value: id,
  label: library === null ? title : `${title} (${library})`,
});

/** All strategies in two groups; the libraries' come as soon as they are loaded. */
export const StrategySelect = ({
  laneId,
  strategyId,
}: {
  readonly laneId: string;
  readonly strategyId: string;
}) => {
  const { workspace, libraries } = useApp();
  const state = useLibraries();
  useEffect(() => void libraries.load(), [libraries]);
  const choices = strategyChoices();
  return (
    <Select
      label="Strategy"
      className="parameter-panel__strategy"
      options={[
        { label: 'Pattern', options: choices.filter((c) => c.group === 'pattern').map(option) },
        {
          label: 'Libraries',
          options:
            state === 'loaded'
              ? choices.filter((c) => c.group === 'framework').map(option)
              : state === 'failed'
                ? [{ value: AGAIN, label: 'Could not be loaded, try again' }]
                : [{ value: '', label: 'Loading…', disabled: true }],
        },
      ]}
      value={strategyId}
      onChange={(value) => {
        if (value === AGAIN) void libraries.load();
        else setStrategy(workspace, laneId, value);
      }}
    />
  );
};
