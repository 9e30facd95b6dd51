import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatCount } from '../../../core/format';
import { IconButton } from '../../../ui/button';
import { Icon } from '../../../ui/icons';
import { useActions, useFind, useFinding } from '../editor-context';
import { firstRowInSight } from './rows-in-sight';
import './find.css';

/** Finds in every message of the conversation; the browser's own search sees only the rows that are drawn. */
export const FindBar = () => (useFind((s) => s.open) ? <Bar /> : null);

const Bar = () => {
  const find = useFinding();
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const { query, focusWish } = useFind((s) => ({ query: s.query, focusWish: s.focusWish }));

  useEffect(() => {
    if (focusWish === null) return;
    const input = field.current!;
    if (document.activeElement !== input) before.current = document.activeElement;
    input.focus({ preventScroll: true });
    input.select();
  }, [focusWish]);

  const close = () => {
    const { current } = find.store.getState();
    const back = before.current;
    find.close();
    // The hand goes on at what was found; without it, where it was.
    if (current) actions.focus(current.id);
    else if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="find-bar" aria-label="Find in the conversation" onKeyDown={onKeyDown}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        className="find-bar__field"
        aria-label="Find"
        placeholder="Find in all messages"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={query.text}
        onChange={(event) => find.ask({ ...query, text: event.currentTarget.value }, firstRowInSight())}
      />
      <Count />
      <button
        type="button"
        className="find-bar__case"
        aria-pressed={query.matchCase}
        aria-label="Match case"
        title="Match case"
        onClick={() => find.ask({ ...query, matchCase: !query.matchCase }, firstRowInSight())}
      >
        Aa
      </button>
      <IconButton
        icon="chevron-up"
        size="small"
        label="Previous match"
        title="Previous (Shift+Enter)"
        onClick={() => find.step(-1)}
      />
      <IconButton
        icon="chevron-down"
        size="small"
        label="Next match"
        title="Next (Enter)"
        onClick={() => find.step(1)}
      />
      <IconButton icon="close" size="small" label="Close find" title="Close (Escape)" onClick={close} />
    </search>
  );
};

const Count = () => {
  const text = useFind(({ query, searching, matches, current }) => {
    if (query.text === '') return '';
    if (searching && matches.count === 0) return 'Looking…';
    if (matches.count === 0) return 'No match';
    return `${formatCount((current?.number ?? 0) + 1)} of ${formatCount(matches.count)}`;
  });
  return (
    <span className="find-bar__count" role="status">
      {text}
    </span>
  );
};
