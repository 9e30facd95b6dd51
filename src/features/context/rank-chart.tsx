import { classNames } from '../../ui/class-names';
import { rankEntries } from './rank-rows';
import type { Side } from './side';
import { plural } from './words';

export interface RankChartProps {
  readonly side: Side;
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** The score inside the similarity it started from: how much age took away, and who stayed ahead. */
export const RankChart = ({ side, turn, onTurn }: RankChartProps) => {
  const all = rankEntries(side, turn);
  if (all.length === 0) return null;
  // What comes after the last line shown is counted in the legend, not in a line of its own.
  const end = all[all.length - 1]!;
  const further = end.kind === 'gap' ? end.hidden : 0;
  const entries = further > 0 ? all.slice(0, -1) : all;
  let widest = 0;
  for (const entry of entries)
    if (entry.kind === 'row') widest = Math.max(widest, entry.row.relevance, entry.row.score);
  const share = (value: number) => `${widest > 0 ? (100 * Math.max(0, value)) / widest : 0}%`;
  return (
    <figure className="context-ranks" aria-label={`Ranks by score in ${side.mark}`}>
      <ol className="context-ranks__rows">
        {entries.map((entry) => {
          if (entry.kind === 'gap')
            return (
              <li key={`gap-${entry.after}`} className="context-rank context-rank--gap">
                {plural(entry.hidden, 'more', 'more')}
              </li>
            );
          if (entry.kind === 'line')
            return (
              <li key="line" className="context-rank context-rank--line">
                <span>{entry.label}</span>
              </li>
            );
          const { row } = entry;
          const own = row.turn === turn;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the turns list selects with the keyboard; this is a shortcut.
            <li
              key={row.unit}
              className={classNames(
                'context-rank',
                own && 'context-rank--own',
                row.kept && 'context-rank--kept',
              )}
              onClick={() => onTurn(row.turn)}
            >
              <span className="context-rank__turn">
                <span className="visually-hidden">turn </span>
                {row.label}
              </span>
              <span className="context-rank__plot">
                <span className="context-rank__score" style={{ width: share(row.score) }} />
                <span className="context-rank__similarity" style={{ width: share(row.relevance) }} />
              </span>
              <span className="context-rank__value">
                <span className="visually-hidden">, score </span>
                {row.rank === null ? 'too low' : row.score.toFixed(3)}
                <span className="visually-hidden">, similarity {row.relevance.toFixed(3)}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <figcaption className="context-ranks__legend">
        <span className="context-ranks__key context-ranks__key--score">score</span>
        <span className="context-ranks__key context-ranks__key--similarity">similarity before decay</span>
        {further > 0 && <span className="context-ranks__further">{further} more</span>}
      </figcaption>
    </figure>
  );
};
