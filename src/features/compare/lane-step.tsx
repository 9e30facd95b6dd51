import { memo, useCallback, useMemo, useRef } from 'react';
import { FATE, FATES } from '../../core/fate-codes';
import { formatCount } from '../../core/format';
import type { LaneRun } from '../../core/simulate';
import { useResults } from '../../state/react';
import type { MapGeometry } from '../../ui/canvas/map-geometry';
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

/** Touching the page costs even when nothing changes; and a new node costs more than new text in the old one. */
export function setText(element: HTMLElement | null, text: string): void {
  if (!element) return;
  const node = element.firstChild as Text | null;
  if (!node) element.textContent = text;
  else if (node.data !== text) node.data = text;
}

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

/** The lane's number, in the map's empty triangle. */
export const LaneNumber = memo(
  ({ laneId, layout, inline = false }: StepPartProps & { readonly inline?: boolean }) => {
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
  },
);

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
