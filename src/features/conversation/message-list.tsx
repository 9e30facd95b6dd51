import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Message } from '../../core/conversation';
import type { PreparedConversation } from '../../core/prepared';
import { useApp, usePlayback, useShell } from '../../state/react';
import { editableText } from './editable-text';
import type { EditorActions } from './editor-actions';
import { useActions, useEditor, useFind } from './editor-context';
import type { Marks } from './marks';
import { MessageRow } from './message-row';
import { rowFacts, yearOf } from './row-facts';

const LINE = 20;
const CHARACTERS_PER_LINE = 95;
const FOLDED_LINES = 27;

/** Asked for every row again whenever one above was measured. */
const guesses = new WeakMap<Message, number>();

/** A guess until the row was drawn and measured, in CSS px. */
function guessHeight(message: Message): number {
  const known = guesses.get(message);
  if (known !== undefined) return known;
  const text = editableText(message).slice(0, 2_400);
  let lines = 0;
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE));
  const height = 16 + Math.min(lines, FOLDED_LINES) * LINE + Math.max(0, message.parts.length - 1) * 24;
  guesses.set(message, height);
  return height;
}

const rowElement = (id: string) => document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);

interface RowPlace {
  readonly id: string;
  readonly index: number;
  readonly messages: readonly Message[];
  readonly actions: EditorActions;
}

/** The keys of a focused row; true when the key was one of them. */
function rowKey(event: KeyboardEvent<HTMLElement>, { id, index, messages, actions }: RowPlace): boolean {
  const to = (next: number): true => {
    const wish = messages[Math.max(0, Math.min(messages.length - 1, next))]!.id;
    if (event.shiftKey) actions.selectTo(wish);
    else {
      actions.clearSelection();
      actions.focus(wish);
    }
    return true;
  };
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (event.altKey) {
    if (by === 0 || (event.target as HTMLElement).closest('input, select, textarea')) return false;
    actions.move(id, by);
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'Home') return to(0);
    return event.key === 'End' && to(messages.length - 1);
  }
  if (by !== 0) return to(index + by);
  if (event.key === 'Enter' || event.key === 'F2') actions.press(id, null);
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    if (actions.selectedIds().length > 1) actions.removeSelected();
    else actions.remove(id);
  } else if (event.key === 'Escape') actions.clearSelection();
  else return false;
  return true;
}

export interface MessageListProps {
  readonly prepared: PreparedConversation;
  readonly marks: Marks;
}

/** The whole conversation; only the rows in sight, the focused one and the open one are in the page. */
export const MessageList = ({ prepared, marks }: MessageListProps) => {
  const actions = useActions();
  const { messages } = prepared.structure;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { activeId, anchorId, fieldId, focusWish } = useEditor((s) => ({
    activeId: s.activeId,
    anchorId: s.anchorId,
    fieldId: s.field?.id ?? null,
    focusWish: s.focusWish,
  }));
  const place = useMemo(() => new Map(messages.map((m, i) => [m.id, i])), [messages]);
  const active = place.get(activeId ?? '') ?? -1;
  const anchor = place.get(anchorId ?? '') ?? -1;
  const open = place.get(fieldId ?? '') ?? -1;
  const year = useMemo(() => yearOf(messages), [messages]);

  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: messages.length,
    estimateSize: (index) => guessHeight(messages[index]!),
    getItemKey: (index) => messages[index]!.id,
    overscan: 6,
    // Positions are written to the rows by the virtualizer, so that scrolling draws no row again.
    directDomUpdates: true,
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: 110,
    scrollPaddingEnd: 40,
    rangeExtractor: useCallback(
      (range: Range) => {
        const inSight = defaultRangeExtractor(range);
        const kept = [active, open].filter((i) => i >= 0 && i < range.count && !inSight.includes(i));
        return kept.length === 0 ? inSight : [...new Set([...inSight, ...kept])].sort((a, b) => a - b);
      },
      [active, open],
    ),
  });

  const { containerRef } = virtualizer;
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element;
      containerRef(element);
    },
    [containerRef],
  );

  // What stands above the list can grow: the sentence about turns, a notice.
  useLayoutEffect(() => {
    const element = list.current!;
    const update = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const wished = useRef<object | null>(null);
  useEffect(() => {
    if (!focusWish || focusWish === wished.current) return;
    wished.current = focusWish;
    const index = place.get(focusWish.id);
    if (index === undefined) return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    rowElement(focusWish.id)?.focus({ preventScroll: true });
  }, [focusWish, place, virtualizer]);

  const match = useFind((s) => s.wish);
  const reached = useRef<object | null>(null);
  useEffect(() => {
    if (match === null || match === reached.current) return;
    reached.current = match;
    // A drawn row brings its own match into sight.
    const index = place.get(match.id);
    if (index !== undefined && !rowElement(match.id)) virtualizer.scrollToIndex(index, { align: 'center' });
  }, [match, place, virtualizer]);
  // A place of the import report, or whatever else names a message.
  const { shell } = useApp();
  const wish = useShell((s) => s.wish);
  useEffect(() => {
    if (!wish || top === 0) return;
    shell.setState({ wish: null });
    actions.clearSelection();
    actions.focus(wish.messageId);
  }, [wish, top, shell, actions]);

  // The turn that was looked at elsewhere is what one comes to edit.
  const turn = usePlayback((s) => s.selectedTurn);
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || top === 0) return;
    arrived.current = true;
    const start = turn === null ? undefined : prepared.structure.turns.list[turn - 1]?.start;
    if (start !== undefined && start > 0) virtualizer.scrollToIndex(start, { align: 'start' });
  }, [top, turn, prepared, virtualizer]);

  const latest = useRef(messages);
  latest.current = messages;
  const onKey = useCallback(
    (event: KeyboardEvent<HTMLElement>, id: string, index: number) => {
      const target = event.target as HTMLElement;
      const onRow = target === event.currentTarget;
      const handled =
        (onRow || event.altKey) && rowKey(event, { id, index, messages: latest.current, actions });
      // A control in the row gives the focus back to the row.
      if (!handled && !onRow && event.key === 'Escape' && !target.closest('[popover]')) actions.focus(id);
      else if (!handled) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [actions],
  );

  const [from, to] =
    anchor >= 0 && active >= 0 ? [Math.min(anchor, active), Math.max(anchor, active)] : [1, 0];
  return (
    <div ref={attach} role="feed" aria-label="Messages" className="message-list">
      {virtualizer.getVirtualItems().map((item) => (
        <MessageRow
          key={item.key}
          row={rowFacts(prepared, marks, item.index, year)}
          selected={from < to && item.index >= from && item.index <= to}
          measure={virtualizer.measureElement}
          onKey={onKey}
        />
      ))}
    </div>
  );
};
