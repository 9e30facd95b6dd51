import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useFind } from '../editor-context';

/** A stretch of a text that is marked: UTF-16 offsets. */
export interface TextMark {
  readonly from: number;
  readonly to: number;
  readonly kind: 'quote' | 'match' | 'current';
}

/** A common letter in a long text has thousands of matches; more marks than this make the page slow. */
const MAX_MARKS = 400;
const NO_OFFSETS: readonly number[] = [];

/** The matches in a surface as marks, the current one among them. */
export function useMatchMarks(key: string): readonly TextMark[] {
  const offsets = useFind((s) => s.bySurface.get(key) ?? NO_OFFSETS);
  const current = useFind((s) => (s.current?.key === key ? s.current.start : -1));
  const marks: TextMark[] = [];
  for (let i = 0; i < offsets.length; i += 2) {
    const [from, to] = [offsets[i]!, offsets[i + 1]!];
    if (from === current) marks.push({ from, to, kind: 'current' });
    else if (marks.length < MAX_MARKS) marks.push({ from, to, kind: 'match' });
  }
  return marks;
}

/** Brings the current match into sight when it is wished for and stands in this element. */
export function useMatchInSight(key: string, element: RefObject<HTMLElement | null>): void {
  const wish = useFind((s) => (s.wish?.key === key ? s.wish : null));
  const done = useRef<object | null>(null);
  useEffect(() => {
    if (wish === null || wish === done.current) return;
    done.current = wish;
    const show = () =>
      element.current?.querySelector('.text-mark--current')?.scrollIntoView({ block: 'nearest' });
    show();
    // Rows above it may have been measured meanwhile.
    const frame = requestAnimationFrame(() => requestAnimationFrame(show));
    return () => cancelAnimationFrame(frame);
  });
}

/** Opens a folded part once a match in it is wished for; it stays as the user leaves it. */
export function useUnfold(key: string): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  const wish = useFind((s) => (s.wish?.key === key ? s.wish : null));
  useEffect(() => {
    if (wish !== null) details.current!.open = true;
  }, [wish]);
  return details;
}

/** The text with its marks; every piece knows its place, so that a press becomes a cursor. `start`: offset of the text. */
export function withMarks(text: string, start: number, marks: readonly TextMark[]): ReactNode {
  const end = start + text.length;
  const here = marks.filter((m) => m.from < end && m.to > start);
  if (here.length === 0) return <span data-start={start}>{text}</span>;
  const cuts = new Set([start, end]);
  for (const { from, to } of here) {
    cuts.add(Math.max(start, from));
    cuts.add(Math.min(end, to));
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, i) => {
    const to = places[i + 1]!;
    const kinds = new Set(here.filter((m) => m.from <= from && m.to >= to).map((m) => m.kind));
    const piece = text.slice(from - start, to - start);
    if (kinds.size === 0) {
      return (
        <span key={from} data-start={from}>
          {piece}
        </span>
      );
    }
    return (
      <mark key={from} data-start={from} className={[...kinds].map((k) => `text-mark--${k}`).join(' ')}>
        {piece}
      </mark>
    );
  });
}
