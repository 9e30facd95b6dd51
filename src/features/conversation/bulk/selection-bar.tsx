import { formatCount } from '../../../core/format';
import { Button } from '../../../ui/button';
import { Menu, type MenuEntry } from '../../../ui/menu';
import { useActions, useEditor } from '../editor-context';

/** What can be done to the selected messages; in sight while there are at least two. */
export const SelectionBar = () => {
  const actions = useActions();
  // Read with the ends of the selection, so that the bar follows them.
  const count = useEditor((s) =>
    s.anchorId !== null && s.activeId !== null ? actions.selectedIds().length : 0,
  );
  if (count < 2) return null;
  const items: MenuEntry[] = [
    { id: 'pin', label: 'Pin their turns', icon: 'pin', onSelect: () => actions.pinSelected(true) },
    { id: 'unpin', label: 'Unpin their turns', icon: 'pin', onSelect: () => actions.pinSelected(false) },
    { separator: 'marks' },
    { id: 'role', label: 'Change role…', icon: 'edit', onSelect: () => actions.openBulk('role') },
    { separator: 'times' },
    { id: 'shift', label: 'Shift times…', icon: 'arrow-down', onSelect: () => actions.openBulk('shift') },
    { id: 'space', label: 'Space times evenly…', icon: 'menu', onSelect: () => actions.openBulk('space') },
    { id: 'clear', label: 'Clear times…', icon: 'close', onSelect: () => actions.openBulk('clear') },
  ];
  return (
    <div className="conversation__selection">
      <span role="status">{formatCount(count)} messages selected</span>
      <Button size="small" icon="trash" onClick={actions.removeSelected}>
        Delete
      </Button>
      <Menu
        label="Selected messages"
        items={items}
        trigger={(props) => (
          <Button {...props} size="small" icon="more">
            Change
          </Button>
        )}
      />
      <Button size="small" variant="ghost" onClick={actions.clearSelection}>
        Clear
      </Button>
    </div>
  );
};
