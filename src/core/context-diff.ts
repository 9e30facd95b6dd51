import type { Part } from './conversation';
import type { ContextItem } from './items';

/** What stands side by side: the preamble, one summary, the notes, or everything of one turn. */
export type RowKind = 'preamble' | 'summary' | 'note' | 'turn';

/** The items of one side in one row, in the order they are sent. Never empty. */
export interface ContextGroup {
  readonly items: readonly ContextItem[];
  readonly tokens: number;
  /** Tokens of the request up to and including this group. */
  readonly runningTokens: number;
}

export interface DiffRow {
  /** Unique within one alignment; the same row keeps its key from step to step. */
  readonly key: string;
  readonly kind: RowKind;
  /** Turn number from 1; 0 for rows that are no turn. */
  readonly turn: number;
  readonly left: ContextGroup | null;
  readonly right: ContextGroup | null;
  /** Both sides send the same words here (why they do may differ). Always false with one side alone. */
  readonly same: boolean;
}

const KIND_ORDER: readonly RowKind[] = ['preamble', 'summary', 'note', 'turn'];

interface MutableRow {
  key: string;
  kind: RowKind;
  turn: number;
  left: ContextItem[];
  right: ContextItem[];
}

/**
 * Aligns two requests row by row, in the order in which they are sent. `right` null: one request alone.
 * `ghosts` are turns that get a row even where neither side sends them.
 */
export function alignContexts(
  left: readonly ContextItem[],
  right: readonly ContextItem[] | null,
  ghosts: Iterable<number> = [],
): DiffRow[] {
  const rows = new Map<string, MutableRow>();
  const row = (kind: RowKind, number: number) => {
    const key = kind === 'turn' ? `turn-${number}` : `${kind}-${number}`;
    let found = rows.get(key);
    if (!found) {
      found = { key, kind, turn: kind === 'turn' ? number : 0, left: [], right: [] };
      rows.set(key, found);
    }
    return found;
  };
  const place = (items: readonly ContextItem[], side: 'left' | 'right') => {
    let summaries = 0;
    for (const item of items) {
      if (item.kind === 'preamble') row('preamble', 0)[side].push(item);
      else if (item.kind === 'summary') row('summary', summaries++)[side].push(item);
      else if (item.kind === 'note') row('note', 0)[side].push(item);
      else row('turn', item.turns[0] ?? 0)[side].push(item);
    }
  };
  place(left, 'left');
  if (right) place(right, 'right');
  for (const turn of ghosts) row('turn', turn);
  return [...rows.values()]
    .sort(
      (a, b) =>
        KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
        a.turn - b.turn ||
        (a.key < b.key ? -1 : 1),
    )
    .map((r) => ({
      key: r.key,
      kind: r.kind,
      turn: r.turn,
      left: groupOf(r.left),
      right: groupOf(r.right),
      same: right !== null && sameItems(r.left, r.right),
    }));
}

function groupOf(items: readonly ContextItem[]): ContextGroup | null {
  const last = items[items.length - 1];
  if (!last) return null;
  return {
    items,
    tokens: items.reduce((sum, item) => sum + item.tokens, 0),
    runningTokens: last.runningTokens,
  };
}

function sameItems(a: readonly ContextItem[], b: readonly ContextItem[]): boolean {
  return (
    a.length > 0 &&
    a.length === b.length &&
    a.every((item, i) => {
      const other = b[i]!;
      return item.role === other.role && item.name === other.name && sameParts(item.parts, other.parts);
    })
  );
}

// Messages that no side changes share their parts array, so the comparison of texts is the exception.
const sameParts = (a: readonly Part[], b: readonly Part[]): boolean =>
  a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));

export type DiffEntry =
  | { readonly kind: 'row'; readonly row: DiffRow }
  | {
      /** Equal rows that follow each other, shown as one line. */
      readonly kind: 'run';
      readonly key: string;
      readonly rows: readonly DiffRow[];
      /** Tokens on either side. */
      readonly tokens: number;
      /** Running tokens after the last row. */
      readonly leftRunning: number;
      readonly rightRunning: number;
    };

/** Folds equal rows into runs; turns in `keep` (the selected one, the current one) always stay rows of their own. */
export function collapseSame(rows: readonly DiffRow[], keep: ReadonlySet<number>): DiffEntry[] {
  const out: DiffEntry[] = [];
  let run: DiffRow[] = [];
  const flush = () => {
    const last = run[run.length - 1];
    if (last) {
      out.push({
        kind: 'run',
        key: `same-${run[0]!.key}`,
        rows: run,
        tokens: run.reduce((sum, r) => sum + r.left!.tokens, 0),
        leftRunning: last.left!.runningTokens,
        rightRunning: last.right!.runningTokens,
      });
    }
    run = [];
  };
  for (const row of rows) {
    if (row.same && !(row.kind === 'turn' && keep.has(row.turn))) {
      // The preamble is no turn: a run reads "Turns 26 to 29", so the kinds stay apart.
      if (run.length > 0 && run[0]!.kind !== row.kind) flush();
      run.push(row);
      continue;
    }
    flush();
    out.push({ kind: 'row', row });
  }
  flush();
  return out;
}

/** "3", "3 and 5", "3, 5 and 7 to 9": turn numbers as people write them. `numbers` ascending, without repeats. */
export function numberRanges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let j = i;
    while (j + 1 < numbers.length && numbers[j + 1] === numbers[j]! + 1) j++;
    if (j - i >= 2) parts.push(`${numbers[i]} to ${numbers[j]}`);
    else for (let k = i; k <= j; k++) parts.push(String(numbers[k]));
    i = j + 1;
  }
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}
