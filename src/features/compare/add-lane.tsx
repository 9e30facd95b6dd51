import { memo } from 'react';
import { MAX_LANES } from '../../core/lane';
import { addLane, type StrategyChoice, strategyChoices } from '../../state/lanes';
import { useApp, useLibraries } from '../../state/react';
import { Button } from '../../ui/button';
import { Menu, type MenuItem } from '../../ui/menu';

/** The button that added the last possible lane can take no focus any more: the new lane's menu does. */
function focusLane(id: string | null, count: number): void {
  if (id === null || count < MAX_LANES) return;
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-lane-id="${id}"] .lane-head__menu`)?.focus(),
  );
}

/** All strategies in two groups; the libraries' come as soon as they are loaded. */
export const AddLane = memo(({ count, brief }: { readonly count: number; readonly brief: boolean }) => {
  const { workspace, libraries } = useApp();
  const state = useLibraries();
  const choices = strategyChoices();
  const item = ({ id, title, docs, library }: StrategyChoice): MenuItem => ({
    id,
    label: title,
    hint: docs,
    ...(library === null ? {} : { aside: library }),
    onSelect: () => focusLane(addLane(workspace, id), count + 1),
  });
  const notThere: MenuItem =
    state === 'failed'
      ? {
          id: 'libraries',
          label: 'Could not be loaded, try again',
          staysOpen: true,
          onSelect: () => void libraries.load(),
        }
      : { id: 'libraries', label: 'Loading…', disabled: true, onSelect: () => undefined };
  return (
    <Menu
      label="Add a strategy"
      placement="bottom-end"
      onOpen={() => void libraries.load()}
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          size="small"
          icon="plus"
          disabled={count >= MAX_LANES}
          className="compare__add"
        >
          {count < MAX_LANES ? 'Add a strategy' : brief ? 'Six at most' : 'Six strategies at most'}
        </Button>
      )}
      items={[
        { heading: 'Pattern', items: choices.filter((c) => c.group === 'pattern').map(item) },
        {
          heading: 'Libraries',
          items: state === 'loaded' ? choices.filter((c) => c.group === 'framework').map(item) : [notThere],
        },
      ]}
    />
  );
});
