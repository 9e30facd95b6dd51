import { memo, useCallback, useMemo, useRef } from 'react';
import { FATE, FATES } from '../../core/fate-codes';
import { formatCount } from '../../core/format';
import type { LaneRun } from '../../core/simulate';
import { useResults } from '../../state/react';
import type { MapGeometry } from '../../ui/canvas/map-geometry';
import { FATE_HELP, FATE_LABELS } from '../../ui/fate-labels';
import { type LaneLayout, numberWidth } from './layout';
import { useLiveText, useStepPaint } from './use-lane';

/*
 * What changes with every step: written into the page by subscription, like the canvases, because four lanes of React
 * renders per step cost more than a frame on slow machines. Everything here is decoration or repeated in the table,
 * and the accessible step is the scrubber's.
 */

interface StepPartProps {
  readonly laneId: string;
  readonly layout: LaneLayout;
}

function setTitle(element: HTMLElement | null, title: string): void {
  if (element && element.title !== title) element.title = title;
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
    const live = useLiveText(box);
    const exact = useResults((s) => s.prepared?.tokens.exact ?? true);
    useStepPaint(
      laneId,
      useCallback(
        (step, run, racing) => {
          const known = run && step > 0 && run.done >= step;
          const texts = known ? numberTexts(run, step, exact) : null;
          live()?.write([texts?.value ?? '', texts?.unit ?? '', texts?.note ?? ''], racing);
          if (racing) return;
          const folded = texts?.note.includes(FATE_LABELS.folded);
          setTitle(box.current?.children[2] as HTMLElement, folded ? `Folded: ${FATE_HELP.folded}.` : '');
        },
        [exact, live],
      ),
    );
    return (
      <div
        ref={box}
        className={inline ? 'lane-number lane-number--inline' : 'lane-number'}
        style={inline ? undefined : { width: numberWidth(layout) }}
        data-testid={`tokens-${laneId}`}
        title={exact ? undefined : 'An estimate until the tokenizer has counted.'}
      >
        <span className="lane-number__value" />
        <span className="lane-number__unit" />
        <span className="lane-number__note" />
        <canvas className="live-text" aria-hidden="true" />
      </div>
    );
  },
);

const numberTexts = (run: LaneRun, step: number, exact: boolean) => ({
  value: `${exact ? '' : '≈'}${formatCount(run.tokens[step - 1]!)}`,
  unit: `tokens at step ${step}${exact ? '' : ', estimated'}`,
  note: fateCounts(run, step),
});

/** "5 verbatim, 1 in part, 9 summarized, 5 folded, 9 dropped", counted in turns. */
export function fateCounts(run: LaneRun, step: number): string {
  const counts = new Uint32Array(FATES.length);
  const { fates, fractions } = run.fates;
  const first = (step - 1) * run.steps;
  let inPart = 0;
  for (let i = first; i < first + step - 1; i++) {
    // Of a turn that is sent in its own words: one that is condensed is never whole.
    if (fates[i]! <= FATE.verbatim && fractions[i]! < 255) inPart++;
    else counts[fates[i]!]!++;
  }
  const parts = COUNTED.flatMap((fate) => {
    const n = counts[FATE[fate]];
    const own = n ? [`${n} ${FATE_LABELS[fate]}`] : [];
    return fate === 'verbatim' && inPart > 0 ? [...own, `${inPart} in part`] : own;
  });
  return parts.length === 0 ? 'nothing is past yet' : parts.join(', ');
}

/** In the order in which they outrank each other. */
const COUNTED = FATES.filter((fate) => fate !== 'none' && fate !== 'current');
