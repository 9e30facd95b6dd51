import { memo, useId, useMemo, useRef, useState } from 'react';
import { type Lineage, type LineageTurn, lineagesAt, timesText } from '../../core/lineage';
import { useAtRest } from '../../state/react';
import type { InsertedSummary } from './cell-model';
import { lineageSentence, mostOften, stripLabel } from './lineage-text';
import './summary-lineage.css';

export interface SummaryLineageProps {
  readonly of: InsertedSummary;
  readonly onTurn: (turn: number) => void;
}

/** Of which turns a summary was made, and how often each was summarized again; nothing where a strategy does not say. */
export const SummaryLineage = ({ of, onTurn }: SummaryLineageProps) => {
  const [open, setOpen] = useState(false);
  const lineage = useLineage(of);
  if (!lineage || lineage.turns.length === 0) return null;
  return (
    <details className="context-lineage" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{lineageSentence(lineage)}</summary>
      {open && <LineageDetails lineage={lineage} onTurn={onTurn} />}
    </details>
  );
};

/** The lineage where the hand last rested: it may look back over all steps. */
function useLineage({ run, step, index }: InsertedSummary): Lineage | undefined {
  const rests = useAtRest();
  const last = useRef<Lineage>(undefined);
  const now = useMemo(() => (rests ? lineagesAt(run, step)[index] : undefined), [rests, run, step, index]);
  if (rests) last.current = now;
  return last.current;
}

interface LineageDetailsProps {
  readonly lineage: Lineage;
  readonly onTurn: (turn: number) => void;
}

const LineageDetails = memo(({ lineage, onTurn }: LineageDetailsProps) => {
  const caption = useId();
  const { turns } = lineage;
  return (
    <>
      <LineageStrip turns={turns} />
      <p className="context-lineage__key">
        One bar per turn, higher the more often it was re-summarized. Filled: a sentence cites it. Hollow:
        folded, nothing of it is left.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="context-lineage__scroll" aria-labelledby={caption} tabIndex={0}>
        <table className="context-lineage__table">
          <caption id={caption} className="visually-hidden">
            Turns of this summary
          </caption>
          <thead>
            <tr>
              <th scope="col">Turn</th>
              <th scope="col">In since</th>
              <th scope="col">Re-summarized</th>
              <th scope="col">What the summary says of it</th>
            </tr>
          </thead>
          <tbody>
            {turns.map((t) => (
              <LineageRow key={t.turn} of={t} onTurn={onTurn} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
});

interface LineageRowProps {
  readonly of: LineageTurn;
  readonly onTurn: (turn: number) => void;
}

const LineageRow = ({ of: { turn, since, again, sentences }, onTurn }: LineageRowProps) => (
  <tr>
    <th scope="row">
      <button
        type="button"
        className="context-chip"
        aria-label={`show turn ${turn}`}
        onClick={() => onTurn(turn)}
      >
        {turn}
      </button>
    </th>
    <td>step {since}</td>
    <td>{again === 0 ? 'not yet' : timesText(again)}</td>
    <td>{sentences.length === 0 ? 'nothing: folded' : sentences.map((s) => `“${s}”`).join(' ')}</td>
  </tr>
);

/** Units of the drawing, per turn and in all. */
const PITCH = 8;
const BAR = 6;
const HEIGHT = 24;
const LOWEST = 4;

const LineageStrip = ({ turns }: { readonly turns: readonly LineageTurn[] }) => {
  const most = Math.max(1, mostOften(turns));
  const width = turns.length * PITCH;
  return (
    <figure className="context-lineage__strip" style={{ maxWidth: width }}>
      <svg
        role="img"
        aria-label={stripLabel(turns)}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
      >
        {turns.map(({ turn, again, sentences }, i) => {
          const height = LOWEST + (again / most) * (HEIGHT - LOWEST - 1);
          return (
            <rect
              key={turn}
              className={sentences.length > 0 ? 'context-lineage__cited' : 'context-lineage__folded'}
              x={i * PITCH + 0.5}
              y={HEIGHT - 0.5 - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{turns[0]!.turn}</span>
        {turns.length > 2 && <span>{turns[turns.length - 1]!.turn}</span>}
      </figcaption>
    </figure>
  );
};
