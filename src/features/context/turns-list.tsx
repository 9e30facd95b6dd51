import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FATE, type Fate } from '../../core/fate-codes';
import type { Structure } from '../../core/structure';
import { shortTurnLabel } from '../../core/turn-label';
import { weightStrength } from '../../ui/canvas/palette';
import { classNames } from '../../ui/class-names';
import { FateCell } from '../../ui/fate-cell';
import { FATE_HELP } from '../../ui/fate-labels';
import { type Side, turnOn } from './side';
import { otherDay } from './time-text';
import { fateWord } from './words';

interface CellOfTurn {
  readonly mark: string;
  readonly fate: Fate;
  readonly weight: number;
  readonly fraction: number;
}

interface TurnRowProps {
  readonly id: string;
  readonly turn: number;
  readonly total: number;
  readonly label: string;
  readonly left: CellOfTurn;
  readonly right: CellOfTurn | null;
  readonly selected: boolean;
  readonly marked: boolean;
  readonly current: boolean;
  readonly future: boolean;
  readonly superseded: boolean;
  readonly ruled: boolean;
  readonly onTurn: (turn: number) => void;
}

const cellText = ({ mark, fate, fraction }: CellOfTurn) =>
  `${mark}: ${fateWord(fate)}${fraction > 0 && fraction < 255 ? ', in part' : ''}`;

const CellMark = ({ cell }: { readonly cell: CellOfTurn }) => (
  <span
    className="context-turn__fate"
    title={cell.fate === 'folded' ? `${cellText(cell)}: ${FATE_HELP.folded}` : cellText(cell)}
    style={{ opacity: weightStrength(FATE[cell.fate], cell.weight) }}
  >
    <FateCell fate={cell.fate} fraction={cell.fraction} width={11} height={12} />
  </span>
);

const sameOfTurn = (a: CellOfTurn | null, b: CellOfTurn | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.fate === b.fate &&
    a.weight === b.weight &&
    a.fraction === b.fraction &&
    a.mark === b.mark);

const TurnRow = memo(
  (props: TurnRowProps) => {
    const { id, turn, total, label, left, right, selected, marked, current, onTurn } = props;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys and is the one tab stop.
      // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
      <div
        id={id}
        role="option"
        aria-selected={selected}
        aria-posinset={turn}
        aria-setsize={total}
        aria-current={current ? 'step' : undefined}
        className={classNames(
          'context-turn',
          selected && 'context-turn--selected',
          (marked || current) && 'context-turn--strong',
          current && 'context-turn--current',
          props.future && 'context-turn--future',
          props.superseded && 'context-turn--superseded',
          props.ruled && 'context-turn--ruled',
        )}
        onClick={() => onTurn(turn)}
      >
        <span className="context-turn__number">{turn}</span>
        <span className="context-turn__label">{label}</span>
        <CellMark cell={left} />
        {right && <CellMark cell={right} />}
        <span className="visually-hidden">
          {props.superseded && 'superseded, '}
          {cellText(left)}
          {right && `, ${cellText(right)}`}
        </span>
      </div>
    );
  },
  (a, b) =>
    sameOfTurn(a.left, b.left) &&
    sameOfTurn(a.right, b.right) &&
    (Object.keys(a) as (keyof TurnRowProps)[]).every((k) => k === 'left' || k === 'right' || a[k] === b[k]),
);

/** Rows beyond the visible ones that are rendered, so that scrolling shows no empty list. */
const OVERSCAN = 12;
/** Up to this many rows all are rendered. */
const ALL_AT_ONCE = 120;

export interface TurnsListProps {
  readonly structure: Structure;
  readonly step: number;
  readonly left: Side;
  readonly right: Side | null;
  readonly turn: number | null;
  readonly marked: readonly number[];
  /** Turns that hold a statement which is replaced by the step. */
  readonly superseded: ReadonlySet<number>;
  readonly onTurn: (turn: number) => void;
}

export const TurnsList = ({
  structure,
  step,
  left,
  right,
  turn,
  marked,
  superseded,
  onTurn,
}: TurnsListProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const total = structure.turns.list.length;
  const [rowHeight, setRowHeight] = useState(14);
  const [view, setView] = useState({ top: 0, height: 600 });
  const seen = useRef(view);

  useLayoutEffect(() => {
    const element = list.current;
    const row = element?.querySelector<HTMLElement>('[role=option]');
    if (row) setRowHeight(row.offsetHeight);
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const first = element.querySelector<HTMLElement>('[role=option]');
      if (first) setRowHeight(first.offsetHeight);
      seen.current = { top: element.scrollTop, height: element.clientHeight };
      setView(seen.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The row that is looked at stays visible inside the list, without moving the page: the turn when another one is
  // chosen, the step while it moves. Nothing is read from the layout: that would cost a second one per step.
  const shown = turn ?? step;
  const followed = useRef({ step, shown: 0, height: 0 });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const { top } = seen.current;
    const { height } = view;
    const before = followed.current;
    followed.current = { step, shown, height };
    const target = shown !== before.shown || before.height === 0 ? shown : step !== before.step ? step : null;
    if (target === null || height === 0) return;
    const y = (target - 1) * rowHeight;
    if (y < top || y + rowHeight > top + height) element.scrollTop = Math.max(0, y - height / 2);
  }, [step, shown, rowHeight, view]);

  const windowed = total > ALL_AT_ONCE;
  const from = windowed ? Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN) : 0;
  const to = windowed ? Math.min(total, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN) : total;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: shown + 1,
      ArrowUp: shown - 1,
      PageDown: shown + page,
      PageUp: shown - page,
      Home: 1,
      End: total,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onTurn(Math.min(total, Math.max(1, next)));
  };

  const cell = (side: Side, t: number): CellOfTurn => ({ mark: side.mark, ...turnOn(side, t) });
  const rows = [];
  for (let t = from + 1; t <= to; t++) {
    rows.push(
      <TurnRow
        key={t}
        id={`${id}-${t}`}
        turn={t}
        total={total}
        label={shortTurnLabel(structure, t)}
        left={cell(left, t)}
        right={right && cell(right, t)}
        selected={t === turn}
        marked={marked.includes(t)}
        current={t === step}
        future={t > step}
        superseded={superseded.has(t)}
        ruled={t > 1 && otherDay(structure.turnTimes[t - 1], structure.turnTimes[t])}
        onTurn={onTurn}
      />,
    );
  }
  const active = shown > from && shown <= to ? `${id}-${shown}` : undefined;
  return (
    <section className="context-turns" aria-labelledby={`${id}-title`}>
      <div className="context-turns__head">
        <h2 id={`${id}-title`} className="context-turns__title">
          Turns
        </h2>
        <span className="context-turns__mark" aria-hidden="true">
          {left.mark}
        </span>
        {right && (
          <span className="context-turns__mark" aria-hidden="true">
            {right.mark}
          </span>
        )}
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-title`}
        aria-activedescendant={active}
        className="context-turns__list"
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          seen.current = { top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight };
          if (windowed) setView(seen.current);
        }}
        style={
          { '--before': `${from * rowHeight}px`, '--after': `${(total - to) * rowHeight}px` } as CSSProperties
        }
      >
        {rows}
      </div>
    </section>
  );
};
