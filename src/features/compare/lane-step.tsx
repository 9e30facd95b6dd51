import { useCallback, useMemo, useRef } from 'react';
import { FATE, FATES } from '../../core/fate-codes';
import { formatCount } from '../../core/format';
import type { LaneRun } from '../../core/simulate';
import { useResults } from '../../state/react';
import { cellRect, type MapGeometry, stepCenter } from '../../ui/canvas/map-geometry';
import { FATE_LABELS } from '../../ui/fate-labels';
import type { LaneLayout } from './layout';
import { useStepPaint } from './use-lane';

/*
 * What changes with every step: written into the page by subscription, like the canvases, because four lanes of React
 * renders per step cost more than a frame on slow machines. Everything here is decoration or repeated in the table,
 * and the accessible step is the scrubber's.
 */

interface StepPartProps {
  readonly laneId: string;
  readonly layout: LaneLayout;
}

/** Touching the page costs even when nothing changes. */
export function setText(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** "tokens, step 30" over the margin bars. */
export const StepLabel = ({ laneId, layout, first }: StepPartProps & { readonly first: boolean }) => {
  const label = useRef<HTMLParagraphElement>(null);
  const long = first && layout.laneWidth > 200;
  useStepPaint(
    laneId,
    useCallback((step) => setText(label.current, long ? `tokens, step ${step}` : `step ${step}`), [long]),
  );
  return (
    <p
      ref={label}
      className="lane__step-label"
      style={{ width: layout.mapWidth + layout.gap + layout.bars }}
      aria-hidden="true"
    />
  );
};

export const useGeometry = (layout: LaneLayout): MapGeometry =>
  useMemo(
    () => ({
      width: layout.mapWidth,
      height: layout.mapHeight,
      dpr: globalThis.devicePixelRatio || 1,
      turns: layout.turns,
    }),
    [layout],
  );

/** The column of the current step through map and token bars, and a ring where it meets what is needed: is it there? */
export const Needle = ({
  laneId,
  layout,
  focusTurns,
}: StepPartProps & { readonly focusTurns: readonly number[] }) => {
  const box = useRef<HTMLDivElement>(null);
  const geometry = useGeometry(layout);
  const height = Math.min(20, Math.max(12, layout.rowHeight + 6));
  const width = Math.max(14, height * 0.84);
  const column = cellRect(geometry, 1, 1);
  const columnWidth = Math.max(3, (column?.width ?? 1) + 2);
  useStepPaint(
    laneId,
    useCallback(
      (step) => {
        if (!box.current) return;
        box.current.hidden = step === 0;
        box.current.style.transform = `translateX(${stepCenter(geometry, Math.max(1, step))}px)`;
        for (const ring of box.current.querySelectorAll<HTMLElement>('[data-turn]')) {
          const spoken = Number(ring.dataset.turn) <= step;
          if (ring.hidden === spoken) ring.hidden = !spoken;
        }
      },
      [geometry],
    ),
  );
  return (
    <div ref={box} className="lane__needle" aria-hidden="true">
      <div className="lane__needle-column" style={{ left: -columnWidth / 2, width: columnWidth }} />
      {focusTurns.map((turn) => {
        const rect = cellRect(geometry, geometry.turns, turn);
        if (!rect) return null;
        const top = rect.y + rect.height / 2 - height / 2 + 0.5;
        return (
          <div
            key={turn}
            data-turn={turn}
            className="map-overlay__ring"
            style={{ left: -width / 2, top, width, height }}
          />
        );
      })}
    </div>
  );
};

const GONE: ReadonlyMap<number, string> = new Map([
  [FATE.dropped, 'gone'],
  [FATE.folded, 'gone'],
  [FATE.archived, 'stored'],
  [FATE.summarized, 'cited'],
]);

/** The word where a needed turn has no bar. */
export const GoneWords = ({
  laneId,
  layout,
  focusTurns,
}: StepPartProps & { readonly focusTurns: readonly number[] }) => {
  const words = useRef(new Map<number, HTMLSpanElement>());
  useStepPaint(
    laneId,
    useCallback((step, run) => {
      for (const [turn, word] of words.current) {
        const past = run && turn < step && run.done >= step;
        setText(word, (past && GONE.get(run.fates.fates[(step - 1) * run.steps + turn - 1]!)) || '');
      }
    }, []),
  );
  if (layout.rowHeight < 8) return null;
  return focusTurns
    .filter((turn) => turn <= layout.turns)
    .map((turn) => (
      <span
        key={turn}
        ref={(element) => {
          if (element) words.current.set(turn, element);
          else words.current.delete(turn);
        }}
        className="map-overlay__gone"
        style={{ left: layout.mapWidth + 14, top: (turn - 0.5) * layout.rowHeight - 7 }}
      />
    ));
};

/** The lane's number, in the map's empty triangle. */
export const LaneNumber = ({
  laneId,
  layout,
  inline = false,
}: StepPartProps & { readonly inline?: boolean }) => {
  const box = useRef<HTMLDivElement>(null);
  const exact = useResults((s) => s.prepared?.tokens.exact ?? true);
  useStepPaint(
    laneId,
    useCallback(
      (step, run) => {
        const [value, unit, note] = (box.current?.children ?? []) as unknown as HTMLElement[];
        const known = run && step > 0 && run.done >= step;
        setText(value ?? null, known ? `${exact ? '' : '≈'}${formatCount(run.tokens[step - 1]!)}` : '');
        setText(unit ?? null, known ? `${exact ? '' : 'about, '}tokens at step ${step}` : '');
        setText(note ?? null, known ? fateCounts(run, step) : '');
      },
      [exact],
    ),
  );
  return (
    <div
      ref={box}
      className={inline ? 'lane-number lane-number--inline' : 'lane-number'}
      style={inline ? undefined : { width: Math.max(90, layout.mapWidth * 0.68) }}
      data-testid={`tokens-${laneId}`}
      title={exact ? undefined : 'An estimate until the tokenizer has counted.'}
    >
      <span className="lane-number__value" />
      <span className="lane-number__unit" />
      <span className="lane-number__note" />
    </div>
  );
};

/** "5 verbatim, 15 in a summary, 9 dropped", counted in turns. */
export function fateCounts(run: LaneRun, step: number): string {
  const counts = new Map<number, number>();
  for (let i = (step - 1) * run.steps; i < (step - 1) * run.steps + step - 1; i++) {
    const code = run.fates.fates[i]!;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const summarized = (counts.get(FATE.summarized) ?? 0) + (counts.get(FATE.folded) ?? 0);
  const parts: string[] = [];
  for (const code of [FATE.pinned, FATE.retrieved, FATE.verbatim, FATE.condensed]) {
    const n = counts.get(code);
    if (n) parts.push(`${n} ${FATE_LABELS[FATES[code]!]}`);
  }
  if (summarized > 0) parts.push(`${summarized} in a summary`);
  for (const code of [FATE.archived, FATE.dropped, FATE.pending]) {
    const n = counts.get(code);
    if (n) parts.push(`${n} ${code === FATE.pending ? 'pending' : FATE_LABELS[FATES[code]!]}`);
  }
  return parts.length === 0 ? 'nothing is past yet' : parts.join(', ');
}
