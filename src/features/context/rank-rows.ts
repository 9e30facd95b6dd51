import type { Side } from './side';

export interface RankRow {
  /** Past unit. */
  readonly unit: number;
  readonly turn: number;
  /** "3"; "3.2" where the lane counts messages. */
  readonly label: string;
  readonly relevance: number;
  readonly score: number;
  /** From 1; null for a turn below the minimum relevance. */
  readonly rank: number | null;
  readonly kept: boolean;
}

export type RankEntry =
  | { readonly kind: 'row'; readonly row: RankRow }
  | { readonly kind: 'gap'; readonly hidden: number; readonly after: number }
  | { readonly kind: 'line'; readonly label: string };

const SHOWN_KEPT = 8;
const NEXT = 2;

/** The chart's lines: what was kept, the line, the next ones, and always the turn in question; gaps are counted. */
export function rankEntries(side: Side, turn: number): RankEntry[] {
  const { turnOf, kind } = side.run.setup.units;
  const rows: RankRow[] = [];
  const perTurn = new Map<number, number>();
  side.reasons.forEach((reason, unit) => {
    const t = turnOf[unit]!;
    const nth = (perTurn.get(t) ?? 0) + 1;
    perTurn.set(t, nth);
    const { score } = reason;
    if (!score || (score.rank === undefined && t !== turn)) return;
    rows.push({
      unit,
      turn: t,
      label: kind === 'turn' ? String(t) : `${t}.${nth}`,
      relevance: score.relevance,
      score: score.score,
      rank: score.rank ?? null,
      kept: score.kept,
    });
  });
  if (rows.length === 0) return [];
  const byRank = (a: RankRow, b: RankRow) => (a.rank ?? Infinity) - (b.rank ?? Infinity);
  const kept = rows.filter((r) => r.kept).sort(byRank);
  const rest = rows.filter((r) => !r.kept).sort(byRank);
  const inOrder = kept.every((r, i) => r.rank === i + 1);
  return [
    ...withGaps(
      kept,
      (r, i) => kept.length <= SHOWN_KEPT || i < 5 || i >= kept.length - 2 || r.turn === turn,
    ),
    { kind: 'line', label: inOrder ? `top ${kept.length}` : `${kept.length} kept` },
    ...withGaps(rest, (r, i) => i < NEXT || r.turn === turn),
  ];
}

function withGaps(rows: readonly RankRow[], show: (row: RankRow, index: number) => boolean): RankEntry[] {
  const out: RankEntry[] = [];
  let hidden = 0;
  const flush = () => {
    if (hidden > 0) out.push({ kind: 'gap', hidden, after: out.length });
    hidden = 0;
  };
  rows.forEach((row, i) => {
    if (!show(row, i)) hidden++;
    else {
      flush();
      out.push({ kind: 'row', row });
    }
  });
  flush();
  return out;
}
