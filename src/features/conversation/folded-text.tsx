import { type MouseEvent, useMemo, useRef } from 'react';
import { formatCount } from '../../core/format';
import { useActions, useEditor } from './editor-context';
import { type TextMark, useMatchInSight, useMatchMarks, withMarks } from './find/marked-text';
import { cutText, splitFences, type TextSegment } from './text-segments';

/** What is shown of a message at first; about 25 lines. */
const FIRST = 2_400;
/** What one press adds at most: more text than this at once makes the page slow. */
const STEP = 100_000;

export interface FoldedTextProps {
  readonly id: string;
  readonly text: string;
  /** Marked in the text where it occurs. */
  readonly quote?: string | null;
  /** All of it is code: a tool's output. */
  readonly mono?: boolean;
  /** A press in the text, with the cursor's place in it. */
  readonly onOpen?: (cursor: number) => void;
}

/** The text, its beginning when it is long. Everything is text for React: markup in it is shown and never run. */
export const FoldedText = ({ id, text, quote = null, mono = false, onOpen }: FoldedTextProps) => {
  const { showMore } = useActions();
  const limit = useEditor((s) => s.shown.get(id) ?? FIRST);
  const shown = useMemo(() => cutText(text, limit), [text, limit]);
  const segments = useMemo<readonly TextSegment[]>(
    () => (mono ? [{ kind: 'code', start: 0, text: shown }] : splitFences(shown)),
    [shown, mono],
  );
  const matches = useMatchMarks(id);
  const marks = quote === null ? matches : [...quoteMarks(shown, quote), ...matches];
  const box = useRef<HTMLDivElement>(null);
  useMatchInSight(id, box);
  const left = text.length - shown.length;
  const next = Math.min(left, STEP);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on the row does the same. */}
      <div
        ref={box}
        className="message-text"
        onMouseDown={onOpen && ((event) => openOnRelease(event, onOpen))}
      >
        {segments.map((segment) => (
          <div
            key={segment.start}
            dir="auto"
            className={segment.kind === 'code' ? 'message-text__code' : 'message-text__prose'}
          >
            {withMarks(segment.text, segment.start, marks)}
          </div>
        ))}
        {left > 0 && '…'}
      </div>
      {left > 0 && (
        <button type="button" className="quiet-link" onClick={() => showMore(id, limit + STEP)}>
          {next < left
            ? `Show ${formatCount(next)} of ${formatCount(left)} more characters`
            : `Show ${formatCount(left)} more characters`}
        </button>
      )}
    </>
  );
};

function quoteMarks(text: string, quote: string): TextMark[] {
  const from = quote === '' ? -1 : text.indexOf(quote);
  return from < 0 ? [] : [{ from, to: from + quote.length, kind: 'quote' }];
}

const DRAG_PX = 4;

/**
 * A press opens the field with the cursor where it was; a drag that selects words does not. The place is taken when the
 * button goes down, because then another field may close and what is under the pointer may move.
 */
function openOnRelease(event: MouseEvent<HTMLElement>, onOpen: (cursor: number) => void): void {
  if (event.button !== 0 || event.shiftKey) return;
  const { clientX, clientY } = event;
  const place = caretAt(clientX, clientY);
  const piece = place?.node.parentElement?.closest<HTMLElement>('[data-start]');
  const cursor = piece && place ? Number(piece.dataset.start) + place.offset : Number.POSITIVE_INFINITY;
  const onUp = (up: globalThis.MouseEvent) => {
    const moved = Math.hypot(up.clientX - clientX, up.clientY - clientY) > DRAG_PX;
    // A double press selects a word, to be copied.
    if (!moved && up.detail < 2) onOpen(cursor);
  };
  addEventListener('mouseup', onUp, { once: true });
}

function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (document.caretPositionFromPoint) {
    const place = document.caretPositionFromPoint(x, y);
    return place && { node: place.offsetNode, offset: place.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
