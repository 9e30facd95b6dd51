import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icons';
import { Menu } from '../../ui/menu';
import { type BranchMark, branchHint, branchTitle, positionText } from './branch-marks';
import { useActions, useEditor } from './editor-context';

interface RowBranchesProps {
  readonly mark: BranchMark;
  /** Of the message, from 1. */
  readonly number: number;
  readonly tabIndex: number;
}

/** Where the source goes other ways: which one is shown, and the way to the others. */
export const RowBranches = ({ mark, number, tabIndex }: RowBranchesProps) => {
  const { switchBranch, forgetBranchFocus } = useActions();
  const group = useRef<HTMLDivElement>(null);
  const { point, active } = mark;
  const count = point.alternatives.length;
  const { wish, problem } = useEditor(({ branch }) => {
    const isHere = branch !== null && branch.afterMessageId === point.afterMessageId;
    return { wish: isHere ? branch.button : null, problem: isHere ? branch.problem : null };
  });
  // The branch may begin with another message, whose row is another element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the branch that has arrived takes the focus.
  useEffect(() => {
    if (wish === null) return;
    group.current?.querySelector<HTMLElement>(`[data-branch="${wish}"]`)?.focus({ preventScroll: true });
  }, [wish, active]);

  const step = (by: 1 | -1) => ({
    size: 'small' as const,
    tabIndex,
    'data-branch': by === 1 ? 'next' : 'previous',
    'aria-disabled': active + by < 0 || active + by >= count,
    onClick: () => void switchBranch(mark, active + by, by === 1 ? 'next' : 'previous'),
    onBlur: forgetBranchFocus,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons.
    <div ref={group} className="row-branches" role="group" aria-label={`Branches at message ${number}`}>
      <IconButton
        {...step(-1)}
        icon="chevron-left"
        iconSize={12}
        label="Previous branch"
        title="Previous branch"
      />
      <Menu
        label="Branches"
        trigger={(props) => (
          <button
            {...props}
            type="button"
            tabIndex={tabIndex}
            data-branch="list"
            className="row-branches__list"
            onBlur={forgetBranchFocus}
          >
            <span className="visually-hidden">Branch </span>
            {positionText(mark)}
            <Icon name="chevron-down" size={10} />
          </button>
        )}
        items={point.alternatives.map((alternative, i) => ({
          id: `${i}`,
          label: branchTitle(alternative),
          hint: branchHint(alternative),
          checked: i === active,
          onSelect: () => void switchBranch(mark, i, 'list'),
        }))}
      />
      <IconButton {...step(1)} icon="chevron-right" iconSize={12} label="Next branch" title="Next branch" />
      {problem !== null && <p className="row__problem">{problem}</p>}
    </div>
  );
};
