import { IconButton } from '../../ui/button';
import { Menu, type MenuEntry } from '../../ui/menu';
import { useActions, useEditor } from './editor-context';
import type { RowFacts } from './row-facts';

/** Everything that can be done to a message, by name: the one place that exists on every screen. */
export const RowMenu = ({ row, tabIndex }: { readonly row: RowFacts; readonly tabIndex: number }) => {
  const actions = useActions();
  const selecting = useEditor((s) => s.anchorId !== null);
  const { id, index, count, turn, role } = row;
  const items: MenuEntry[] = [
    { id: 'edit', label: 'Edit text', icon: 'edit', keys: ['Enter'], onSelect: () => actions.open(id) },
    ...(role === 'tool'
      ? []
      : [
          {
            id: 'split',
            label: 'Split…',
            hint: 'Opens the text; put the cursor where it should split',
            icon: 'split',
            onSelect: () => actions.open(id),
          } as const,
        ]),
    { separator: 'text' },
    ...(turn > 0
      ? [
          {
            id: 'pin',
            label: row.pinned ? `Unpin turn ${turn}` : `Pin turn ${turn}`,
            icon: 'pin',
            onSelect: () => actions.pinTurn(turn, !row.pinned),
          } as const,
        ]
      : []),
    ...(row.questionTurn !== null && row.canBeEvidence
      ? [
          {
            id: 'evidence',
            label: row.isEvidence
              ? `No evidence for turn ${row.questionTurn}`
              : `Evidence for turn ${row.questionTurn}`,
            icon: 'check',
            onSelect: () => actions.markEvidence(id, !row.isEvidence),
          } as const,
        ]
      : []),
    ...(role === 'user' && turn > 1
      ? [
          {
            id: 'question',
            label: 'Use as the question',
            hint: 'Then mark what it needs in earlier messages',
            icon: 'search',
            onSelect: () => actions.chooseQuestion(id),
          } as const,
        ]
      : []),
    ...(turn > 0 && index > row.first
      ? [
          {
            id: 'replaces',
            label: 'Replaces an earlier turn…',
            hint: 'Then choose the turn that no longer holds',
            icon: 'link',
            onSelect: () => actions.startLink(id),
          } as const,
        ]
      : []),
    ...row.links.map(({ source, text }, n) => ({
      id: `link-${n}`,
      label: 'Remove link',
      hint: text,
      icon: 'close' as const,
      onSelect: () => actions.removeLink(source),
    })),
    { separator: 'marks' },
    { id: 'above', label: 'Insert above', icon: 'plus', onSelect: () => actions.insertBeside(id, 'above') },
    { id: 'below', label: 'Insert below', icon: 'plus', onSelect: () => actions.insertBeside(id, 'below') },
    {
      id: 'up',
      label: 'Move up',
      icon: 'arrow-up',
      keys: ['Alt', '↑'],
      disabled: index === 0,
      onSelect: () => actions.move(id, -1),
    },
    {
      id: 'down',
      label: 'Move down',
      icon: 'arrow-down',
      keys: ['Alt', '↓'],
      disabled: index === count - 1,
      onSelect: () => actions.move(id, 1),
    },
    { separator: 'order' },
    {
      id: 'select',
      label: selecting ? 'Select to here' : 'Select from here',
      hint: selecting ? 'All messages in between' : 'Then choose the other end',
      icon: 'menu',
      onSelect: () => actions.selectTo(id),
    },
    { id: 'delete', label: 'Delete', icon: 'trash', keys: ['Del'], onSelect: () => actions.remove(id) },
  ];
  return (
    <Menu
      label={`Message ${index + 1}`}
      placement="bottom-end"
      items={items}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          size="small"
          tabIndex={tabIndex}
          className="row-menu"
          label={`More for message ${index + 1}`}
          title="More"
        />
      )}
    />
  );
};
