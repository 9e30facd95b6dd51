import { type KeyboardEvent, memo, useCallback, useId, useMemo, useRef } from 'react';
import type { Structure } from '../../core/structure';
import { isInForce, type SupersessionLink } from '../../core/supersession-links';
import { shortTurnLabel } from '../../core/turn-label';
import { useApp, usePlayback, useResults } from '../../state/react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import type { LaneLayout } from './layout';
import { useLiveStep, useLiveText } from './use-lane';

interface TurnListProps {
  readonly layout: LaneLayout;
  /** CSS px. */
  readonly width: number;
  readonly focusTurns: readonly number[];
}

const MARKED_ROWS = '[data-turn]:is([data-state~="now"], [data-state~="covered"])';
const LABEL_ROOM = 14;
/** Before the label: day, number, gaps. And what a letter takes on average at the row's type. */
const LABEL_LEFT = 44;
const LETTER = 6.1;
const labelLength = (width: number): number => Math.max(12, Math.floor((width - LABEL_LEFT) / LETTER));

/** The maps' rows by name. Where rows are too thin for words, as many are named as fit, the important ones first. */
export const TurnList = memo(({ layout, width, focusTurns }: TurnListProps) => {
  const length = labelLength(width);
  const app = useApp();
  const id = useId();
  const { structure, pinnedTurns, supersessions } = useResults((s) => ({
    structure: s.prepared?.structure,
    pinnedTurns: s.prepared?.pinnedTurns,
    supersessions: s.supersessions,
  }));
  const resting = usePlayback((p) => p.restingStep);
  const hover = usePlayback((p) => p.hover?.turn ?? null);
  const replaced = useMemo(() => {
    const turns = new Map<number, SupersessionLink>();
    for (const link of supersessions)
      if (link.scope === 'turn' && !turns.has(link.earlierTurn)) turns.set(link.earlierTurn, link);
    return turns;
  }, [supersessions]);
  const named = useMemo(
    () => namedTurns(layout, [...focusTurns, ...(pinnedTurns ?? [])], hover),
    [layout, focusTurns, pinnedTurns, hover],
  );
  const list = useRef<HTMLDivElement>(null);
  const allNamed = named.length === layout.turns;
  const present = useRef<HTMLDivElement>(null);
  const presentText = useLiveText(list, present);
  // Every step moves the mark of the present turn, and none of the rows renders; while steps race, no row changes.
  useLiveStep(
    useCallback(
      (step, racing) => {
        if (!list.current || !present.current || !structure) return;
        // Between a change of the conversation and the render that follows, the step is another conversation's.
        const none = step === 0 || step > structure.turns.list.length;
        const top = rowTop(layout, Math.max(1, step));
        if (!racing) {
          present.current.dataset.shown = String(!none && !named.includes(step));
          present.current.style.top = `${top}px`;
        }
        const texts = none ? [] : [String(step), shortTurnLabel(structure, step, length)];
        presentText()?.write(texts, racing, top);
        if (racing) {
          // The rows that made room for the present turn, and its own, are rows like all others meanwhile.
          for (const row of list.current.querySelectorAll<HTMLElement>(MARKED_ROWS)) row.dataset.state = '';
          return;
        }
        for (const row of list.current.querySelectorAll<HTMLElement>('[data-turn]')) {
          const turn = Number(row.dataset.turn);
          const by = replaced.get(turn);
          const state = [
            turn === step ? 'now' : turn > step ? 'future' : '',
            by !== undefined && isInForce(by, step) ? 'replaced' : '',
            !allNamed && turn !== step && Math.abs(turn - step) * layout.rowHeight < LABEL_ROOM
              ? 'covered'
              : '',
          ].join(' ');
          if (row.dataset.state !== state) row.dataset.state = state;
        }
      },
      [layout, length, named, allNamed, replaced, structure, presentText],
    ),
  );
  if (!structure || !pinnedTurns) return null;
  const days = dayBreaksOf(structure);
  const chosen = focusTurns[0] ?? resting;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const moves: Record<string, number> = {
      ArrowUp: chosen - 1,
      ArrowDown: chosen + 1,
      Home: 1,
      End: layout.turns,
    };
    const to = moves[event.key];
    if (to === undefined || to < 1 || to > layout.turns) return;
    event.preventDefault();
    event.stopPropagation();
    app.playback.setState({ selectedTurn: to });
  };
  return (
    // Rows are as thin as the map's: one tab stop with arrow keys, and a click for those who aim.
    <div
      ref={list}
      className="turn-list"
      role="listbox"
      tabIndex={0}
      style={{ height: layout.mapHeight }}
      aria-label="Turns"
      aria-multiselectable="true"
      aria-activedescendant={named.includes(chosen) ? rowId(id, chosen) : undefined}
      onKeyDown={onKeyDown}
    >
      {days.map((d) => (
        <div
          key={`day-${d.from}`}
          className="turn-list__day"
          aria-hidden="true"
          style={{ top: (d.from - 1) * layout.rowHeight, height: (d.to - d.from) * layout.rowHeight }}
        >
          {(d.to - d.from) * layout.rowHeight > 56 ? d.label : ''}
        </div>
      ))}
      {named.map((turn) => {
        const by = replaced.get(turn);
        return (
          <TurnRow
            key={turn}
            id={rowId(id, turn)}
            turn={turn}
            top={rowTop(layout, turn)}
            label={shortTurnLabel(structure, turn, length)}
            now={turn === resting}
            focus={focusTurns.includes(turn)}
            replacedBy={by !== undefined && isInForce(by, resting) ? by.laterTurn : null}
            hovered={hover === turn}
            pinned={pinnedTurns.has(turn)}
          />
        );
      })}
      <div
        ref={present}
        className="turn-list__row turn-list__row--present"
        aria-hidden="true"
        data-state="now"
      >
        <span className="turn-list__number" />
        <span className="turn-list__label" />
      </div>
      <canvas className="live-text" aria-hidden="true" />
    </div>
  );
});

const rowTop = (layout: LaneLayout, turn: number) => (turn - 0.5) * layout.rowHeight - LABEL_ROOM / 2;

interface TurnRowProps {
  readonly id: string;
  readonly turn: number;
  readonly top: number;
  readonly label: string;
  /** For those who hear the list: what the step's mark shows. */
  readonly now: boolean;
  readonly focus: boolean;
  readonly replacedBy: number | null;
  readonly hovered: boolean;
  readonly pinned: boolean;
}

const TurnRow = memo(({ id, turn, top, label, now, focus, replacedBy, hovered, pinned }: TurnRowProps) => {
  const { playback, player } = useApp();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names its active row.
    <div
      id={id}
      role="option"
      aria-selected={focus}
      data-turn={turn}
      style={{ top }}
      className={classNames(
        'turn-list__row',
        focus && 'turn-list__row--focus',
        hovered && 'turn-list__row--hover',
      )}
      onPointerEnter={() => playback.setState((p) => ({ hover: { step: Math.max(turn, p.step), turn } }))}
      onPointerLeave={() => playback.setState({ hover: null })}
      onClick={() => playback.setState((p) => ({ selectedTurn: p.selectedTurn === turn ? null : turn }))}
      onDoubleClick={() => player.goTo(turn)}
    >
      <span className="turn-list__number">{turn}</span>
      <span className="turn-list__label">{label}</span>
      {now && <span className="visually-hidden">, now</span>}
      {replacedBy !== null && <span className="visually-hidden">, replaced by turn {replacedBy}</span>}
      {pinned && (
        <span className="turn-list__pin">
          <Icon name="pin" size={11} />
          <span className="visually-hidden">pinned</span>
        </span>
      )}
    </div>
  );
});

const rowId = (id: string, turn: number) => `${id}-turn-${turn}`;

/** Turns whose row gets a label: all when rows are tall enough, else the wanted ones first and then evenly spread ones. */
export function namedTurns(layout: LaneLayout, wanted: readonly number[], hover: number | null): number[] {
  const { turns, rowHeight } = layout;
  if (rowHeight >= LABEL_ROOM) return Array.from({ length: turns }, (_, i) => i + 1);
  const taken: number[] = [];
  const fits = (turn: number) => taken.every((t) => Math.abs(t - turn) * rowHeight >= LABEL_ROOM);
  const every = Math.ceil(LABEL_ROOM / rowHeight);
  const spread: number[] = [];
  for (let turn = 1; turn <= turns; turn += every) spread.push(turn);
  for (const turn of [...(hover === null ? [] : [hover]), ...wanted, ...spread]) {
    if (turn >= 1 && turn <= turns && fits(turn)) taken.push(turn);
  }
  return taken.sort((a, b) => a - b);
}

const dayCache = new WeakMap<Structure, ReturnType<typeof dayBreaks>>();

function dayBreaksOf(structure: Structure) {
  const known = dayCache.get(structure) ?? dayBreaks(structure);
  dayCache.set(structure, known);
  return known;
}

/** Runs of turns of one calendar day (as the times are written, in UTC); empty when there are fewer than two days. */
function dayBreaks(structure: Structure): { from: number; to: number; label: string }[] {
  const out: { from: number; to: number; day: string; label: string }[] = [];
  structure.turnTimes.forEach((time, turn) => {
    if (turn === 0) return;
    const day = time ? new Date(time.sortMs).toISOString().slice(0, 10) : (out[out.length - 1]?.day ?? '');
    const last = out[out.length - 1];
    if (last && last.day === day) last.to = turn + 1;
    else out.push({ from: turn, to: turn + 1, day, label: time ? DAY.format(time.sortMs) : '' });
  });
  return out.length > 1 && out.length <= 40 ? out : [];
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
