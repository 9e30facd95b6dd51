import { type KeyboardEvent, lazy, memo, type PointerEvent, Suspense, useEffect, useState } from 'react';
import { fateAt } from '../../core/fate-codes';
import { whenIdle } from '../../state/idle';
import { useApp, usePlayback } from '../../state/react';
import { announce } from '../../ui/announcer';
import { cellRect, hitTest, type MapGeometry } from '../../ui/canvas/map-geometry';
import { FATE_LABELS } from '../../ui/fate-labels';
import type { LaneLayout } from './layout';

/** The first picture needs no card; it is fetched in the browser's idle time, before anybody asks for it. */
const loadCard = () => import('./cell-card');
const CellCard = lazy(() => loadCard().then((m) => ({ default: m.CellCard })));

interface LaneMapProps {
  readonly laneId: string;
  readonly letter: string;
  readonly title: string;
  readonly layout: LaneLayout;
}

/** One lane's decay map, where it is pointed at: a column is one context window, a row one turn's life. LanePicture shows it. */
export const LaneMap = memo(({ laneId, letter, title, layout }: LaneMapProps) => {
  const app = useApp();
  useEffect(() => whenIdle(() => void loadCard().catch(() => undefined)), []);
  const [cell, setCell] = useState<{ readonly step: number; readonly turn: number } | null>(null);
  const { mapWidth, mapHeight, turns } = layout;

  const geometry: MapGeometry = {
    width: mapWidth,
    height: mapHeight,
    dpr: globalThis.devicePixelRatio || 1,
    turns,
  };
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return hitTest(geometry, event.clientX - box.left, event.clientY - box.top);
  };
  const hover = (next: { step: number; turn: number } | null) => {
    const before = app.playback.getState().hover;
    if (before?.step === next?.step && before?.turn === next?.turn) return;
    app.playback.setState({ hover: next && { step: next.step, turn: next.turn } });
  };
  const open = (next: { step: number; turn: number }) => {
    app.playback.setState({ selectedTurn: next.turn, selectedLaneId: laneId });
    setCell(next);
  };
  const cellText = ({ step, turn }: { step: number; turn: number }) => {
    const run = app.results.getState().lanes[laneId]?.run;
    return run ? `Step ${step}, turn ${turn}: ${FATE_LABELS[fateAt(run.fates, step, turn)]}.` : '';
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { hover: before, step } = app.playback.getState();
    const from = before ?? { step, turn: app.playback.getState().selectedTurn ?? step };
    const jump = event.shiftKey ? 5 : 1;
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-jump, 0],
      ArrowRight: [jump, 0],
      ArrowUp: [0, -jump],
      ArrowDown: [0, jump],
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      event.stopPropagation();
      const next = {
        step: Math.min(turns, Math.max(1, from.step + move[0])),
        turn: Math.min(turns, Math.max(1, from.turn + move[1])),
      };
      hover(next);
      announce(cellText(next));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      if (from.turn <= from.step) open(from);
    } else if (event.key === 'Escape' && before) {
      event.stopPropagation();
      hover(null);
    }
  };

  return (
    <div className="lane-map" style={{ width: mapWidth, height: mapHeight }}>
      <div
        className="lane-map__surface"
        role="application"
        aria-roledescription="decay map"
        aria-label={`${letter} ${title}: decay map, ${turns} turns by ${turns} steps. Arrow keys move, Enter tells why.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application region is one tab stop with its own arrow keys.
        tabIndex={0}
        data-testid={`map-${letter}`}
        onPointerMove={(event) => {
          const hit = at(event);
          hover(hit?.spoken ? hit : null);
        }}
        onPointerLeave={() => hover(null)}
        onBlur={() => hover(null)}
        onClick={(event) => {
          const hit = at(event as unknown as PointerEvent<HTMLElement>);
          if (hit?.spoken) open(hit);
        }}
        onKeyDown={onKeyDown}
      ></div>
      <MapCursor geometry={geometry} />
      {cell && cell.step <= turns && (
        <Suspense>
          <CellCard
            laneId={laneId}
            letter={letter}
            title={title}
            step={cell.step}
            turn={cell.turn}
            anchor={cellRect(geometry, cell.step, cell.turn)}
            onClose={() => setCell(null)}
          />
        </Suspense>
      )}
    </div>
  );
});

/** Where pointer or keyboard is: the same cell in every lane, so that lanes can be compared. */
const MapCursor = ({ geometry }: { readonly geometry: MapGeometry }) => {
  const hover = usePlayback((p) => p.hover);
  const rect = hover && hover.turn <= hover.step ? cellRect(geometry, hover.step, hover.turn) : null;
  if (!rect) return null;
  return (
    <div
      className="map-overlay__cursor"
      style={{ left: rect.x, top: rect.y, width: Math.max(2, rect.width), height: Math.max(2, rect.height) }}
    />
  );
};
