import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type Ref, useCallback, useEffect, useRef } from 'react';
import type { ConversationEntry } from '../../core/importers/sources/source-index';
import { plural } from '../../state/opened-text';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { daysText } from './pick-model';
import type { Selection } from './use-selection';

interface PickListProps {
  readonly entries: readonly ConversationEntry[];
  readonly selection: Selection;
  /** Several files: each row says which. */
  readonly withSource: boolean;
  readonly onOpen: (ids: readonly string[]) => void;
  readonly listRef: Ref<HTMLDivElement>;
}

/** Rows have one height each, so that thousands need no measuring. */
const ROW = 54;
const NARROW_ROW = 72;
const NARROW_ROW_WITH_SOURCE = 88;
const PAGE = 8;

const optionId = (index: number): string => `pick-${index}`;

/** A list box of conversations: only those in sight, and the one where the keys are, are in the page. */
export const PickList = ({ entries, selection, withSource, onOpen, listRef }: PickListProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { active, chosen } = selection;
  const at = entries.findIndex((e) => e.id === active);
  const narrow = matchMedia('(max-width: 719px)').matches;
  const rowHeight = narrow ? (withSource ? NARROW_ROW_WITH_SOURCE : NARROW_ROW) : ROW;
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: useCallback(
      (range: Range) => {
        const inSight = defaultRangeExtractor(range);
        return at < 0 || inSight.includes(at) ? inSight : [...inSight, at].sort((a, b) => a - b);
      },
      [at],
    ),
  });
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, at, entries.length);
    const isModified = event.ctrlKey || event.metaKey;
    if (target !== null) {
      const id = entries[target]?.id;
      if (id === undefined) return;
      if (event.shiftKey) selection.extendTo(id);
      else if (isModified) selection.move(id);
      else selection.only(id);
    } else if (event.key === ' ' && active !== null) selection.toggle(active);
    else if (event.key === 'Enter' && active !== null) onOpen(chosen.size > 0 ? [...chosen] : [active]);
    else if (isModified && event.key.toLowerCase() === 'a') selection.all();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onRow = (event: MouseEvent, id: string) => {
    if (event.shiftKey) selection.extendTo(id);
    else if (event.ctrlKey || event.metaKey) selection.toggle(id);
    else selection.only(id);
  };

  return (
    <div
      ref={(element) => {
        box.current = element;
        if (typeof listRef === 'function') listRef(element);
        else if (listRef) listRef.current = element;
      }}
      className="pick-list"
      role="listbox"
      aria-label="Conversations"
      aria-multiselectable="true"
      aria-activedescendant={at >= 0 ? optionId(at) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="pick-list__rows" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index]!;
          const isChosen = chosen.has(entry.id);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys.
            <div
              key={entry.id}
              id={optionId(index)}
              role="option"
              aria-selected={isChosen}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              className={classNames(
                'pick-row',
                withSource && 'pick-row--sources',
                isChosen && 'pick-row--chosen',
                index === at && 'pick-row--active',
              )}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={(event) => onRow(event, entry.id)}
              onDoubleClick={() => onOpen([entry.id])}
            >
              <PickRow
                entry={entry}
                isChosen={isChosen}
                withSource={withSource}
                onTick={() => selection.toggle(entry.id)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};

function keyTarget(key: string, at: number, count: number): number | null {
  const by: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  const wished = by[key];
  return wished === undefined ? null : Math.max(0, Math.min(count - 1, wished));
}

interface PickRowProps {
  readonly entry: ConversationEntry;
  readonly isChosen: boolean;
  readonly withSource: boolean;
  readonly onTick: () => void;
}

const PickRow = ({ entry, isChosen, withSource, onTick }: PickRowProps) => {
  const { title, firstWords, source, from, to, turns } = entry;
  const days = daysText(from, to);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the hand alone; the space bar does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the space bar does the same. */}
      <span
        className="pick-row__tick"
        onClick={(event) => {
          event.stopPropagation();
          onTick();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <span className="pick-row__box">{isChosen && <Icon name="check" size={12} />}</span>
      </span>
      <span className="pick-row__words">
        <span className="pick-row__title" dir="auto">
          {title === '' ? 'Untitled conversation' : title}
        </span>
        <span className="pick-row__first" dir="auto">
          {firstWords === '' ? 'Without words' : firstWords}
        </span>
      </span>
      {withSource && <span className="pick-row__source">{source}</span>}
      <span className="pick-row__facts">
        <span className="pick-row__days">{days === '' ? 'without times' : days}</span>
        <span className="pick-row__turns">{plural(turns, 'turn')}</span>
      </span>
    </>
  );
};
