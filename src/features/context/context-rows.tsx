import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { type DiffEntry, type DiffRow, numberRanges } from '../../core/context-diff';
import type { ResolvedProbe } from '../../core/probes';
import { countedTokens } from '../../core/strategy';
import { Icon } from '../../ui/icons';
import { type CellModel, cellModel, sameCell } from './cell-model';
import { ContextCell } from './context-cell';
import { fateOn, type Side } from './side';
import { fateWord, tokensNumber } from './words';

interface RowProps {
  readonly rowKey: string;
  readonly turn: number;
  readonly left: CellModel;
  readonly right: CellModel | null;
  readonly leftRunning: number | null;
  readonly rightRunning: number | null;
  readonly leftMark: string;
  readonly rightMark: string;
  readonly exact: boolean;
  readonly turnOfMessage: Int32Array;
  readonly onTurn: (turn: number) => void;
}

const ContextRow = memo((props: RowProps) => {
  const { rowKey, turn, left, right, leftRunning, rightRunning, leftMark, rightMark } = props;
  const { exact, turnOfMessage, onTurn } = props;
  const shared = { exact, turnOfMessage, onTurn };
  return (
    <li className="context-row" data-row={rowKey} data-turn={turn || undefined}>
      <ContextCell side="left" letter={leftMark} model={left} running={leftRunning} {...shared} />
      {right && (
        <ContextCell side="right" letter={rightMark} model={right} running={rightRunning} {...shared} />
      )}
    </li>
  );
});

interface RunRowProps {
  readonly entry: Extract<DiffEntry, { kind: 'run' }>;
  readonly left: Side;
  readonly right: Side;
  readonly open: boolean;
  readonly onToggle: (key: string) => void;
}

/** Equal rows as one line on each side; a press opens them. */
const RunRow = ({ entry, left, right, open, onToggle }: RunRowProps) => {
  const turns = entry.rows.map((r) => r.turn);
  const name =
    entry.rows[0]!.kind === 'turn'
      ? `${turns.length === 1 ? 'Turn' : 'Turns'} ${numberRanges(turns)}`
      : { preamble: 'System preamble', summary: 'Inserted summary', note: 'Inserted notes', turn: '' }[
          entry.rows[0]!.kind
        ];
  return (
    <li className="context-row context-row--run" data-run={entry.key}>
      {[left, right].map((side) => (
        <article
          key={side.id}
          aria-label={`${side.mark}: ${name}`}
          className={`context-cell context-cell--run context-cell--${side.id}`}
        >
          <span className="context-running">
            {tokensNumber(side.id === 'left' ? entry.leftRunning : entry.rightRunning, side.exact)}
          </span>
          <span
            className="context-bar"
            style={{ '--bar': barOf(side, entry) } as React.CSSProperties}
            aria-hidden="true"
          />
          <p className="context-content">
            <button
              type="button"
              className="context-run"
              aria-expanded={open}
              onClick={() => onToggle(entry.key)}
            >
              {name}, {countedTokens(entry.tokens, side.exact)}
              {side.id === 'left' ? ', the same in both' : mixText(side, entry.rows)}
              <Icon name={open ? 'chevron-up' : 'chevron-down'} size={10} />
            </button>
          </p>
        </article>
      ))}
    </li>
  );
};

function barOf(side: Side, { rows }: RunRowProps['entry']): string {
  const last = rows[rows.length - 1]!;
  if (last.kind === 'preamble') return 'var(--ink3)';
  return `var(--fate-${last.kind === 'turn' ? fateOn(side, last.turn) : 'summarized'})`;
}

/** " (26 and 27 retrieved, 28 and 29 verbatim)" where the turns of a run are there for different reasons. */
function mixText(side: Side, rows: readonly DiffRow[]): string {
  const byFate = new Map<string, number[]>();
  for (const { turn } of rows) {
    if (turn === 0) return '';
    const word = fateWord(fateOn(side, turn));
    byFate.set(word, [...(byFate.get(word) ?? []), turn]);
  }
  if (byFate.size < 2) return `, ${[...byFate.keys()][0]}`;
  return ` (${[...byFate].map(([word, turns]) => `${numberRanges(turns)} ${word}`).join(', ')})`;
}

/** More rows than this are rendered in blocks, only those near the screen: a step must not cost more in a long request. */
const ALL_AT_ONCE = 80;
/** Turns of one block. */
const BLOCK = 16;
/** CSS px of a row without its text, and per token of it, about: what keeps the scroll bar steady. */
const ROW_ESTIMATE = 34;
const TOKEN_ESTIMATE = 0.7;

export interface ContextRowsProps {
  readonly entries: readonly DiffEntry[];
  readonly left: Side;
  readonly right: Side | null;
  readonly selectedTurn: number | null;
  readonly probe: ResolvedProbe | null;
  readonly onTurn: (turn: number) => void;
}

export const ContextRows = memo(({ entries, left, right, selectedTurn, probe, onTurn }: ContextRowsProps) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  const stable = useRef(new Map<string, CellModel>());
  const kept = new Map<string, CellModel>();
  const modelOf = (side: Side, row: DiffRow): CellModel => {
    const key = `${side.id} ${row.key}`;
    const fresh = cellModel(side, row, { selectedTurn, probe });
    const before = stable.current.get(key);
    // The same object for the same content: React then skips the cell and everything in it.
    const model = before && sameCell(before, fresh) ? before : fresh;
    kept.set(key, model);
    return model;
  };
  const { turnOfMessage } = left.run.setup.prepared.structure.turns;
  const renderRow = (row: DiffRow) => (
    <ContextRow
      key={row.key}
      rowKey={row.key}
      turn={row.turn}
      left={modelOf(left, row)}
      right={right && modelOf(right, row)}
      leftRunning={row.left?.runningTokens ?? null}
      rightRunning={row.right?.runningTokens ?? null}
      leftMark={left.mark}
      rightMark={right?.mark ?? ''}
      exact={left.exact}
      turnOfMessage={turnOfMessage}
      onTurn={onTurn}
    />
  );
  const renderEntry = (entry: DiffEntry) => {
    if (entry.kind === 'row') return [renderRow(entry.row)];
    const open = opened.has(entry.key);
    const line = (
      <RunRow key={entry.key} entry={entry} left={left} right={right!} open={open} onToggle={toggle} />
    );
    return open ? [line, ...entry.rows.map(renderRow)] : [line];
  };
  const blocks: { key: string; entries: DiffEntry[] }[] = [];
  if (entries.length > ALL_AT_ONCE) {
    for (const entry of entries) {
      const turn = entry.kind === 'row' ? entry.row.turn : entry.rows[0]!.turn;
      const key = `block-${Math.floor(turn / BLOCK)}`;
      const last = blocks[blocks.length - 1];
      if (last?.key === key) last.entries.push(entry);
      else blocks.push({ key, entries: [entry] });
    }
  }
  const content =
    blocks.length === 0 ? (
      <ol className="context-rows">{entries.flatMap(renderEntry)}</ol>
    ) : (
      blocks.map((block) => (
        <Block key={block.key} height={heightOf(block.entries)} turns={block.entries.flatMap(turnsOf)}>
          {() => block.entries.flatMap(renderEntry)}
        </Block>
      ))
    );
  useEffect(() => {
    stable.current = kept;
  });
  return content;
});

const turnsOf = (entry: DiffEntry): number[] =>
  entry.kind === 'row' ? [entry.row.turn] : entry.rows.map((r) => r.turn);

const heightOf = (entries: readonly DiffEntry[]): number => {
  let height = 0;
  for (const entry of entries) {
    const tokens =
      entry.kind === 'row' ? Math.max(entry.row.left?.tokens ?? 0, entry.row.right?.tokens ?? 0) : 0;
    height += ROW_ESTIMATE + TOKEN_ESTIMATE * Math.min(tokens, 600);
  }
  return height;
};

interface BlockProps {
  /** CSS px, about. */
  readonly height: number;
  readonly turns: readonly number[];
  readonly children: () => React.ReactNode;
}

/** Rows of a very long request, rendered only while they are near the screen; their height stays reserved. */
const Block = ({ height, turns, children }: BlockProps) => {
  const element = useRef<HTMLOListElement>(null);
  const [near, setNear] = useState(false);
  const measured = useRef(0);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting) measured.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { rootMargin: '1000px 0px' },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <ol
      ref={element}
      className="context-rows"
      data-from={turns[0]}
      data-to={turns[turns.length - 1]}
      style={near ? undefined : { height: measured.current || height }}
    >
      {near && children()}
    </ol>
  );
};
